import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { failedRow, type Report, type Row } from './compare-servers.ts'

/** Reports rows, and works in a folder that is removed afterwards. */
export type Benchmark = (report: Report, work: string) => Promise<void>

interface Measured extends Row {
  benchmark: string
  /** Load average of the last minute at the start: a busy machine measures itself. */
  load: number
}

/** Runs benchmarks one after the other. A failed one becomes a row, and the others continue. */
export async function runBenchmarks(benchmarks: readonly [string, Benchmark][]): Promise<Measured[]> {
  const rows: Measured[] = []
  for (const [benchmark, run] of benchmarks) {
    const load = Number(loadavg()[0]?.toFixed(1))
    process.stderr.write(`${benchmark} (load average ${load})\n`)
    const report: Report = (row) => {
      rows.push({ benchmark, load, ...row })
      process.stderr.write(`  ${row.what}: ${row.failure ?? row.ratio.toFixed(2)}\n`)
    }
    const work = await mkdtemp(join(tmpdir(), 'lodefield-bench-'))
    try {
      await run(report, work)
    } catch (error) {
      report(failedRow(benchmark, error))
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  }
  return rows
}
