/** The second factor methods available to an account. */
import { and, isNotNull } from 'drizzle-orm'
import { database } from '#db/connection'
import { factors } from '#db/schema/identity/second-factors'
import { type FactorMethod, factorMethods, type StepUpMethod } from '#shared/enums/factors'
import { type Account, ownedByCondition } from './factor-account.ts'
import { arePasskeysAvailable } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

const confirmedKinds = (account: Account) =>
  database()
    .selectDistinct({ kind: factors.kind })
    .from(factors)
    .where(and(ownedByCondition(factors, account), isNotNull(factors.confirmed_at)))

/** Whether the account has a second factor. */
export const hasFactor = async (account: Account): Promise<boolean> =>
  (await confirmedKinds(account)).length > 0

/** The methods of an account; none without a second factor. */
export async function listFactorMethods(account: Account): Promise<FactorMethod[]> {
  const kinds = (await confirmedKinds(account)).map(({ kind }) => kind)
  if (kinds.length === 0) return []
  const { left } = await countRecoveryCodes(account)
  return factorMethods.filter((method) => {
    if (method === 'recovery') return left > 0
    return kinds.includes(method) && (method !== 'passkey' || arePasskeysAvailable())
  })
}

/** How the account confirms the caller's identity: with a second factor, or with the password if it has none. */
export async function listStepUpMethods(account: Account): Promise<StepUpMethod[]> {
  return (await hasFactor(account)) ? listFactorMethods(account) : ['password']
}
