import { type SecondFactorRequired, type SignedIn, session } from '#contract/identity/session'
import { callApi } from '#core/api/api'
import { createForm, type FieldErrors, type FormErrors, type FormStatus } from '#core/form/form'
import type { SignedInSession } from '#core/security/second-factor-sign-in'
import { investorSession } from '#core/session/session'
import { parseReturnUrl } from './return-url.ts'
import {
  getSignInErrorMessage,
  listMissingSignInFields,
  type SignInFields,
  type SignInMode,
  validateEmail,
  validatePasswordMatch,
  validateSignIn,
} from './sign-in-messages.ts'

/** Milliseconds for which the new-account message is shown before the next page opens. */
const REDIRECT_MS = 1_500
/** Milliseconds to wait for the account's preferences before opening the next page. */
const PREFERENCES_MS = 3_000

function send(
  mode: SignInMode,
  { first_name, last_name, email, password }: SignInFields,
): Promise<SignedIn | SecondFactorRequired> {
  if (mode === 'sign-in') return callApi(session.signIn, { body: { email, password } })
  return callApi(session.register, { body: { first_name, last_name, email, password } })
}

/**
 * Its message is shown once, below the first of its fields; anything else missing or wrong in a new account has its own
 * message.
 */
function check(mode: SignInMode, values: SignInFields): FormErrors<SignInFields> | undefined {
  const error = validateSignIn(mode, values)
  if (!error) return undefined
  const fieldErrors: FieldErrors<SignInFields> = {
    ...(mode === 'register' && {
      ...listMissingSignInFields(values),
      ...validateEmail(values.email),
      ...validatePasswordMatch(values),
    }),
    ...error.fieldErrors,
  }
  return { message: error.message, fieldErrors }
}

/** The response to the correct password of an account with a second factor. */
export type Challenge = SecondFactorRequired['second_factor']

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Applies the account's preferences to the next page, on this device too. */
const followAccount = async () => (await import('#core/query/messaging/appearance')).syncAppearance()

/** Stores the session and opens the requested page. */
function enter(mode: SignInMode, { access_token, refresh_token, user, underway }: SignedIn): void {
  investorSession.save({ token: access_token, refreshToken: refresh_token, user: { ...user, underway } })
  // Loads a new page, because the bar was drawn for the session at load time; replaces this one in the history, because
  // Back would only lead forward again.
  const next = parseReturnUrl(location.search)
  const leave = () => location.replace(next)
  if (mode === 'register') setTimeout(leave, REDIRECT_MS)
  else void Promise.race([followAccount(), wait(PREFERENCES_MS)]).then(leave)
}

/** Same as {@link enter}, after a second factor or with a passkey. */
export function startInvestorSession(signedIn: SignedInSession): void {
  if ('underway' in signedIn) enter('sign-in', signedIn)
}

/** Whether the form is in flight or has succeeded and accepts no more input. */
export const isSubmittingOrDone = ({ name }: FormStatus<Challenge | undefined>): boolean =>
  name === 'saving' || name === 'saved'

export type SignInFormStore = ReturnType<typeof createSignInForm>

/**
 * The sign-in form in one of its modes. Once it is saved, the page is being left, or the second factor is requested, in
 * which case the result is its challenge.
 */
export const createSignInForm = (mode: SignInMode) => ({
  mode,
  ...createForm<SignInFields, Challenge | undefined>({
    initial: { first_name: '', last_name: '', email: '', password: '', confirmPassword: '' },
    check: (values) => check(mode, values),
    save: async (values) => {
      const response = await send(mode, values)
      if ('second_factor' in response) return response.second_factor
      enter(mode, response)
      return undefined
    },
    explain: (error) => getSignInErrorMessage(mode, error),
  }),
})
