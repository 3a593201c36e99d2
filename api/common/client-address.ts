import { type BlockList, isIP } from 'node:net'
import { mappedAddress, readGroups } from '#common/address-groups'

/** `::ffff:10.0.0.1`, in any notation, and `10.0.0.1` are one caller. Any other text is returned unchanged. */
export function plainAddress(address: string): string {
  if (!/ffff:/i.test(address) || isIP(address) !== 6) return address
  return mappedAddress(readGroups(address)) ?? address
}

/** Whether an IP address is a trusted proxy. */
export const isTrusted = (trusted: BlockList, address: string): boolean =>
  trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * The caller's IP address: the socket's or, when that is a trusted proxy, the right-most entry of `X-Forwarded-For`
 * that is not one. Entries further left were written by the caller and prove nothing.
 */
export function clientAddress(socket: string, forwarded: string | null, trusted: BlockList): string {
  let address = plainAddress(socket)
  if (!forwarded || !isTrusted(trusted, address)) return address
  for (const entry of forwarded.split(',').reverse()) {
    const candidate = plainAddress(entry.trim())
    if (!isIP(candidate)) return address
    address = candidate
    if (!isTrusted(trusted, candidate)) return address
  }
  return address
}
