import type { BlockList } from 'node:net'
import type { Caller } from '#common/access-token'
import type { AdminAccess } from '#common/admin-access'
import type { AdminExport, DeniedAdminRequest } from '#common/audit-actor'
import type { Logger } from '#common/logger'
import type { ResponseObserver } from '#common/response-observer'
import type { Endpoint } from '#contract/endpoint'
import type { createProxyCheck } from '#http/security/proxy-warning'
import type { AccessGuard } from './access-guard.ts'
import type { ApprovalGate } from './approval-gate.ts'
import type { ConcurrencyLimits } from './concurrency-limits.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { RejectionLog } from './rate-limit-log.ts'

/** What every route needs from its process; `app.ts` adds it to Elysia's context. */
export interface ServerContext {
  log: Logger
  limiter: RateLimiter
  /** What one caller may run at once, see `concurrency-limits.ts`. */
  shares: ConcurrencyLimits
  /** Log of calls rejected by a limit. */
  rejections: RejectionLog
  guard: AccessGuard
  adminAccess: AdminAccess
  /** Throws `step_up_required` unless the call needs no confirmation or its session has a recent one. */
  checkStepUp: (endpoint: Endpoint, caller: Caller, body: unknown) => Promise<void>
  /** Writes that a second administrator must approve, see `approval-gate.ts`. */
  approvalGate: ApprovalGate
  /** Proxies whose `X-Forwarded-For` is trusted; without any, the header is not even read. */
  trustedProxies: BlockList | undefined
  /** Checks whether a request came through an untrusted proxy. */
  checkProxy: ReturnType<typeof createProxyCheck>
  /** Cached responses by path: returns a fresh one for the request, if any. */
  ready: Map<string, (request: Request) => Response | undefined>
  /** Folder for files while they arrive, on the disk where they will be stored. */
  staging: string
  /** Called for every response, where responses are counted. */
  onResponse: ResponseObserver | undefined
  /** Called for every caller who knew the admin path and was denied. */
  onDeniedAdminCall: (denied: DeniedAdminRequest) => void
  /**
   * Records a panel export before any of it is sent, and how it ended. An export that cannot be recorded is not sent,
   * or breaks off before its end.
   */
  onAdminExport: (taken: AdminExport) => Promise<void>
}

/** 96 random bits: unique across all instances, without revealing the number of requests. */
const ID_BYTES = 12
/** Random bytes are generated for many ids at once: calling the generator for each would cost more than the rest. */
const supply = { bytes: Buffer.alloc(ID_BYTES * 512), used: ID_BYTES * 512 }

/** A new request id, 16 URL-safe characters: it links a response, its log line and a visitor's report. */
export function createRequestId(): string {
  const { bytes } = supply
  if (supply.used === bytes.length) {
    crypto.getRandomValues(bytes)
    supply.used = 0
  }
  supply.used += ID_BYTES
  return bytes.toString('base64url', supply.used - ID_BYTES, supply.used)
}
