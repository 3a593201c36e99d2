import type { BlockList } from 'node:net'
import type { AdminExport, AdminRefusal } from '#common/actor'
import type { AdminAccess } from '#common/admin-access'
import type { Logger } from '#common/log'
import type { ResponseObserver } from '#common/response-observer'
import type { createProxyWatch } from '#http/security/proxy-warning'
import type { Guard } from './guard.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { RefusalLog } from './rate-limit-log.ts'
import type { Shares } from './shares.ts'

/** What every route needs of the process it runs in; decorated onto Elysia's context by `app.ts`. */
export interface ServerContext {
  log: Logger
  limiter: RateLimiter
  /** What one caller may have running at once, see `shares.ts`. */
  shares: Shares
  /** Where calls that a limit refused are logged. */
  refusals: RefusalLog
  guard: Guard
  adminAccess: AdminAccess
  /** Signs access and CSRF tokens. */
  tokenSecret: string
  /** Proxies whose `X-Forwarded-For` is believed; without any the header is not even read. */
  trustedProxies: BlockList | undefined
  /** Looks whether a request came through a proxy that is not one of them. */
  watchProxy: ReturnType<typeof createProxyWatch>
  /** Shared answers in memory by path: given the request, an answer that is fresh, if there is one. */
  ready: Map<string, (request: Request) => Response | undefined>
  /** Folder for files while they arrive, on the disk they will be kept on. */
  staging: string
  /** Hears of every answer, where somebody counts them. */
  onAnswered: ResponseObserver | undefined
  /** Hears of every caller who knew the administrators' path and was refused all the same. */
  onAdminRefused: (refusal: AdminRefusal) => void
  /** Records an export of the panel before any of it is sent; one that cannot be recorded is not sent. */
  onAdminExport: (taken: AdminExport) => Promise<void>
}

/** 96 random bits: unique among all instances, and they tell nobody how many requests there were. */
const ID_BYTES = 12
/** Random bytes are made for many ids at once: a call of the generator for each would cost more than the rest. */
const supply = Buffer.alloc(ID_BYTES * 512)
let used = supply.length

/** A new request id, 16 URL-safe characters: what an answer, its log line and a visitor's complaint have in common. */
export function nextRequestId(): string {
  if (used === supply.length) {
    crypto.getRandomValues(supply)
    used = 0
  }
  used += ID_BYTES
  return supply.toString('base64url', used - ID_BYTES, used)
}
