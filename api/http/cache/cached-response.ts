import { withDeadline } from '#common/request-deadline'
import { Problem } from '#contract/problem'
import type { SharedResponse } from '#http/pipeline/responses'

interface CachedResponseOptions {
  make: () => Promise<SharedResponse> | SharedResponse
  /**
   * Milliseconds. A response is fresh until the clock passes the next multiple of this period, so all responses of one
   * kind change together, on all instances.
   */
  maxAgeMs: number
  /** Changes when the response expires before its period ends. */
  version?: (() => number) | undefined
  /** Called when a new response could not be built and the previous one is sent. */
  onFailure: (error: unknown) => void
}

/** The subject of the response was deleted or hidden: not a failure that the previous response could bridge. */
const isGone = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found'

/** A response in memory for many callers, rebuilt when it is read and no longer fresh. */
export class CachedResponse {
  private readonly options: CachedResponseOptions
  private current: SharedResponse | undefined
  private period = -1
  private version = 0
  private making: Promise<SharedResponse> | undefined
  /** Incremented by each expiry: a response whose build started earlier is not stored. */
  private edition = 0

  constructor(options: CachedResponseOptions) {
    this.options = options
  }

  private now(): number {
    return Math.floor(Date.now() / this.options.maxAgeMs)
  }

  /** The response, if it is fresh. */
  fresh(): SharedResponse | undefined {
    return this.period === this.now() && this.isOfVersion() ? this.current : undefined
  }

  private isOfVersion(): boolean {
    return this.version === (this.options.version?.() ?? 0)
  }

  private store(response: SharedResponse, version: number): SharedResponse {
    this.current = response
    this.version = version
    this.period = this.now()
    return response
  }

  private forget(): void {
    this.current = undefined
    this.period = -1
  }

  /** Expires the response: the next caller waits for a new one. */
  expire(): void {
    this.edition += 1
    this.period = -1
    this.making = undefined
  }

  /** Keeps the previous response until a new one is built; a failure is retried in the next period. */
  private sendLast(error: unknown, edition: number = this.edition): SharedResponse {
    if (isGone(error)) this.forget()
    if (!this.current) throw error
    if (edition === this.edition) {
      this.period = this.now()
      this.version = this.options.version?.() ?? 0
    }
    this.options.onFailure(error)
    return this.current
  }

  /**
   * Returns the response. A synchronous one is built immediately. Otherwise the previous one is sent while a new one is
   * built in the background; after a period without requests, or when the version changed, the new one is awaited.
   * Throws when there is none and none can be built.
   */
  read(): SharedResponse | Promise<SharedResponse> {
    const fresh = this.fresh()
    if (fresh) return fresh
    const { edition } = this
    if (!this.making) {
      // Read before the response is built, which does not include later changes.
      const version = this.options.version?.() ?? 0
      let made: SharedResponse | Promise<SharedResponse>
      try {
        made = this.options.make()
      } catch (error) {
        return this.sendLast(error)
      }
      if (!(made instanceof Promise)) return this.store(made, version)
      const making = made
        .then((response) => {
          if (edition === this.edition) return this.store(response, version)
          // Already expired, but better than nothing if building a newer one fails.
          this.current ??= response
          return response
        })
        .finally(() => {
          if (this.making === making) this.making = undefined
        })
      this.making = making
    }
    if (!this.current || !this.isOfVersion() || this.now() - this.period > 1) {
      return withDeadline(this.making).catch((error: unknown) => this.sendLast(error, edition))
    }
    const last = this.current
    this.period = this.now()
    this.making.catch((error: unknown) => {
      if (isGone(error)) this.forget()
      else this.sendLast(error, edition)
    })
    return last
  }
}
