/** Images are processed one at a time: each may take a hundred megabytes while it is open. */

import { createSemaphore } from '#common/semaphore'
import { Problem } from '#contract/problem'

/** Images that may wait behind the one in progress. */
const MAX_WAITING = 8
/** Milliseconds an image may wait: an upload gets its response within a minute. */
const LONGEST_WAIT = 60_000

const images = createSemaphore({
  places: () => 1,
  queue: MAX_WAITING,
  rejection: () =>
    new Problem('unavailable', 'Too many images are being uploaded. Please try again.', { retryAfter: 5 }),
})

/** Runs `work` after all earlier images. Throws `unavailable` when too many wait already, or it waits too long. */
export const afterOtherImages = async <T>(work: () => Promise<T>): Promise<T> =>
  images.run('image', LONGEST_WAIT, work)
