import { describe, expect, it } from 'vitest'
import { isDashboardPath, parseReturnUrl } from './return-url.ts'

const readWith = (next: string) => parseReturnUrl(`?next=${encodeURIComponent(next)}`)

describe('readNext', () => {
  it.each([
    '/access/dashboard?tab=market',
    '/access/settings',
    '/docs/glossary#token',
    '/access/transactions?type=fee&offset=20',
    '/',
  ])('redirects to %s', (path) => {
    expect(readWith(path)).toBe(path)
  })

  it.each([
    '',
    'access/settings',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    '/access\\..\\..\\evil',
    '/..//evil.example',
    '/.//evil.example',
    '/%0a/../..//evil.example',
    '/access/login',
    '/access/login?next=%2Faccess%2Flogin',
    '/access/./login',
  ])('redirects to the dashboard instead of %j', (next) => {
    expect(readWith(next)).toBe('/access/dashboard')
  })

  it('redirects to the dashboard without a target', () => {
    expect(parseReturnUrl('')).toBe('/access/dashboard')
    expect(parseReturnUrl('?from=mail')).toBe('/access/dashboard')
  })
})

describe('isDashboard', () => {
  it.each([
    ['/access/dashboard', true],
    ['/access/dashboard?tab=market', true],
    ['/access/subscribe/hall', false],
    ['/access/dashboards', false],
  ])('judges %s', (path, expected) => {
    expect(isDashboardPath(path)).toBe(expected)
  })
})
