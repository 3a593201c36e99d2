import { type SecondFactorNeeded, type SignedIn, session } from '#contract/session'
import { call } from '#core/api/api'
import { createForm, type FieldErrors, type FormStatus, type Rejection } from '#core/form/form'
import type { SecondStepSession } from '#core/security/second-step'
import { investorSession } from '#core/session/session'
import { readNext } from './next.ts'
import {
  explainRejection,
  type Fields,
  findEmailFault,
  findMismatch,
  findMissing,
  type Mode,
  validateSignIn,
} from './sign-in-messages.ts'

/** Milliseconds that the message of a new account is shown before the next page opens. */
const REDIRECT_MS = 1_500
/** Milliseconds that the next page waits for the preferences of the account. */
const PREFERENCES_MS = 3_000

function send(
  mode: Mode,
  { first_name, last_name, email, password }: Fields,
): Promise<SignedIn | SecondFactorNeeded> {
  if (mode === 'sign-in') return call(session.signIn, { body: { email, password } })
  return call(session.register, { body: { first_name, last_name, email, password } })
}

/** Its message is shown once, below the first of its fields; what else is missing or wrong in a new account has a message beside it. */
function check(mode: Mode, values: Fields): Rejection<Fields> | undefined {
  const error = validateSignIn(mode, values)
  if (!error) return undefined
  const fieldErrors: FieldErrors<Fields> = {
    ...(mode === 'register' && {
      ...findMissing(values),
      ...findEmailFault(values.email),
      ...findMismatch(values),
    }),
    ...error.fieldErrors,
  }
  return { message: error.message, fieldErrors }
}

/** What the right password of an account with a second factor is answered with. */
export type Challenge = SecondFactorNeeded['second_factor']

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Makes the next page look as the account says, on this device too. */
const followAccount = async () => (await import('#core/query/appearance')).synchroniseAppearance()

/** Stores the session and opens the page that was asked for. */
function enter(mode: Mode, { access_token, refresh_token, user, underway }: SignedIn): void {
  investorSession.save({ token: access_token, refreshToken: refresh_token, user: { ...user, underway } })
  // Loads a new page, since the bar was drawn for the session at load; replaces this one in the history, because
  // Back would only lead forward from it.
  const next = readNext(location.search)
  const leave = () => location.replace(next)
  if (mode === 'register') setTimeout(leave, REDIRECT_MS)
  else void Promise.race([followAccount(), wait(PREFERENCES_MS)]).then(leave)
}

/** As {@link enter}, after a second factor or with a passkey. */
export function enterArea(signedIn: SecondStepSession): void {
  if ('underway' in signedIn) enter('sign-in', signedIn)
}

/** Whether the form is in flight or has succeeded: it accepts no more input. */
export const isUnderWay = ({ name }: FormStatus<Challenge | undefined>): boolean =>
  name === 'saving' || name === 'saved'

export type SignIn = ReturnType<typeof createSignIn>

/**
 * The sign-in form in one of its modes. Once it is saved, the page is being left, or the second factor is asked for:
 * then the result is its challenge.
 */
export const createSignIn = (mode: Mode) => ({
  mode,
  ...createForm<Fields, Challenge | undefined>({
    initial: { first_name: '', last_name: '', email: '', password: '', confirmPassword: '' },
    check: (values) => check(mode, values),
    save: async (values) => {
      const response = await send(mode, values)
      if ('second_factor' in response) return response.second_factor
      enter(mode, response)
      return undefined
    },
    explain: (error) => explainRejection(mode, error),
  }),
})
