import { join } from 'node:path'
import { median, type Report, residentBytes, startServer } from './measure.ts'
import { FLOOR, root, startOurs } from './our-server.ts'

const ROUNDS = 5
const IDLE_MS = 10_000

/** Milliseconds until the first answer of each, in turn. */
async function timeStarts(work: string) {
  const ours: number[] = []
  const floor: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startOurs(work, '/api/v1/health')
    ours.push(server.readyAfter)
    await server.stop()
    const bare = await startServer(
      [process.execPath, join(root, 'tests/bench/elysia-floor.ts'), String(FLOOR)],
      FLOOR,
      '/',
    )
    floor.push(bare.readyAfter)
    await bare.stop()
  }
  return { ours: median(ours), floor: median(floor) }
}

/** Time until the first answer, embedded database included, data present; and what an idle server then holds. */
export async function benchStart(report: Report, work: string): Promise<void> {
  // The first start makes the database.
  await (await startOurs(work)).stop()
  const { ours, floor } = await timeStarts(work)
  report({
    what: 'ready after start, embedded database and data present, against a 1-route Elysia',
    ours: `${Math.round(ours)} ms`,
    floor: `${Math.round(floor)} ms`,
    ratio: ours / floor,
    goal: '<= 4',
    reached: ours / floor <= 4,
  })
  const server = await startOurs(work)
  await Bun.sleep(IDLE_MS)
  const held = await residentBytes(server.pid)
  await server.stop()
  report({
    what: 'resident memory of an idle server, the embedded engine not counted',
    ours: `${(held / 1e6).toFixed(0)} MB`,
    floor: '120 MB',
    ratio: held / 120e6,
    goal: '<= 1',
    reached: held <= 120e6,
  })
}
