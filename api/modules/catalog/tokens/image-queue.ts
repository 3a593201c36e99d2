/** Images are processed one at a time: each may take a hundred megabytes while it is open. */

import { createSemaphore } from '#common/caller-semaphore'
import { Problem } from '#contract/problem'

/** Maximum images queued behind the one in progress. */
const MAX_WAITING = 8
/** Milliseconds an image may wait: an upload gets its response within a minute. */
const LONGEST_WAIT = 60_000

const images = createSemaphore({
  places: () => 1,
  queue: MAX_WAITING,
  rejection: () =>
    new Problem('unavailable', 'Too many images are being uploaded. Please try again.', { retryAfter: 5 }),
})

/** Runs `work` after all earlier images. Throws `unavailable` if too many are queued, or it waits too long. */
export const runInImageQueue = async <T>(work: () => Promise<T>): Promise<T> =>
  images.run('image', LONGEST_WAIT, work)
