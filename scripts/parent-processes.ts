/**
 * Whoever started us may be killed without our hearing of it: `npm` passes a SIGTERM to the shell
 * between us, and the shell does not pass it on. So the chain up to `npm start` is watched, and its
 * breaking is taken for the signal that was lost.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Entry {
  pid: number
  parent: number
  command: string
}

const INTERVAL_MS = 500

/** A living process; `undefined` when it is gone or only waits to be reaped. */
function readProcess(pid: number): Entry | undefined {
  if (process.platform !== 'linux') return readWithPs(pid)
  try {
    // The name in parentheses may itself hold spaces and parentheses.
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

/** Any other failure, such as too many open files, says nothing about the process. */
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
 * The processes between us and the command that was typed, nearest first: up to the nearest `npm`
 * script, or else the farthest launcher in a row. Empty when nothing but a shell started us.
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

/** Read once: after a link broke, the chain that is left looks whole. */
let links: number[] | undefined

function isBroken(chain: readonly number[]): boolean {
  try {
    return chain.slice(0, -1).some((pid, at) => readProcess(pid)?.parent !== chain[at + 1])
  } catch {
    return false
  }
}

/**
 * Calls back once when one of the processes that launched us is gone, until the returned function
 * is called. Does not keep the process alive.
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
