/**
 * Confirmations required by the server, handled in one place for all calls. The call is paused while a dialog asks the
 * user, and then repeated.
 */
import type { Endpoint } from '#contract/endpoint'
import { ApiError } from './call-errors.ts'

/** A call that needs a confirmation. */
export interface PendingCall {
  endpoint: Pick<Endpoint, 'confirms'>
  body: unknown
  /** Describes the call when the endpoint and body do not say enough. */
  act?: string | undefined
}

/**
 * Asks the user to confirm in one of these ways; resolves to whether they did. A password just typed into the call's
 * form is not asked for again; if it is wrong, its field shows the error.
 */
type Ask = (methods: readonly string[], typed: string | undefined, call: PendingCall) => Promise<boolean>

/** How this page asks for confirmation. Set by its area, which loads the dialog on first use. */
export const stepUpPrompt: { ask?: Ask; waiting?: Promise<boolean> | undefined } = {}

/** Whether the call may be repeated because the server required a confirmation and the user gave it. */
export async function confirmStepUp(error: unknown, call: PendingCall): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== 'step_up_required') return false
  const { current_password: typed } = (call.body ?? {}) as { current_password?: string }
  // Calls that need a confirmation at the same time share one dialog.
  stepUpPrompt.waiting ??= stepUpPrompt.ask?.(
    (error.details ?? []).map(({ message }) => message),
    typed,
    call,
  )
  try {
    return (await stepUpPrompt.waiting) ?? false
  } finally {
    stepUpPrompt.waiting = undefined
  }
}
