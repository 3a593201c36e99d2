import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { createLogger } from '#common/logger'
import { createProxyCheck } from './proxy-warning.ts'

/** Warnings after `requests` requests from a socket, each with the header `forwarded`. */
function warningsOf(
  trusted: BlockList | undefined,
  socket: string,
  forwarded: string | undefined,
  requests = 40,
) {
  const lines: string[] = []
  const watch = createProxyCheck(createLogger('info', { write: (line) => void lines.push(line) }), trusted)
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  for (let request = 0; request < requests; request++) {
    watch(new Request('http://localhost/', { headers }), { requestIP: () => ({ address: socket }) })
  }
  return lines.map((line) => JSON.parse(line))
}

const proxies = new BlockList()
proxies.addSubnet('10.0.0.0', 8, 'ipv4')

test('an untrusted proxy is logged once, with its IP address and the variable', () => {
  for (const trusted of [undefined, proxies]) {
    const warnings = warningsOf(trusted, '::ffff:192.168.0.7', '203.0.113.9')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatchObject({
      level: 40,
      socket: '192.168.0.7',
      msg: expect.stringContaining('TRUST_PROXY'),
    })
  }
})

test('neither a trusted proxy nor a direct caller causes a warning', () => {
  expect(warningsOf(proxies, '10.1.2.3', '203.0.113.9')).toEqual([])
  expect(warningsOf(undefined, '203.0.113.9', undefined)).toEqual([])
})
