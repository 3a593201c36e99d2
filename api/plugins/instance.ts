import type { BlockList } from 'node:net'
import type { ProblemCode } from '#contract/problem'
import type { Caller } from './access-token.ts'
import type { AdminDoor } from './admin-door.ts'
import type { Guard } from './guard.ts'
import type { Logger } from './log.ts'
import type { RateLimiter } from './rate-limit.ts'

/** What every route needs of the process it runs in; decorated onto Elysia's context by `app.ts`. */
export interface Instance {
  log: Logger
  limiter: RateLimiter
  guard: Guard
  door: AdminDoor
  /** Signs access and CSRF tokens. */
  tokenSecret: string
  /** Proxies whose `X-Forwarded-For` is believed; without any the header is not even read. */
  trustedProxies: BlockList | undefined
  /** Shared answers in memory by path: given the request, an answer that is fresh, if there is one. */
  ready: Map<string, (request: Request) => Response | undefined>
  /** Folder for files while they arrive, on the disk they will be kept on. */
  staging: string
  /** Hears of every answer, where somebody counts them. */
  onAnswered: AnswerObserver | undefined
  /** Hears of every caller who knew the administrators' path and was refused all the same. */
  onAdminRefused: (refusal: AdminRefusal) => void
}

/**
 * Told of an answer when it begins to leave, `milliseconds` after its request came. `route` is what the
 * contract calls it, never what was asked for: that has no end of values, and may hold the administrators' path.
 */
export type AnswerObserver = (route: string, method: string, status: number, milliseconds: number) => void

export interface AdminRefusal {
  code: ProblemCode
  method: string
  path: string
  caller: Caller | undefined
  address: string
  requestId: string
}

// Unique among processes by its prefix, within one by the counter; cheaper than a UUID on every request.
const prefix = crypto.randomUUID().slice(0, 8)
let counter = 0

/** A new request id: what an answer, its log line and a visitor's complaint have in common. */
export function nextRequestId(): string {
  counter += 1
  return `${prefix}-${counter.toString(36)}`
}
