/** Checks the answer to a request for a second factor, or for the password of an account without one. */
import { withDeadline } from '#common/deadline'
import { partOf } from '#common/process-state'
import type { StepUpBody } from '#contract/factors'
import { invalidField } from '#contract/problem'
import { attemptLimited, verifyPasswordLimited } from '#modules/session/attempts'
import { type Attempt, clearFailures } from '#modules/session/lockout'
import type { AccountFacts } from './account.ts'
import { spendOneTimeCode } from './one-time-codes.ts'
import { challengeOf, checkPasskey, findPasskey } from './passkeys.ts'
import { findRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'

/** The field of an answer that its method needs. */
const fieldOf = { passkey: 'credential', totp: 'code', recovery: 'code', password: 'password' } as const

/** Throws `validation` when the answer lacks what its method needs. */
export function checkAnswer(answer: StepUpBody): void {
  const field = fieldOf[answer.method]
  if (answer[field] === undefined) throw invalidField(`/${field}`, 'Confirm in the way you have chosen')
}

/** The place of an answer in a body, for the error about a wrong one. */
export const pathOfAnswer = ({ method }: StepUpBody): string => `/${fieldOf[method]}`

/**
 * Uses up what proved an account. Call it in the transaction of what it opens, so that nothing is used up for nothing.
 * False when it was used meanwhile.
 */
export type Claim = () => Promise<boolean>

const nothingToClaim: Claim = async () => true

/**
 * Checks an answer: what to claim when it is right, `undefined` for a wrong one, which the lockout counts. One-time
 * codes and signatures count once. A passkey is checked while the account is locked, too, and opens it: nobody can
 * guess one. `isAsked` says whether a signature answers a challenge of this account. Throws `locked` and
 * `rate_limited`.
 */
export async function prove(
  account: AccountFacts,
  answer: StepUpBody,
  address: string,
  isAsked: (challenge: string) => boolean | Promise<boolean>,
): Promise<Claim | undefined> {
  checkAnswer(answer)
  const { method, code = '', credential, password = '' } = answer
  const attempt: Attempt = { role: account.role, name: account.name, address }
  const whenRight = (isRight: boolean) => (isRight ? nothingToClaim : undefined)
  if (method === 'password') {
    return whenRight(await verifyPasswordLimited(attempt, password, account.password_hash))
  }
  if (method === 'totp') {
    return whenRight(await attemptLimited(attempt, () => withDeadline(spendOneTimeCode(account, code))))
  }
  if (method === 'recovery') {
    let id: number | undefined
    await attemptLimited(attempt, async () => {
      id = await withDeadline(findRecoveryCode(account, code))
      return id !== undefined
    })
    const found = id
    return found === undefined ? undefined : () => spendRecoveryCode(found)
  }

  const challenge = credential && (await challengeOf(credential))
  const passkey = credential && (await findPasskey(credential.id))
  const isRight =
    passkey !== undefined &&
    challenge !== undefined &&
    passkey.account.role === account.role &&
    passkey.account.id === account.id &&
    (await isAsked(challenge)) &&
    (await checkPasskey(passkey, credential as NonNullable<typeof credential>, challenge))
  if (isRight) await clearFailures(attempt.role, attempt.name)
  else await partOf('sessions').lockout.failed(attempt)
  return whenRight(isRight)
}
