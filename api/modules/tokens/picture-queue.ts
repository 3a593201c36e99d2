/** Pictures are made one at a time: each may take a hundred megabytes while it is open. */
import { Problem } from '#contract/problem'

/** Pictures that may wait behind the one at work. */
const MAX_WAITING = 8

let open = 0
let last: Promise<unknown> = Promise.resolve()

/** Runs `work` once all before it have ended. Throws `unavailable` when too many wait already. */
export async function whenOthersAreDone<T>(work: () => Promise<T>): Promise<T> {
  if (open > MAX_WAITING) {
    throw new Problem('unavailable', 'Too many pictures are being uploaded. Please try again.', {
      retryAfter: 5,
    })
  }
  open += 1
  const running = last.then(work)
  last = running.catch(() => {})
  try {
    return await running
  } finally {
    open -= 1
  }
}
