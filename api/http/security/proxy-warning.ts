/**
 * Detects a proxy that `TRUST_PROXY` does not name: behind one, all visitors have its IP address and share its limits.
 */
import type { BlockList } from 'node:net'
import { isTrustedProxy, normalizeAddress } from '#common/client-address'
import type { Logger } from '#common/logger'

type Addressed = { requestIP(request: Request): { address: string } | null } | null

/** A proxy sends the header with every request: checking a few is enough and costs the others nothing. */
const LOOK_AT_EVERY = 16

/** Creates the check for one process. It warns once and names the variable. */
export function createProxyCheck(log: Logger, trusted: BlockList | undefined) {
  let requests = 0
  let hasWarned = false
  return (request: Request, server: Addressed | undefined): void => {
    if (hasWarned || requests++ % LOOK_AT_EVERY !== 0) return
    if (!request.headers.has('x-forwarded-for')) return
    const socket = normalizeAddress(server?.requestIP(request)?.address ?? '127.0.0.1')
    if (trusted && isTrustedProxy(trusted, socket)) return
    hasWarned = true
    log.warn(
      { socket },
      'Requests include X-Forwarded-For from an address not listed in TRUST_PROXY. If this is your proxy, add it to TRUST_PROXY. Until then, all visitors behind it are treated as one for rate limits and in records.',
    )
  }
}
