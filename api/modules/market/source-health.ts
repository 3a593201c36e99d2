/** When a source may be asked again: backoff after a failure, and a circuit breaker after several. */

const FIRST_DELAY = 20_000
/** Failures after which the circuit is open: the source is left alone, then asked once. */
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

  /** Says that it answered. True when it did not before. */
  succeed(): boolean {
    const recovered = this.failures > 0
    this.failures = 0
    this.notBefore = 0
    return recovered
  }

  /** Says that it failed, and for how many milliseconds it asked to be left alone. True for the first time. */
  fail(now: number, retryAfter = 0): boolean {
    this.failures += 1
    const delay = this.failures < OPEN_AFTER ? FIRST_DELAY * 3 ** (this.failures - 1) : OPEN_FOR
    // Spread over half as much again, so that instances and sources do not come back together.
    this.notBefore = now + Math.max(delay * (1 + this.random() / 2), retryAfter)
    return this.failures === 1
  }
}

const MONTH = 31 * 86_400_000
/** Of what a plan leaves over this share is not used: other tools may share the address. */
const RESERVE = 0.02
const LARGEST = 25

/** Calls that a plan leaves over beside the regular ones: for asking again after a failure, and for history. */
export class CallBudget {
  private readonly perMillisecond: number
  /** At first as many as the history of the most wanted coins takes. */
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

  /** Takes one, if there is one. */
  take(now: number): boolean {
    if (this.perMillisecond === Number.POSITIVE_INFINITY) return true
    this.left = Math.min(LARGEST, this.left + Math.max(0, now - this.countedAt) * this.perMillisecond)
    this.countedAt = now
    if (this.left < 1) return false
    this.left -= 1
    return true
  }
}
