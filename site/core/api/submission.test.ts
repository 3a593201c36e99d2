import { describe, expect, it } from 'vitest'
import type { Received, TicketBody } from '#contract/support'
import { NetworkFailure, RejectedCall } from './problems.ts'
import type { CallOptions } from './request.ts'
import { createSubmission } from './submission.ts'

const ticket: TicketBody = {
  name: 'Ada Byron',
  email: 'ada@lodefield.example',
  subject: 'A question',
  message: 'What backs a token?',
  category: 'general',
  priority: 'medium',
}
const received: Received = { success: true, id: 1, reference: 'T-000001', message: '' }

/** A submission with the given responses, and the idempotency keys it was sent with. */
function makeSubmission(responses: (() => Promise<Received>)[]) {
  const keys: (string | undefined)[] = []
  const submission = createSubmission((_body: TicketBody, options: CallOptions) => {
    keys.push(options.idempotencyKey)
    return responses[keys.length - 1]?.() ?? Promise.resolve(received)
  })
  return { ...submission, keys }
}

describe('a submission', () => {
  it('passes from idle through submitting to success', async () => {
    const { $state, submit } = makeSubmission([])
    expect($state.get().status).toBe('idle')
    const sent = submit(ticket)
    expect($state.get().status).toBe('submitting')
    expect(await sent).toEqual(received)
    expect($state.get()).toEqual({ status: 'success', response: received })
  })

  it('sends once when submitted twice', async () => {
    const { submit, keys } = makeSubmission([])
    await Promise.all([submit(ticket), submit(ticket)])
    expect(keys).toHaveLength(1)
  })

  it('returns the names of the rejected fields', async () => {
    const details = [{ path: '/email', message: 'Enter a valid email address' }]
    const failure = new RejectedCall(
      { error: 'No', code: 'validation', request_id: 'r', details },
      { status: 422 },
    )
    const { $state, submit, ...submission } = makeSubmission([() => Promise.reject(failure)])
    expect(await submit(ticket)).toBeUndefined()
    expect($state.get()).toEqual({ status: 'error', refused: { email: 'Enter a valid email address' } })
    submission.forgive('email')
    expect($state.get()).toEqual({ status: 'error', refused: {} })
  })

  it('repeats its key for the same content and takes a new key for changed content', async () => {
    const lost = () => Promise.reject(new NetworkFailure(true, undefined))
    const { submit, keys } = makeSubmission([lost, lost])
    await submit(ticket)
    await submit(ticket)
    await submit({ ...ticket, subject: 'Another' })
    await submit({ ...ticket, subject: 'Another' })
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    expect(keys[3]).not.toBe(keys[2])
  })
})
