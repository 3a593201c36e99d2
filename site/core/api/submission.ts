import { atom, type ReadableAtom } from 'nanostores'
import { refusedFields } from './problems.ts'
import { makeRandomId } from './random-id.ts'
import type { CallOptions } from './request.ts'

/** `refused` holds the server's message for each rejected field, by field name. */
export type SubmissionState<Sent> =
  | { status: 'idle' }
  | { status: 'submitting' }
  | { status: 'success'; response: Sent }
  | { status: 'error'; refused: Record<string, string> }

export interface Submission<Body, Sent> {
  $state: ReadableAtom<SubmissionState<Sent>>
  /** Sends the form; does nothing while it is in flight. Returns the response body, or undefined on failure. */
  submit: (body: Body) => Promise<Sent | undefined>
  /** Removes the message about a field, once the field is being changed. */
  forgive: (field: string) => void
  reset: () => void
}

/**
 * State of a form that creates something: idle, submitting, success or error. The same content sent again after a
 * failure carries the same idempotency key, so that it is stored once even when only the response was lost; changed
 * content is a new submit with a new key.
 */
export function createSubmission<Body, Sent>(
  send: (body: Body, options: CallOptions) => Promise<Sent>,
): Submission<Body, Sent> {
  const $state = atom<SubmissionState<Sent>>({ status: 'idle' })
  let attempt: { content: string; key: string } | undefined

  return {
    $state,
    submit: async (body) => {
      if ($state.get().status === 'submitting') return undefined
      const content = JSON.stringify(body)
      if (attempt?.content !== content) attempt = { content, key: makeRandomId() }
      $state.set({ status: 'submitting' })
      try {
        const response = await send(body, { idempotencyKey: attempt.key })
        attempt = undefined
        $state.set({ status: 'success', response })
        return response
      } catch (error) {
        $state.set({ status: 'error', refused: refusedFields(error) })
        return undefined
      }
    },
    forgive: (field) => {
      const state = $state.get()
      if (state.status !== 'error' || !(field in state.refused)) return
      const { [field]: _cleared, ...refused } = state.refused
      $state.set({ ...state, refused })
    },
    reset: () => $state.set({ status: 'idle' }),
  }
}
