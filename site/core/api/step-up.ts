/**
 * Confirmations that the server asks for: one mechanism for all calls. A call that needs one waits while a dialog of
 * the area asks the user, and is then repeated.
 */
import type { Endpoint } from '#contract/endpoint'
import { RejectedCall } from './problems.ts'

/** A call that waits for a confirmation. */
export interface WaitingCall {
  endpoint: Pick<Endpoint, 'confirms'>
  body: unknown
  /** What it does, where the endpoint and the body do not say enough. */
  act?: string | undefined
}

/**
 * Asks the user to confirm in one of these ways; resolves with whether that was done. A password that was just typed
 * into the form of the call is not asked for again; a wrong one is the failure of its field.
 */
type Ask = (methods: readonly string[], typed: string | undefined, call: WaitingCall) => Promise<boolean>

/** How this page asks: set by its area, which loads the dialog with the first request. */
export const stepUp: { ask?: Ask; waiting?: Promise<boolean> | undefined } = {}

/** Whether the call may be repeated: the server wanted a confirmation, and the user has given it. */
export async function isConfirmed(error: unknown, call: WaitingCall): Promise<boolean> {
  if (!(error instanceof RejectedCall) || error.code !== 'step_up_required') return false
  const { current_password: typed } = (call.body ?? {}) as { current_password?: string }
  // Calls that need it at the same time share one dialog.
  stepUp.waiting ??= stepUp.ask?.(
    (error.details ?? []).map(({ message }) => message),
    typed,
    call,
  )
  try {
    return (await stepUp.waiting) ?? false
  } finally {
    stepUp.waiting = undefined
  }
}
