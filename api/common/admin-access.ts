/** Access to the admin panel: a secret path segment, and the allowed networks. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type BlockList, isIP } from 'node:net'
import { notFoundProblem, Problem } from '#contract/problem'

export interface AdminAccessOptions {
  /** The secret path segment. */
  secret: string
  /** Allowed networks; undefined for all. */
  networks: BlockList | undefined
  /** Allowed countries as ISO 3166-1 alpha-2 codes; empty for all. */
  countries: readonly string[]
  /** The country of an IP address; undefined when it is unknown. */
  countryOf: (address: string) => string | undefined
}

/** The networks and countries from which administrators may connect. */
export interface AdminAccessRules {
  /** Networks such as `192.0.2.0/24`; empty for all. */
  networks: string[]
  /** ISO 3166-1 alpha-2 codes; empty for all. */
  countries: string[]
}

export interface AdminAccess {
  rules: AdminAccessRules
  /** Whether `segment` is the secret one, compared in constant time. */
  opens(segment: string | undefined | null): boolean
  /** Throws `not_found` for a wrong segment, as for any unknown path, and `admin_network` for a wrong network. */
  check(segment: string | undefined | null, address: string): void
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Creates the access check for one process. */
export function createAdminAccess({
  secret,
  networks,
  countries,
  countryOf,
}: AdminAccessOptions): AdminAccess {
  const expected = digest(secret)

  const opens = (segment: string | undefined | null): boolean =>
    typeof segment === 'string' && timingSafeEqual(digest(segment), expected)

  const mayEnter = (address: string): boolean => {
    if (networks && !networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return false
    if (countries.length === 0) return true
    const country = countryOf(address)
    return country !== undefined && countries.includes(country)
  }

  return {
    // A block list prints its rules as `Subnet: IPv4 192.0.2.0/24` and `Address: IPv4 192.0.2.1`, the last one first.
    rules: {
      networks: (networks?.rules ?? []).map((rule) => rule.split(' ').at(-1) ?? rule).reverse(),
      countries: [...countries],
    },
    opens,
    check(segment, address) {
      if (!opens(segment)) throw notFoundProblem()
      if (!mayEnter(address)) {
        throw new Problem(
          'admin_network',
          'Access denied. Admin panel access is restricted to authorized IPs and locations.',
        )
      }
    },
  }
}
