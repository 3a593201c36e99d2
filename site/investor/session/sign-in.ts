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

/** Milliseconds that the message of a new account stands before the dashboard opens. */
const REDIRECT_MS = 1_500

export type Status =
  | { name: 'editing' }
  | { name: 'refused'; complaint: ValidationError; told: Partial<Record<FieldName, string>> }
  | { name: 'sending' }
  /** The account is there and signed in; the dashboard follows. */
  | { name: 'created' }
  /** Signed in; the page is being left. */
  | { name: 'leaving' }

const fieldNames: readonly FieldName[] = ['first_name', 'last_name', 'email', 'password', 'confirmPassword']

function send(mode: Mode, { first_name, last_name, email, password }: Fields): Promise<SignedIn> {
  if (mode === 'sign-in') return call(session.signIn, { body: { email, password } })
  return call(session.register, { body: { first_name, last_name, email, password } })
}

/** Whether the form is on its way, or has arrived: nothing is typed into it any more. */
export const isUnderWay = ({ name }: Status): boolean => name !== 'editing' && name !== 'refused'

export type SignIn = ReturnType<typeof createSignIn>

/** The life of the sign-in form in one of its modes. */
export function createSignIn(mode: Mode) {
  const $status = atom<Status>({ name: 'editing' })

  const refuse = (complaint: ValidationError, told: Partial<Record<FieldName, string>> = {}) =>
    $status.set({ name: 'refused', complaint, told })

  function enter({ access_token, refresh_token, user }: SignedIn): void {
    investorSession.save({ token: access_token, refreshToken: refresh_token, user })
    // Pages of their own, since the bar above is drawn for who was signed in when the page was loaded;
    // and in place of this one, which Back would only lead forward from.
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
    /** Checks and sends; does nothing while a form is on its way or has arrived. */
    submit: async (fields: Fields): Promise<void> => {
      if (isUnderWay($status.get())) return
      const complaint = validateSignIn(mode, fields)
      if (complaint) return refuse(complaint)
      $status.set({ name: 'sending' })
      try {
        enter(await send(mode, fields))
      } catch (error) {
        const told: Partial<Record<FieldName, string>> = refusedFields(error)
        const named = fieldNames.filter((field) => told[field])
        refuse({ message: explainRejection(mode, error), fields: named }, told)
      }
    },
  }
}
