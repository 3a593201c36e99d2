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
import { spendRecoveryCode } from './recovery-codes.ts'

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
 * Whether the answer is right; each code and each signature counts once. Wrong answers are counted by the lockout. A
 * passkey is checked while the account is locked, too, and opens it: nobody can guess one. `isAsked` says whether a
 * signature answers a challenge of this account. Throws `locked` and `rate_limited`.
 */
export async function isProven(
  account: AccountFacts,
  answer: StepUpBody,
  address: string,
  isAsked: (challenge: string) => boolean | Promise<boolean>,
): Promise<boolean> {
  checkAnswer(answer)
  const { method, code = '', credential, password = '' } = answer
  const attempt: Attempt = { role: account.role, name: account.name, address }
  if (method === 'password') return verifyPasswordLimited(attempt, password, account.password_hash)
  if (method === 'totp') return attemptLimited(attempt, () => withDeadline(spendOneTimeCode(account, code)))
  if (method === 'recovery')
    return attemptLimited(attempt, () => withDeadline(spendRecoveryCode(account, code)))

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
  return isRight
}
