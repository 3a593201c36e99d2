/** Checks the answer to a request for a second factor, or for the password of an account without one. */
import { withDeadline } from '#common/request-deadline'
import { getService } from '#common/service-container'
import type { StepUpBody } from '#contract/identity/factors'
import { invalidFieldProblem } from '#contract/problem'
import { type Attempt, clearFailures } from '#modules/identity/session/lockout'
import { countAttempt, verifyPasswordWithLockout } from '#modules/identity/session/sign-in-attempts'
import type { AccountSecurity } from './factor-account.ts'
import { consumeOneTimeCode } from './one-time-codes.ts'
import { findPasskey, getSignedChallenge, verifyAssertion } from './passkeys.ts'
import { consumeRecoveryCode, findRecoveryCode } from './recovery-codes.ts'

/** The field of an answer that its method needs. */
const fieldOf = { passkey: 'credential', totp: 'code', recovery: 'code', password: 'password' } as const

/** Throws `validation` when the answer lacks what its method needs. */
export function assertCompleteAnswer(answer: StepUpBody): void {
  const field = fieldOf[answer.method]
  if (answer[field] === undefined)
    throw invalidFieldProblem(`/${field}`, 'Complete the selected confirmation method')
}

/** Path of the answer in a body, for the error about a wrong one. */
export const getAnswerPath = ({ method }: StepUpBody): string => `/${fieldOf[method]}`

/**
 * Consumes the proof. Call this in the transaction that uses it, so that nothing is consumed in vain. False if it was
 * used in the meantime.
 */
export type ConsumeProof = () => Promise<boolean>

const nothingToClaim: ConsumeProof = async () => true

/**
 * Checks an answer and returns what to claim if it is correct, or `undefined` for a wrong one, which the lockout
 * counts. One-time codes and signatures count once. A passkey is also checked while the account is locked, and unlocks
 * it: no one can guess one. `isAsked` tells whether a signature answers a challenge of this account. Throws `locked`
 * and `rate_limited`.
 */
export async function verifyFactor(
  account: AccountSecurity,
  answer: StepUpBody,
  address: string,
  isAsked: (challenge: string) => boolean | Promise<boolean>,
): Promise<ConsumeProof | undefined> {
  assertCompleteAnswer(answer)
  const { method, code = '', credential, password = '' } = answer
  const attempt: Attempt = { role: account.role, name: account.name, address }
  const whenRight = (isRight: boolean) => (isRight ? nothingToClaim : undefined)
  if (method === 'password') {
    return whenRight(await verifyPasswordWithLockout(attempt, password, account.password_hash))
  }
  if (method === 'totp') {
    return whenRight(await countAttempt(attempt, () => withDeadline(consumeOneTimeCode(account, code))))
  }
  if (method === 'recovery') {
    let id: number | undefined
    await countAttempt(attempt, async () => {
      id = await withDeadline(findRecoveryCode(account, code))
      return id !== undefined
    })
    const found = id
    return found === undefined ? undefined : () => consumeRecoveryCode(found)
  }

  const challenge = credential && (await getSignedChallenge(credential))
  const passkey = credential && (await findPasskey(credential.id))
  const isRight =
    passkey !== undefined &&
    challenge !== undefined &&
    passkey.account.role === account.role &&
    passkey.account.id === account.id &&
    (await isAsked(challenge)) &&
    (await verifyAssertion(passkey, credential as NonNullable<typeof credential>, challenge))
  if (isRight) await clearFailures(attempt.role, attempt.name)
  else await getService('sessions').lockout.failed(attempt)
  return whenRight(isRight)
}
