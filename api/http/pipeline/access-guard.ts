/** Access checks: reads the access token, checks that its session has not ended, compares roles. */

import { type Caller, isNotExpired, parseBearerToken } from '#common/access-token'
import {
  ACCOUNT_DISABLED,
  type RevocationReason,
  type RevokedSessions,
  SESSION_EXPIRED,
} from '#common/session-revocation'
import type { Access } from '#contract/endpoint'
import { getRequiredPermission, hasPermission, type Permission } from '#contract/permissions'
import { Problem } from '#contract/problem'

export interface AccessGuard {
  /**
   * The caller; undefined without an access token. Throws `unauthenticated`, `session_expired` or `account_disabled`.
   */
  identify(request: Request): Caller | undefined | Promise<Caller>
  /** The caller that an access token names until it expires, even if the session has ended. */
  peek(request: Request): Caller | undefined
  /** The guard of an endpoint. Throws, including `forbidden`, unless the caller may use it. */
  admit(request: Request, access: Access): Caller | undefined | Promise<Caller>
}

/** Throws `forbidden` unless the administrator's roles allow this. For checks that depend on the body of a call. */
export function assertPermission({ adminRoles }: Caller, permission: Permission): void {
  if (!hasPermission(adminRoles, permission)) {
    throw new Problem('forbidden', 'Your role does not allow this action. An owner can change your roles.')
  }
}

/** Cached headers with a valid signature: callers use one for a quarter of an hour. The oldest is evicted first. */
const GENUINE_MAX = 10_000

/** Creates the guard for one process. `secret` signs the access tokens. */
export function createAccessGuard(secret: string, ended: Pick<RevokedSessions, 'reasonOf'>): AccessGuard {
  const assertNotEnded = (caller: Caller, reason: RevocationReason | undefined): Caller => {
    if (reason) throw new Problem(reason, reason === 'account_disabled' ? ACCOUNT_DISABLED : SESSION_EXPIRED)
    return caller
  }

  // A signature stays valid, so the same header is not verified twice.
  const genuine = new Map<string, Caller>()

  function readCaller(header: string): Caller {
    const known = genuine.get(header)
    if (known) {
      if (isNotExpired(known.expiresAt, Date.now())) return known
      genuine.delete(header)
    }
    const reading = parseBearerToken(header, secret)
    if (reading.status === 'invalid') throw new Problem('unauthenticated', 'Please sign in.')
    if (reading.status === 'expired') throw new Problem('session_expired', SESSION_EXPIRED)
    const oldest = genuine.size >= GENUINE_MAX ? genuine.keys().next().value : undefined
    if (oldest !== undefined) genuine.delete(oldest)
    genuine.set(header, reading.caller)
    return reading.caller
  }

  function identify(request: Request): Caller | undefined | Promise<Caller> {
    const header = request.headers.get('authorization')
    if (header === null) return undefined
    const caller = readCaller(header)
    const reason = ended.reasonOf(caller.sessionId)
    return reason instanceof Promise
      ? reason.then((found) => assertNotEnded(caller, found))
      : assertNotEnded(caller, reason)
  }

  function compare(caller: Caller | undefined, access: Access): Caller {
    if (!caller) throw new Problem('unauthenticated', 'Please sign in.')
    const permission = getRequiredPermission(access)
    if (caller.role !== (permission ? 'admin' : access)) {
      throw new Problem('forbidden', 'This account is not authorized for this action.')
    }
    if (permission) {
      // An access token from before roles existed: its refresh adds them.
      if (!caller.adminRoles) throw new Problem('session_expired', SESSION_EXPIRED)
      assertPermission(caller, permission)
    }
    return caller
  }

  return {
    identify,
    peek(request) {
      const reading = parseBearerToken(request.headers.get('authorization'), secret)
      return reading.status === 'valid' ? reading.caller : undefined
    },
    admit(request, access) {
      if (access === 'public' || access === 'admin-path') return undefined
      const caller = identify(request)
      return caller instanceof Promise ? caller.then((who) => compare(who, access)) : compare(caller, access)
    },
  }
}
