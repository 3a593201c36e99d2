import type { BlockList } from 'node:net'
import type { Guard } from './guard.ts'
import type { Logger } from './log.ts'
import type { RateLimiter } from './rate-limit.ts'

/** What every route needs of the process it runs in; decorated onto Elysia's context by `app.ts`. */
export interface Instance {
  log: Logger
  limiter: RateLimiter
  guard: Guard
  /** Signs access and CSRF tokens. */
  tokenSecret: string
  /** Proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: BlockList
  /** Shared answers in memory by path: given the request, an answer that is fresh, if there is one. */
  ready: Map<string, (request: Request) => Response | undefined>
}

// Unique among processes by its prefix, within one by the counter; cheaper than a UUID on every request.
const prefix = crypto.randomUUID().slice(0, 8)
let counter = 0

/** A new request id: what an answer, its log line and a visitor's complaint have in common. */
export function nextRequestId(): string {
  counter += 1
  return `${prefix}-${counter.toString(36)}`
}
