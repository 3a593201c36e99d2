import { withDeadline } from '#common/deadline'
import type { SharedResponse } from '#http/pipeline/responses'

interface CachedResponseOptions {
  make: () => Promise<SharedResponse> | SharedResponse
  /**
   * Milliseconds. An answer is fresh until the clock passes the next multiple of it, so that the
   * answers of one kind, and those of all instances, change together.
   */
  freshFor: number
  /** Changes when the answer is out of date before its period ends. */
  version?: (() => number) | undefined
  /** Called when an answer could not be made anew and the last one stands. */
  onFailure: (error: unknown) => void
}

/** An answer in memory that many callers share, made anew when it is asked for and no longer fresh. */
export class CachedResponse {
  private readonly options: CachedResponseOptions
  private current: SharedResponse | undefined
  private period = -1
  private version = 0
  private making: Promise<SharedResponse> | undefined
  /** Counts what was said to be out of date: what began to be made before is not kept. */
  private edition = 0

  constructor(options: CachedResponseOptions) {
    this.options = options
  }

  private now(): number {
    return Math.floor(Date.now() / this.options.freshFor)
  }

  /** The answer, if it is fresh. */
  fresh(): SharedResponse | undefined {
    return this.period === this.now() && this.isOfVersion() ? this.current : undefined
  }

  private isOfVersion(): boolean {
    return this.version === (this.options.version?.() ?? 0)
  }

  private keep(answer: SharedResponse, version: number): SharedResponse {
    this.current = answer
    this.version = version
    this.period = this.now()
    return answer
  }

  /** Says that the answer is out of date: whoever asks next waits for a new one. */
  expire(): void {
    this.edition += 1
    this.period = -1
    this.making = undefined
  }

  /** The last answer stands until a new one is made; a failure is tried again in the next period. */
  private stand(error: unknown, edition: number = this.edition): SharedResponse {
    if (!this.current) throw error
    if (edition === this.edition) {
      this.period = this.now()
      this.version = this.options.version?.() ?? 0
    }
    this.options.onFailure(error)
    return this.current
  }

  /**
   * The answer: made at once where that takes no waiting. Else the last one is sent while a new one is
   * made in the background, unless it has been out of use for longer than a period or its version is over:
   * then the new one is waited for. Throws when there is none and none can be made.
   */
  read(): SharedResponse | Promise<SharedResponse> {
    const fresh = this.fresh()
    if (fresh) return fresh
    const { edition } = this
    if (!this.making) {
      // That of before it is made: what changes meanwhile is not in it.
      const version = this.options.version?.() ?? 0
      let made: SharedResponse | Promise<SharedResponse>
      try {
        made = this.options.make()
      } catch (error) {
        return this.stand(error)
      }
      if (!(made instanceof Promise)) return this.keep(made, version)
      const making = made
        .then((answer) => {
          if (edition === this.edition) return this.keep(answer, version)
          // Out of date as it was made, yet better than nothing should no newer one be to be had.
          this.current ??= answer
          return answer
        })
        .finally(() => {
          if (this.making === making) this.making = undefined
        })
      this.making = making
    }
    if (!this.current || !this.isOfVersion() || this.now() - this.period > 1) {
      return withDeadline(this.making).catch((error: unknown) => this.stand(error, edition))
    }
    this.making.catch((error: unknown) => this.stand(error, edition))
    this.period = this.now()
    return this.current
  }
}
