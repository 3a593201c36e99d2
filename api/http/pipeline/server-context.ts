import type { BlockList } from 'node:net'
import type { Caller } from '#common/access-token'
import type { AdminExport, DeniedAdminCall } from '#common/actor'
import type { AdminAccess } from '#common/admin-access'
import type { Logger } from '#common/log'
import type { ResponseObserver } from '#common/response-observer'
import type { Endpoint } from '#contract/endpoint'
import type { createProxyCheck } from '#http/security/proxy-warning'
import type { Guard } from './guard.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { RejectionLog } from './rate-limit-log.ts'
import type { Shares } from './shares.ts'
import type { TwoPairs } from './two-pairs.ts'

/** What every route needs of the process it runs in; decorated onto Elysia's context by `app.ts`. */
export interface ServerContext {
  log: Logger
  limiter: RateLimiter
  /** What one caller may have running at once, see `shares.ts`. */
  shares: Shares
  /** Where calls that a limit rejected are logged. */
  rejections: RejectionLog
  guard: Guard
  adminAccess: AdminAccess
  /** Throws `step_up_required` unless the call needs no confirmation or its session has a recent one. */
  checkStepUp: (endpoint: Endpoint, caller: Caller, body: unknown) => Promise<void>
  /** Writes that a second administrator has to approve, see `two-pairs.ts`. */
  twoPairs: TwoPairs
  /** Proxies whose `X-Forwarded-For` is believed; without any the header is not even read. */
  trustedProxies: BlockList | undefined
  /** Checks whether a request came through a proxy that is not trusted. */
  checkProxy: ReturnType<typeof createProxyCheck>
  /** Cached responses by path: returns a fresh one for the request, if there is one. */
  ready: Map<string, (request: Request) => Response | undefined>
  /** Folder for files while they arrive, on the disk where they will be stored. */
  staging: string
  /** Called for every response, where responses are counted. */
  onResponse: ResponseObserver | undefined
  /** Called for every caller who knew the administrators' path and was denied. */
  onDeniedAdminCall: (denied: DeniedAdminCall) => void
  /**
   * Records an export of the panel before any of it is sent, and how it ended. One that cannot be recorded is not
   * sent, or breaks off before its end.
   */
  onAdminExport: (taken: AdminExport) => Promise<void>
}

/** 96 random bits: unique among all instances, without revealing the number of requests. */
const ID_BYTES = 12
/** Random bytes are made for many ids at once: a call of the generator for each would cost more than the rest. */
const supply = { bytes: Buffer.alloc(ID_BYTES * 512), used: ID_BYTES * 512 }

/** A new request id, 16 URL-safe characters: it links a response, its log line and a visitor's report. */
export function nextRequestId(): string {
  const { bytes } = supply
  if (supply.used === bytes.length) {
    crypto.getRandomValues(bytes)
    supply.used = 0
  }
  supply.used += ID_BYTES
  return bytes.toString('base64url', supply.used - ID_BYTES, supply.used)
}
