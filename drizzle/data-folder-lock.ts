/**
 * Ownership of a data folder by one living process. A lock left by a dead process, or by a recycled pid, is taken over.
 */
import { spawnSync } from 'node:child_process'
import { link, readdir, readFile, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises'
import process from 'node:process'

interface Owner {
  pid: number
  /** The result of {@link getProcessIdentity}: it differs for a recycled pid. */
  started: string
}

const UNKNOWN = 'unknown'

/**
 * Distinguishes processes with the same pid by their start time. Undefined if no such process is alive; 'unknown' if it
 * is, but the system does not provide its start time.
 */
export async function getProcessIdentity(pid: number): Promise<string | undefined> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: alive, under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  if (process.platform === 'linux') {
    try {
      const [stat, boot] = await Promise.all([
        readFile(`/proc/${pid}/stat`, 'utf8'),
        readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      ])
      // The second field is the command in brackets and may contain anything, so fields are counted from there
      // (proc(5)).
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? undefined : `${boot.trim()} ${fields[19]}`
    } catch {
      return UNKNOWN
    }
  }
  if (process.platform === 'win32') return UNKNOWN
  const started = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim()
  return started || UNKNOWN
}

/** Whether `pid` is a living PostgreSQL working in `folder` and listening on `port`. */
export async function isEngineRunning(pid: number, folder: string, port: number): Promise<boolean> {
  if ((await getProcessIdentity(pid)) === undefined) return false
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder))
  } catch {
    const command = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
    return command?.includes('postgres') === true && command.includes(` -p ${port} `)
  }
}

/** Whether any process works in `folder`. Only Linux can tell; elsewhere the result is false. */
export async function hasRunningProcesses(folder: string): Promise<boolean> {
  const cluster = await realpath(folder)
  const names = await readdir('/proc').catch(() => [])
  const folders = names
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => ''))
  return (await Promise.all(folders)).includes(cluster)
}

async function readOwner(file: string): Promise<{ text: string; owner: Owner | undefined } | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const owner = JSON.parse(text) as Partial<Owner> | null
    return typeof owner?.pid === 'number' && typeof owner.started === 'string'
      ? { text, owner: { pid: owner.pid, started: owner.started } }
      : { text, owner: undefined }
  } catch {
    return { text, owner: undefined }
  }
}

async function isAlive(owner: Owner): Promise<boolean> {
  const started = await getProcessIdentity(owner.pid)
  return (
    started !== undefined && (started === owner.started || started === UNKNOWN || owner.started === UNKNOWN)
  )
}

/** The pid of the living process that owns `file`, if any. */
export async function findOwner(file: string): Promise<number | undefined> {
  const found = await readOwner(file)
  return found?.owner && (await isAlive(found.owner)) ? found.owner.pid : undefined
}

/**
 * Makes this process the owner named in `file` and returns the function that releases it. Throws, naming the pid, if
 * another living process (or an earlier call of this one) is the owner.
 */
export async function acquireDataFolder(file: string, folder: string): Promise<() => Promise<void>> {
  const mine = JSON.stringify({
    pid: process.pid,
    started: (await getProcessIdentity(process.pid)) ?? UNKNOWN,
  })
  const draft = `${file}.${process.pid}.${crypto.randomUUID()}`
  // Linking a finished file creates the lock atomically, and fails if there is one.
  await writeFile(draft, mine, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        await link(draft, file)
        return async () => {
          if ((await readOwner(file))?.text === mine) await rm(file, { force: true })
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const found = await readOwner(file)
      if (!found) continue
      if (found.owner && (await isAlive(found.owner))) {
        throw new Error(
          `The data folder ${folder} is in use by the process ${found.owner.pid}. Stop that process, or choose another folder.`,
        )
      }
      await discard(file, found.text)
    }
    throw new Error(
      `Could not take the data folder ${folder}: other processes keep taking it at the same time.`,
    )
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes a dead owner's lock. If another process replaced it in the meantime, its lock is restored. */
async function discard(file: string, deadText: string): Promise<void> {
  const aside = `${file}.${process.pid}.${crypto.randomUUID()}`
  try {
    await rename(file, aside)
  } catch {
    return
  }
  if ((await readFile(aside, 'utf8')) !== deadText) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}
