import { join } from 'node:path'
import { startEmbedded } from '#db/embedded-postgres'
import { median, type Report, residentBytes, startServer } from './compare-servers.ts'
import { BASELINE_PORT, root, startServerUnderTest } from './server-under-test.ts'

const ROUNDS = 9
const IDLE_MS = 10_000

const startFloor = () =>
  startServer(
    [process.execPath, join(root, 'tests/benchmarks/baseline-elysia.ts'), String(BASELINE_PORT)],
    BASELINE_PORT,
    '/',
  )

/** Milliseconds until the first response of each, alternating. */
async function timeStarts(work: string, more: Record<string, string>) {
  const ours: number[] = []
  const floor: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServerUnderTest(work, '/api/v1/health', more)
    ours.push(server.readyAfter)
    await server.stop()
    const bare = await startFloor()
    floor.push(bare.readyAfter)
    await bare.stop()
  }
  return { ours: median(ours), floor: median(floor) }
}

async function reportStarts(report: Report, work: string, database: string, more: Record<string, string>) {
  // The first start fills the database.
  await (await startServerUnderTest(work, '/api/v1/health', more)).stop()
  const { ours, floor } = await timeStarts(work, more)
  report({
    what: `ready after start, ${database} and data present, against a 1-route Elysia`,
    ours: `${Math.round(ours)} ms`,
    floor: `${Math.round(floor)} ms`,
    ratio: ours / floor,
    goal: '<= 6',
    reached: ours / floor <= 6,
  })
}

/**
 * Time until the first response, with the embedded engine and with one that is already running; and the memory of an
 * idle server.
 */
export async function benchStart(report: Report, work: string): Promise<void> {
  await reportStarts(report, work, 'embedded database', {})
  const engine = await startEmbedded(join(work, 'engine'))
  try {
    await reportStarts(report, work, 'PostgreSQL running', { DATABASE_URL: engine.url })
  } finally {
    await engine.stop()
  }
  const server = await startServerUnderTest(work)
  await Bun.sleep(IDLE_MS)
  const resident = await residentBytes(server.pid)
  await server.stop()
  report({
    what: 'resident memory of an idle server, the embedded engine not counted',
    ours: `${(resident / 1e6).toFixed(0)} MB`,
    floor: '120 MB',
    ratio: resident / 120e6,
    goal: '<= 1',
    reached: resident <= 120e6,
  })
}
