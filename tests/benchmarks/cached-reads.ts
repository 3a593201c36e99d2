import { join } from 'node:path'
import { compare, perSecond, type Report, startServer } from './compare-servers.ts'
import { BASELINE_PORT, root, SERVER_PORT, startServerUnderTest } from './server-under-test.ts'

/** Public reads from memory, against a bare `Bun.serve` that makes the same response each time. */
export async function benchCachedReads(report: Report, work: string): Promise<void> {
  const server = await startServerUnderTest(work)
  try {
    await readAll(report, work)
  } finally {
    await server.stop()
  }
}

async function readAll(report: Report, work: string): Promise<void> {
  const paths = [
    'settings',
    'tokens',
    'contact-departments',
    'market-data',
    'crypto-prices',
    'chart-data/BTC/24h',
    'market-intelligence',
  ].map((path) => `/api/v1/${path}`)
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${SERVER_PORT}${path}`)
    const source = join(work, 'floor.json')
    await Bun.write(source, await response.text())
    const floor = await startServer(
      [process.execPath, join(root, 'tests/benchmarks/baseline-server.ts'), String(BASELINE_PORT), source],
      BASELINE_PORT,
      '/',
    )
    const {
      ours,
      floor: bare,
      ratio,
    } = await compare({ port: SERVER_PORT, path }, { port: BASELINE_PORT, path: '/' })
    await floor.stop()
    report({
      what: `GET ${path} against a bare Bun.serve`,
      ours: perSecond(ours),
      floor: perSecond(bare),
      ratio,
      goal: '>= 0.75',
      reached: ratio >= 0.75,
    })
  }
}
