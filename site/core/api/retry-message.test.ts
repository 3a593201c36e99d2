import { describe, expect, it } from 'vitest'
import { ApiError } from './call-errors.ts'
import { getRetryMessage } from './retry-message.ts'

const limited = (retryAfter?: number) =>
  new ApiError(
    { error: 'Rate limit exceeded.', code: 'rate_limited', request_id: 'r' },
    { status: 429, ...(retryAfter !== undefined && { retryAfter }) },
  )

describe('describeWait', () => {
  it('names seconds, minutes or hours, rounded up', () => {
    const waits = [1, 59, 60, 61, 900, 3_600, 3_601].map((seconds) => getRetryMessage(limited(seconds)))
    expect(waits).toEqual(
      ['1 second', '59 seconds', '1 minute', '2 minutes', '15 minutes', '1 hour', '2 hours'].map(
        (wait) => `You can try again in ${wait}.`,
      ),
    )
  })

  it('says nothing if the server gave no time', () => {
    expect(getRetryMessage(limited())).toBeUndefined()
    expect(getRetryMessage(new Error('offline'))).toBeUndefined()
  })
})
