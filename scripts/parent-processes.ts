/**
 * A launcher may be killed without a signal reaching this process: `npm` passes a SIGTERM to the shell in between,
 * which does not pass it on. So the chain up to `npm start` is watched, and a broken chain counts as the lost signal.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Entry {
  pid: number
  parent: number
  command: string
}

const INTERVAL_MS = 500

/** A living process; `undefined` when it has ended or is a zombie. */
function readProcess(pid: number): Entry | undefined {
  if (process.platform !== 'linux') return readWithPs(pid)
  try {
    // The name in parentheses may contain spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, parent: Number(parent), command }
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/** Any other error, such as too many open files, does not show that the process has ended. */
const isGone = (error: unknown): boolean =>
  ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')

function readWithPs(pid: number): Entry | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const [, parent, command] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    return parent ? { pid, parent: Number(parent), command: command ?? '' } : undefined
  } catch {
    return undefined
  }
}

const isNpmScript = ({ command }: Entry): boolean => /^npm (start|test|run|run-script)\b/.test(command)
const isLauncher = ({ command }: Entry): boolean =>
  /^(npm|npx|\S*bunx?) |npm-cli\.js|npx-cli\.js/.test(command)

/**
 * The processes between this one and the typed command, nearest first: up to the nearest `npm` script, or else the
 * farthest launcher of a chain. Empty when only a shell started this one.
 */
export function findLaunchers(pid: number, read: (pid: number) => Entry | undefined = readProcess): Entry[] {
  const chain: Entry[] = []
  let last = 0
  for (
    let entry = read(read(pid)?.parent ?? 0);
    entry && entry.pid > 1 && chain.length < 12;
    entry = read(entry.parent)
  ) {
    chain.push(entry)
    if (isLauncher(entry)) last = chain.length
    if (isNpmScript(entry)) break
  }
  return chain.slice(0, last)
}

/** Read once: after a link broke, the remaining chain looks complete. */
let links: number[] | undefined

function isBroken(chain: readonly number[]): boolean {
  try {
    return chain.slice(0, -1).some((pid, at) => readProcess(pid)?.parent !== chain[at + 1])
  } catch {
    return false
  }
}

/**
 * Calls back once when one of the launching processes has ended, until the returned function is called. Does not keep
 * the process alive.
 */
export function onParentExit(callback: () => void): () => void {
  // Windows has neither signals nor orphans of this kind.
  if (process.platform === 'win32') return () => {}
  links ??= [process.pid, ...findLaunchers(process.pid).map(({ pid }) => pid)]
  const watched = links
  const timer = setInterval(() => {
    if (!isBroken(watched)) return
    clearInterval(timer)
    callback()
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
