import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger } from '#common/logger'
import { startTestApp } from '#testing/test-app'
import { createRejectionLog } from './rate-limit-log.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

function start() {
  const lines: Record<string, unknown>[] = []
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  return { lines, rejections: createRejectionLog(log) }
}

test('writes the first rejected call of a network, and the number of further ones after a minute', () => {
  const { lines, rejections } = start()
  for (let call = 0; call < 500; call++) {
    rejections.write({ address: `2001:db8::${call.toString(16)}`, path: '/tokens' }, 'Rate limit exceeded.')
  }
  rejections.write({ address: '203.0.113.1', path: '/tokens' }, 'Rate limit exceeded.')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({ address: '2001:db8::0', path: '/tokens', msg: 'Rate limit exceeded.' })
  vi.advanceTimersByTime(66_000)
  expect(lines).toHaveLength(3)
  expect(lines[2]).toMatchObject({ code: 'rate_limited', network: '2001:db8:0:0::/64', count: 499 })
  rejections.write({ address: '203.0.113.1', path: '/tokens' }, 'Rate limit exceeded.')
  expect(lines).toHaveLength(4)
  rejections.close()
})

test('writes a limited number of lines for calls from many networks, and loses no count', () => {
  const { lines, rejections } = start()
  for (let call = 0; call < 50_000; call++) {
    rejections.write(
      { address: `10.${call >> 16}.${(call >> 8) & 255}.${call & 255}` },
      'Rate limit exceeded.',
    )
  }
  rejections.close()
  expect(lines.length).toBeLessThan(1_010)
  const counted = lines.reduce((sum, { count = 1 }) => sum + Number(count), 0)
  expect(counted).toBe(50_000)
})

test('a flood of rejected calls leaves one line', async () => {
  vi.useRealTimers()
  const app = await startTestApp({ RATE_LIMIT_SCALE: '0.01' })
  const flood = async (address: string) => {
    const statuses: number[] = []
    for (let call = 0; call < 100; call++) {
      statuses.push((await app.call('GET', '/user/profile', { address })).status)
    }
    return statuses.filter((status) => status === 429).length
  }
  try {
    expect(await flood('203.0.113.7')).toBe(94)
    expect(app.logLines.filter((line) => line.includes('rate_limited'))).toHaveLength(1)
  } finally {
    await app.close()
  }
  const [, summary, ...others] = app.logLines
    .filter((line) => line.includes('rate_limited'))
    .map((line) => JSON.parse(line))
  expect(summary).toMatchObject({ network: '203.0.113.7', count: 93 })
  expect(others).toEqual([])
})
