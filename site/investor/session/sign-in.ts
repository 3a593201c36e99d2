import { atom } from 'nanostores'
import { type SignedIn, session } from '#contract/session'
import { call } from '#core/api/api'
import { refusedFields } from '#core/api/problems'
import { investorSession } from '#core/session/session'
import { readNext } from './next.ts'
import {
  explainRejection,
  type FieldName,
  type Fields,
  type Mode,
  type ValidationError,
  validateSignIn,
} from './sign-in-messages.ts'

/** Milliseconds that the message of a new account is shown before the dashboard opens. */
const REDIRECT_MS = 1_500

export type Status =
  | { name: 'editing' }
  | { name: 'refused'; problem: ValidationError; fieldErrors: Partial<Record<FieldName, string>> }
  | { name: 'sending' }
  /** The account exists and is signed in; the dashboard follows. */
  | { name: 'created' }
  /** Signed in; the page is being left. */
  | { name: 'leaving' }

const fieldNames: readonly FieldName[] = ['first_name', 'last_name', 'email', 'password', 'confirmPassword']

function send(mode: Mode, { first_name, last_name, email, password }: Fields): Promise<SignedIn> {
  if (mode === 'sign-in') return call(session.signIn, { body: { email, password } })
  return call(session.register, { body: { first_name, last_name, email, password } })
}

/** Whether the form is in flight or has succeeded: it accepts no more input. */
export const isUnderWay = ({ name }: Status): boolean => name !== 'editing' && name !== 'refused'

export type SignIn = ReturnType<typeof createSignIn>

/** The state of the sign-in form in one of its modes. */
export function createSignIn(mode: Mode) {
  const $status = atom<Status>({ name: 'editing' })

  const refuse = (problem: ValidationError, fieldErrors: Partial<Record<FieldName, string>> = {}) =>
    $status.set({ name: 'refused', problem, fieldErrors })

  function enter({ access_token, refresh_token, user }: SignedIn): void {
    investorSession.save({ token: access_token, refreshToken: refresh_token, user })
    // Loads a new page, since the bar was drawn for the session at load; replaces this one in the history, because
    // Back would only lead forward from it.
    if (mode === 'sign-in') {
      $status.set({ name: 'leaving' })
      location.replace(readNext(location.search))
      return
    }
    $status.set({ name: 'created' })
    setTimeout(() => location.replace('/access/dashboard'), REDIRECT_MS)
  }

  return {
    mode,
    $status,
    /** Validates and sends; does nothing while the form is in flight or has succeeded. */
    submit: async (fields: Fields): Promise<void> => {
      if (isUnderWay($status.get())) return
      const problem = validateSignIn(mode, fields)
      if (problem) return refuse(problem)
      $status.set({ name: 'sending' })
      try {
        enter(await send(mode, fields))
      } catch (error) {
        const fieldErrors: Partial<Record<FieldName, string>> = refusedFields(error)
        const named = fieldNames.filter((field) => fieldErrors[field])
        refuse({ message: explainRejection(mode, error), fields: named }, fieldErrors)
      }
    },
  }
}
