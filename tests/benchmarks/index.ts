/**
 * `bun run bench [name …]`: the project against a baseline, alternating, as ratios within one run; all benchmarks, or
 * the named ones. Needs a built site; nginx is used if it is installed. Writes `.cache/bench.json`.
 */
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { benchBuild } from './build.ts'
import { benchCachedReads } from './cached-reads.ts'
import { benchStart } from './cold-start.ts'
import { benchInteractions } from './interactions.ts'
import { benchInvestorReads } from './investor-reads.ts'
import { benchMarket } from './market.ts'
import { benchProof } from './proof.ts'
import { benchRegister } from './register.ts'
import { type Benchmark, runBenchmarks } from './run.ts'
import { root } from './server-under-test.ts'
import { benchBearer, benchSignInFlood } from './sessions.ts'
import { benchStaticPage } from './static-page.ts'
import { benchStreams } from './streams.ts'
import { benchTiming } from './timing.ts'
import { benchGrowth } from './transaction-growth.ts'
import { benchUploads } from './uploads.ts'
import { benchDesk } from './work-queue.ts'

/** Each takes a function that reports a row, and a folder that is removed afterwards. */
const benchmarks: Record<string, Benchmark> = {
  cached: benchCachedReads,
  page: benchStaticPage,
  start: benchStart,
  reads: benchInvestorReads,
  transactions: benchGrowth,
  desk: benchDesk,
  register: benchRegister,
  proof: benchProof,
  charts: benchMarket,
  bearer: benchBearer,
  storm: benchSignInFlood,
  timing: benchTiming,
  streams: benchStreams,
  uploads: benchUploads,
  interactions: benchInteractions,
  build: benchBuild,
}

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark '${unknown.join("', '")}'. There are: ${Object.keys(benchmarks).join(', ')}`,
  )
  process.exit(1)
}

const chosen = Object.entries(benchmarks).filter(
  ([name]) => requested.length === 0 || requested.includes(name),
)
const rows = await runBenchmarks(chosen)

const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  bun: Bun.version,
  measured_at: new Date().toISOString(),
}
await Bun.write(join(root, '.cache/bench.json'), JSON.stringify({ machine, rows }, null, 2))

const table = rows.map(({ what, ours, floor, goal, ratio, reached, failure }) => [
  what,
  ours,
  floor,
  goal,
  failure ?? ratio.toFixed(2),
  failure === undefined ? (reached ? 'ok' : 'missed') : 'failed',
])
const lines = [['', 'ours', 'floor', 'goal', 'ratio', ''], ...table]
const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
for (const line of lines)
  console.log(
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
console.log(`\n${machine.cores} x ${machine.cpu}, ${machine.memory_gib} GiB, Bun ${machine.bun}`)
console.log(`${rows.filter(({ reached }) => reached).length} of ${rows.length} goals reached`)
const failed = rows.filter(({ failure }) => failure !== undefined)
if (failed.length > 0) {
  console.error(`${failed.length} could not be measured: ${failed.map(({ what }) => what).join('; ')}`)
  process.exitCode = 1
}
