/**
 * The networks that a caller is counted by. An IPv4 address is one caller. An IPv6 customer has at least a whole /64,
 * and may use a new address for every call; larger customers have a /56 or a /48, so these are counted too, at higher
 * bounds.
 */
import { isIP } from 'node:net'
import { readGroups } from './address-groups.ts'
import { plainAddress } from './client-address.ts'

export interface CountedNetwork {
  /** The IPv4 address, or the IPv6 network in CIDR notation. */
  name: string
  /** Its limit, as a multiple of one caller's. */
  factor: number
}

/** Narrowest first: a caller over that limit is not counted against the wider networks. */
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

function findNetworks(address: string): CountedNetwork[] {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return [{ name: plain, factor: 1 }]
  const groups = readGroups(plain)
  return PREFIXES.map(({ length, factor }) => ({ name: prefixOf(groups, length), factor }))
}

/** Networks of recent callers: reading an IPv6 address takes ten times as long as counting its call. */
const remembered = new Map<string, CountedNetwork[]>()
const REMEMBERED_MAX = 10_000

/** All networks an IP address is counted by, narrowest first. */
export function networksOf(address: string): CountedNetwork[] {
  const known = remembered.get(address)
  if (known) return known
  const networks = findNetworks(address)
  if (remembered.size >= REMEMBERED_MAX) remembered.clear()
  remembered.set(address, networks)
  return networks
}

/** The network that counts as one caller: an IPv4 address, or the /64 of an IPv6 one. */
export const networkOf = (address: string): string => networksOf(address)[0]?.name ?? address

/** IPv4: a registry's block, a provider's, a subnet. IPv6: a provider's block, then as {@link PREFIXES}. */
const IPV4_BYTES = [1, 2, 3]
const IPV6_LENGTHS = [32, 48, 56, 64]

/**
 * The networks around an IP address, widest first, down to the one that counts as the caller. For fair queues: a
 * caller with many addresses mostly has them in a few networks.
 */
export function networksAround(address: string): string[] {
  const plain = plainAddress(address)
  if (isIP(plain) === 6) {
    const groups = readGroups(plain)
    return IPV6_LENGTHS.map((length) => prefixOf(groups, length))
  }
  const bytes = plain.split('.')
  return [...IPV4_BYTES.map((count) => `${bytes.slice(0, count).join('.')}/${count * 8}`), plain]
}
