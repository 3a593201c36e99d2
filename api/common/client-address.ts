import { type BlockList, isIP } from 'node:net'
import { mappedAddress, readGroups } from '#common/address-groups'

/** `::ffff:10.0.0.1`, however it is written, and `10.0.0.1` are one caller. Anything else is returned as it is. */
export function plainAddress(address: string): string {
  if (!/ffff:/i.test(address) || isIP(address) !== 6) return address
  return mappedAddress(readGroups(address)) ?? address
}

/** Whether an address is one of the proxies that are believed. */
export const isTrusted = (trusted: BlockList, address: string): boolean =>
  trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Who is calling: the socket's address or, when that is a trusted proxy, the right-most entry of
 * `X-Forwarded-For` that is not one. What stands further left was written by the caller and proves nothing.
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
