/** Programs that a system may have, and the account they run as: PostgreSQL's refuse to run as root. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'

interface Account {
  uid: number
  gid: number
}

const idOf = (option: string): number =>
  Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)

/** The account that runs the programs: the caller's own, or for root that of PostgreSQL's package. */
export function findAccount(): Account | undefined {
  return process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
}

/** The path of a program in one of a package's folders; undefined if the package is not installed. */
export function findProgram(name: string, folders: readonly string[]): string | undefined {
  return folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path))
}

/** Skips a test with its reason, if there is one. */
export function skipWithReason(what: string, reason: string, skip: (note?: string) => void): void {
  if (reason === '') return
  process.stdout.write(`Skipped, ${what}: ${reason}\n`)
  skip(reason)
}

/** Starts a program that keeps running; all its output is in `said`. */
export function startProgram(
  command: string,
  words: readonly string[],
): { child: ChildProcess; said: string[] } {
  const child = spawn(command, words, { ...findAccount(), cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => said.push(String(data)))
  return { child, said }
}

/** Runs a program to completion. Throws, with its output, if it fails. */
export async function runProgram(command: string, words: readonly string[]): Promise<void> {
  const { child, said } = startProgram(command, words)
  const status = await new Promise((ended) => child.on('close', ended))
  if (status !== 0) throw new Error(`${command} failed with status ${status}: ${said.join('')}`)
}

/** Ends a program and waits for its exit. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.kill(signal)
  await ended
}

/** A free port on loopback. */
export function findFreePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer()
    probe.on('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
