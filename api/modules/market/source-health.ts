/** When a source may be called again: backoff after a failure, and a circuit breaker after several. */

const FIRST_DELAY = 20_000
/** Failures that open the circuit: the source is not called for a while, then once. */
const OPEN_AFTER = 3
const OPEN_FOR = 300_000

export class SourceHealth {
  private failures = 0
  /** The earliest next call, in milliseconds since 1970. */
  private notBefore = 0
  private readonly random: () => number

  constructor(random: () => number = Math.random) {
    this.random = random
  }

  get state(): 'answering' | 'failing' | 'open' {
    if (this.failures === 0) return 'answering'
    return this.failures < OPEN_AFTER ? 'failing' : 'open'
  }

  mayCall(now: number): boolean {
    return now >= this.notBefore
  }

  /** Records a success. True if the call before it had failed. */
  succeed(): boolean {
    const recovered = this.failures > 0
    this.failures = 0
    this.notBefore = 0
    return recovered
  }

  /** Records a failure, and for how many milliseconds the source must not be called. True for the first failure. */
  fail(now: number, retryAfter = 0): boolean {
    this.failures += 1
    const delay = this.failures < OPEN_AFTER ? FIRST_DELAY * 3 ** (this.failures - 1) : OPEN_FOR
    // Spread over half as much again, so that instances and sources do not retry together.
    this.notBefore = now + Math.max(delay * (1 + this.random() / 2), retryAfter)
    return this.failures === 1
  }
}

const MONTH = 31 * 86_400_000
/** The share of the remaining calls that stays unused: other tools may share the IP address. */
const RESERVE = 0.02
const LARGEST = 25

/** Calls that a plan leaves over besides the regular ones: for retries after a failure, and for history. */
export class CallBudget {
  private readonly perMillisecond: number
  /** The initial budget covers the history of the most important coins. */
  private left = 18
  private countedAt: number

  /** `every` is the time between regular calls, in milliseconds. */
  constructor(monthlyCalls: number | undefined, every: number, now: number) {
    this.perMillisecond =
      monthlyCalls === undefined
        ? Number.POSITIVE_INFINITY
        : Math.max(0, (monthlyCalls * (1 - RESERVE)) / MONTH - 1 / every)
    this.countedAt = now
  }

  /** Uses one call of the budget; false if none is left. */
  take(now: number): boolean {
    if (this.perMillisecond === Number.POSITIVE_INFINITY) return true
    this.left = Math.min(LARGEST, this.left + Math.max(0, now - this.countedAt) * this.perMillisecond)
    this.countedAt = now
    if (this.left < 1) return false
    this.left -= 1
    return true
  }
}
