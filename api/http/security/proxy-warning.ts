/**
 * Detects a proxy that `TRUST_PROXY` does not name: behind one all visitors have its IP address, and share its
 * limits.
 */
import type { BlockList } from 'node:net'
import { isTrusted, plainAddress } from '#common/client-address'
import type { Logger } from '#common/log'

type Addressed = { requestIP(request: Request): { address: string } | null } | null

/** A proxy sends the header with every request: checking some is enough, and costs the others nothing. */
const LOOK_AT_EVERY = 16

/** Makes the check of one process. It warns once, and names the variable. */
export function createProxyCheck(log: Logger, trusted: BlockList | undefined) {
  let requests = 0
  let hasWarned = false
  return (request: Request, server: Addressed | undefined): void => {
    if (hasWarned || requests++ % LOOK_AT_EVERY !== 0) return
    if (!request.headers.has('x-forwarded-for')) return
    const socket = plainAddress(server?.requestIP(request)?.address ?? '127.0.0.1')
    if (trusted && isTrusted(trusted, socket)) return
    hasWarned = true
    log.warn(
      { socket },
      'Requests carry X-Forwarded-For from an address that TRUST_PROXY does not name. If that is your proxy, set TRUST_PROXY to it: until then all visitors behind it count as one, for limits and in records.',
    )
  }
}
