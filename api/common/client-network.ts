/**
 * Networks used for rate limiting. An IPv4 address is one caller. An IPv6 customer has at least a whole /64 and may use
 * a new address for every call; larger customers have a /56 or a /48, so these count too, with higher limits.
 */
import { isIP } from 'node:net'
import { normalizeAddress } from './client-address.ts'
import { parseIpv6Groups } from './ipv6-address.ts'

export interface RateLimitedNetwork {
  /** The IPv4 address, or the IPv6 network in CIDR notation. */
  name: string
  /** Its limit, as a multiple of a single caller's. */
  factor: number
}

/** Narrowest first: a call over that limit does not count against the wider networks. */
const PREFIXES = [
  { length: 64, factor: 1 },
  { length: 56, factor: 4 },
  { length: 48, factor: 16 },
]
/** The network of `length` bits, at most 64, around an IPv6 address. */
function prefixOf(groups: number[], length: number): string {
  const parts = groups.slice(0, 4).map((group, at) => {
    const kept = Math.min(16, Math.max(0, length - 16 * at))
    return (group & (0xffff << (16 - kept)) & 0xffff).toString(16)
  })
  return `${parts.join(':')}::/${length}`
}

function findNetworks(address: string): RateLimitedNetwork[] {
  const plain = normalizeAddress(address)
  if (isIP(plain) !== 6) return [{ name: plain, factor: 1 }]
  const groups = parseIpv6Groups(plain)
  return PREFIXES.map(({ length, factor }) => ({ name: prefixOf(groups, length), factor }))
}

/** Networks of recent callers: parsing an IPv6 address takes ten times as long as counting the call. */
const remembered = new Map<string, RateLimitedNetwork[]>()
const REMEMBERED_MAX = 10_000

/** All networks an IP address counts towards, narrowest first. */
export function listNetworks(address: string): RateLimitedNetwork[] {
  const known = remembered.get(address)
  if (known) return known
  const networks = findNetworks(address)
  if (remembered.size >= REMEMBERED_MAX) remembered.clear()
  remembered.set(address, networks)
  return networks
}

/** The network that counts as one caller: an IPv4 address, or the /64 of an IPv6 address. */
export const getCallerNetwork = (address: string): string => listNetworks(address)[0]?.name ?? address

/**
 * IPv4: the blocks of a registry and a provider, then a subnet. IPv6: a provider's block, then as in {@link PREFIXES}.
 */
const IPV4_BYTES = [1, 2, 3]
const IPV6_LENGTHS = [32, 48, 56, 64]

/**
 * The networks around an IP address, from the widest to the one that counts as the caller. For fair queues: callers
 * with many addresses mostly have them in a few networks.
 */
export function listEnclosingNetworks(address: string): string[] {
  const plain = normalizeAddress(address)
  if (isIP(plain) === 6) {
    const groups = parseIpv6Groups(plain)
    return IPV6_LENGTHS.map((length) => prefixOf(groups, length))
  }
  const bytes = plain.split('.')
  return [...IPV4_BYTES.map((count) => `${bytes.slice(0, count).join('.')}/${count * 8}`), plain]
}
