import { describe, expect, it } from 'vitest'
import { parseProvenanceHeaders } from './market-headers.ts'

const asOf = '2026-11-20T10:00:00.000Z'

describe('the provenance of a bare list', () => {
  const read = (headers: Record<string, string>) => parseProvenanceHeaders(new Headers(headers))

  it('is in its headers', () => {
    expect(
      read({
        'x-market-source': 'simulated',
        'x-market-stale': 'false',
        'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
      }),
    ).toEqual({ source: 'simulated', asOf, stale: false })
    expect(read({ 'x-market-source': 'live', 'x-market-stale': 'true' }).stale).toBe(true)
  })

  it('counts as stale when the headers are missing', () => {
    expect(read({}).stale).toBe(true)
    expect(read({ 'x-market-source': 'elsewhere' }).stale).toBe(true)
  })
})
