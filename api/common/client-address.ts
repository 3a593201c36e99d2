import { type BlockList, isIP } from 'node:net'
import { getMappedIpv4Address, parseIpv6Groups } from '#common/ipv6-address'

/** `::ffff:10.0.0.1`, in any notation, and `10.0.0.1` are the same caller. Any other text is returned unchanged. */
export function normalizeAddress(address: string): string {
  if (!/ffff:/i.test(address) || isIP(address) !== 6) return address
  return getMappedIpv4Address(parseIpv6Groups(address)) ?? address
}

/** Whether an IP address is a trusted proxy. */
export const isTrustedProxy = (trusted: BlockList, address: string): boolean =>
  trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * The caller's IP address: the socket's or, if that is a trusted proxy, the right-most entry of `X-Forwarded-For` that
 * is not one. Entries further left were written by the caller and prove nothing.
 */
export function getClientAddress(socket: string, forwarded: string | null, trusted: BlockList): string {
  let address = normalizeAddress(socket)
  if (!forwarded || !isTrustedProxy(trusted, address)) return address
  for (const entry of forwarded.split(',').reverse()) {
    const candidate = normalizeAddress(entry.trim())
    if (!isIP(candidate)) return address
    address = candidate
    if (!isTrustedProxy(trusted, candidate)) return address
  }
  return address
}
