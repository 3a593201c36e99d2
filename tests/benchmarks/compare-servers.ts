/** Two servers under the same load, alternating: machines are noisy, a ratio within one run is not. */
import { readFile } from 'node:fs/promises'

/** A line of the report. */
export interface Row {
  what: string
  ours: string
  floor: string
  ratio: number
  goal: string
  reached: boolean
  /** Why there is no measurement. */
  failure?: string
}

/** The row of a part that could not be measured: it misses its goal. */
export const failedRow = (what: string, error: unknown): Row => ({
  what,
  ours: 'failed',
  floor: '',
  ratio: Number.NaN,
  goal: '',
  reached: false,
  failure: (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '',
})

/** Takes a row as soon as it is measured. */
export type Report = (row: Row) => void

export interface LoadResult {
  perSecond: number
  answered: number
  failed: number
  p50: number
  p99: number
}

interface Target {
  port: number
  path: string
  headers?: string[]
}

/** Puts a fixed load on a local port from a separate process. */
export async function load(target: Target, seconds: number, connections = 32): Promise<LoadResult> {
  const client = Bun.spawn(
    [
      process.execPath,
      `${import.meta.dir}/load-client.ts`,
      String(target.port),
      target.path,
      String(seconds),
      String(connections),
      ...(target.headers ?? []),
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  )
  const line = await new Response(client.stdout).text()
  if ((await client.exited) !== 0) throw new Error(`The load on ${target.path} failed`)
  const result = JSON.parse(line) as LoadResult
  if (result.failed > 0) throw new Error(`${target.path}: ${result.failed} responses were not 200`)
  return result
}

/** The median of a list. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/s`

/** Resident memory of a process. */
export const residentBytes = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** Requests per second of `ours` against `floor`, alternating; returns both medians and their ratio. */
export async function compare(ours: Target, floor: Target, rounds = 5, seconds = 2) {
  const counts = { ours: [] as number[], floor: [] as number[] }
  await load(ours, 1)
  await load(floor, 1)
  for (let round = 0; round < rounds; round++) {
    counts.ours.push((await load(ours, seconds)).perSecond)
    counts.floor.push((await load(floor, seconds)).perSecond)
  }
  const [a, b] = [median(counts.ours), median(counts.floor)]
  return { ours: a, floor: b, ratio: a / b }
}

/** Starts a process and waits until it responds on its port. */
export async function startServer(
  command: string[],
  port: number,
  path: string,
  env: Record<string, string> = {},
) {
  const startedAt = performance.now()
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'inherit', env: { ...process.env, ...env } })
  const deadline = startedAt + 60_000
  while (performance.now() < deadline) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      await response.arrayBuffer()
      if (response.ok) break
    } catch {
      await Bun.sleep(5)
    }
  }
  return {
    pid: child.pid,
    readyAfter: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}
