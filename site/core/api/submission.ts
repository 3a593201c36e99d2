import { atom, type ReadableAtom } from 'nanostores'
import { refusedFields } from './problems.ts'
import { makeRandomId } from './random-id.ts'
import type { CallOptions } from './request.ts'

/** `refused` holds the server's sentence for each field it refused, by field name. */
export type SubmissionState<Sent> =
  | { status: 'idle' }
  | { status: 'submitting' }
  | { status: 'success'; answer: Sent }
  | { status: 'error'; refused: Record<string, string> }

export interface Submission<Body, Sent> {
  $state: ReadableAtom<SubmissionState<Sent>>
  /** Sends the form; does nothing while it is already on its way. Gives the answer, or nothing on failure. */
  submit: (body: Body) => Promise<Sent | undefined>
  /** Takes back what was said about a field, once it is being changed. */
  forgive: (field: string) => void
  reset: () => void
}

/**
 * The life of a form that creates something: idle, submitting, success or error. The same content sent
 * again after a failure carries the same idempotency key, so that it is stored once even when only the
 * answer was lost; changed content is a new submit with a new key.
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
        const answer = await send(body, { idempotencyKey: attempt.key })
        attempt = undefined
        $state.set({ status: 'success', answer })
        return answer
      } catch (error) {
        $state.set({ status: 'error', refused: refusedFields(error) })
        return undefined
      }
    },
    forgive: (field) => {
      const state = $state.get()
      if (state.status !== 'error' || !(field in state.refused)) return
      const { [field]: _forgiven, ...refused } = state.refused
      $state.set({ ...state, refused })
    },
    reset: () => $state.set({ status: 'idle' }),
  }
}
