import { describe, expect, test } from 'vitest'
import { readConfig } from '#config'
import { Problem } from '#contract/problem'
import { createAdminAccess } from './admin-access.ts'

const SECRET = 'path-for-tests-0123456789'

/** An access check as built from the configuration, with the countries of three IP addresses. */
function makeAccess(environment: Record<string, string> = {}) {
  const { ADMIN_ALLOWED_IPS, ADMIN_ALLOWED_COUNTRIES } = readConfig(environment)
  const places: Record<string, string> = { '192.0.2.1': 'CA', '2001:db8::1': 'DE', '198.51.100.1': 'US' }
  return createAdminAccess({
    secret: SECRET,
    networks: ADMIN_ALLOWED_IPS,
    countries: ADMIN_ALLOWED_COUNTRIES,
    countryOf: (address) => places[address],
  })
}

/** The code of the error; undefined when access is allowed. */
function tryAccess(
  access: ReturnType<typeof makeAccess>,
  address: string,
  segment: string | undefined = SECRET,
) {
  try {
    access.check(segment, address)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

describe('the admin access check', () => {
  test('without rules is open to every network, for the full segment only', () => {
    const access = makeAccess()
    expect(tryAccess(access, '203.0.113.9')).toBeUndefined()
    for (const segment of ['', 'x', SECRET.slice(0, -1), `${SECRET}x`, SECRET.toUpperCase(), ` ${SECRET}`]) {
      expect(tryAccess(access, '203.0.113.9', segment), segment).toBe('not_found')
      expect(access.opens(segment), segment).toBe(false)
    }
    expect(access.opens(undefined)).toBe(false)
    expect(access.opens(null)).toBe(false)
  })

  test.each([
    ['192.0.2.0/24', ['192.0.2.1', '192.0.2.255'], ['192.0.3.1', '2001:db8::1']],
    ['192.0.2.1, 198.51.100.0/31', ['192.0.2.1', '198.51.100.1'], ['192.0.2.2', '198.51.100.2']],
    ['2001:db8::/32', ['2001:db8::1', '2001:db8:ffff::2'], ['2001:db9::1', '192.0.2.1']],
  ])('for %s is closed to all others', (ADMIN_ALLOWED_IPS, inside, outside) => {
    const access = makeAccess({ ADMIN_ALLOWED_IPS })
    for (const address of inside) expect(tryAccess(access, address), address).toBeUndefined()
    for (const address of outside) expect(tryAccess(access, address), address).toBe('admin_network')
  })

  test('allows the named countries, and no IP address of an unknown country', () => {
    const access = makeAccess({ ADMIN_ALLOWED_COUNTRIES: 'ca, DE' })
    expect(tryAccess(access, '192.0.2.1')).toBeUndefined()
    expect(tryAccess(access, '2001:db8::1')).toBeUndefined()
    expect(tryAccess(access, '198.51.100.1')).toBe('admin_network')
    expect(tryAccess(access, '127.0.0.1')).toBe('admin_network')
  })

  test('requires both network and country where both are configured, and does not reveal them for a wrong segment', () => {
    const access = makeAccess({
      ADMIN_ALLOWED_IPS: '192.0.2.0/24,198.51.100.0/24',
      ADMIN_ALLOWED_COUNTRIES: 'CA',
    })
    expect(tryAccess(access, '192.0.2.1')).toBeUndefined()
    expect(tryAccess(access, '192.0.2.2')).toBe('admin_network')
    expect(tryAccess(access, '198.51.100.1')).toBe('admin_network')
    expect(tryAccess(access, '203.0.113.9', 'path-for-guesses-9876543210')).toBe('not_found')
  })
})
