/** Pictures are made one at a time: each may take a hundred megabytes while it is open. */

import { createSemaphore } from '#common/semaphore'
import { Problem } from '#contract/problem'

/** Pictures that may wait behind the one at work. */
const MAX_WAITING = 8
/** Milliseconds that one may wait: an upload has its response within a minute. */
const LONGEST_WAIT = 60_000

const pictures = createSemaphore({
  places: () => 1,
  queue: MAX_WAITING,
  refuse: () =>
    new Problem('unavailable', 'Too many pictures are being uploaded. Please try again.', { retryAfter: 5 }),
})

/** Runs `work` once all before it have ended. Throws `unavailable` when too many wait already, or it waits too long. */
export const afterOtherTests = async <T>(work: () => Promise<T>): Promise<T> =>
  pictures.run('picture', LONGEST_WAIT, work)
