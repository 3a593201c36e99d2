/**
 * A real PostgreSQL for machines without one. It runs in a separate session, so Ctrl-C reaches only the server, which
 * stops the engine after its last response. After a `kill -9` of the server, a waiting shell stops the engine; a start
 * before that, or without the shell, does the same.
 */
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { acquireDataFolder, hasRunningProcesses, isEngineRunning } from './data-folder-lock.ts'
import { changeFileOwner, createCluster, type DataFolder, readPasswords } from './embedded-cluster.ts'
import { type Account, type Engine, prepareEngine } from './embedded-programs.ts'
import { ENGINE_HOST, ensureRoles, getEngineUrls } from './embedded-roles.ts'

export interface Embedded {
  /** URL of the database `lodefield` for its owner: migrations and maintenance. */
  url: string
  /** URL of the same database for the role of a running server. */
  serverUrl: string
  /** Ends connections, writes everything to disk and waits until the engine has stopped. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** False skips waiting for the disk: faster, but a power cut may destroy the data. For tests. */
  durable?: boolean
  /** Called after each launch of the engine: there is time for other work until it accepts connections. */
  onLaunch?: () => void
}

/** Name of the file in the data folder that identifies the process using it. */
export const LOCK_FILE = 'postgres.lock'

/** Relative to the data folder: on Windows, pg_ctl passes them to a shell, which would expand a `$` in a path. */
const CLUSTER = 'postgres'
const LOG = 'postgres.log'
const START_SECONDS = 300
const STOP_SECONDS = 60
const LOG_LIMIT = 10 * 1024 * 1024
const ATTEMPTS = 40
const ATTEMPT_MS = 250
/** How often the engine's readiness is checked. pg_ctl would check ten times a second. */
const LOOK_MS = 5

/**
 * Starts the engine with its data in `dataDir`, creating both on first use. As root, it runs under an ordinary account.
 * Throws if another living process uses the folder, naming its pid, and if the engine cannot start, with its output.
 */
export async function startEmbedded(
  dataDir: string,
  { durable = true, onLaunch }: EmbeddedOptions = {},
): Promise<Embedded> {
  const root = resolve(dataDir)
  const cluster = join(root, CLUSTER)
  await mkdir(root, { recursive: true })
  const release = await acquireDataFolder(join(root, LOCK_FILE), root)
  try {
    const engine = await prepareEngine(root, cluster)
    const passwords = await readPasswords(root, cluster)
    const folder: DataFolder = { root, cluster, log: join(root, LOG), passwords }
    if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(engine, folder, durable)
    else await changeFileOwner(engine.account, cluster)
    await endLeftoverEngine(engine, folder)
    const port = await launchEngine(engine, folder, { durable, onLaunch })
    try {
      await ensureRoles(folder, port)
    } catch (error) {
      await stopEngine(engine, cluster)
      throw error
    }
    let stopping: Promise<void> | undefined
    return {
      ...getEngineUrls(passwords, port),
      stop: () => {
        stopping ??= stopEngine(engine, cluster).finally(release)
        return stopping
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** PostgreSQL's own pid file: its process, its port, and whether it accepts connections. */
async function readMark(cluster: string): Promise<{ pid: number; port: number; isReady: boolean }> {
  const mark = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return { pid: Number(mark[0]), port: Number(mark[3]), isReady: mark[7]?.trim() === 'ready' }
}

/** Stops an engine whose owner died, and cleans up after one that was killed. */
async function endLeftoverEngine(engine: Engine, { cluster }: DataFolder): Promise<void> {
  const mark = join(cluster, 'postmaster.pid')
  const { pid, port } = await readMark(cluster)
  if (!(pid > 0)) return
  if (await isEngineRunning(pid, cluster, port)) return stopEngine(engine, cluster)
  // The processes of a killed engine end within seconds. Until then no file may be removed.
  for (let attempt = 1; await hasRunningProcesses(cluster); attempt++) {
    if (attempt === ATTEMPTS) return
    await pause(ATTEMPT_MS)
  }
  // PostgreSQL itself cleans up after a dead process. A living one blocks it forever: another process with the same id,
  // or a zombie that its parent, such as a container's first process, never reaps.
  if (isProcessAlive(pid)) await rm(mark, { force: true })
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function launchEngine(
  engine: Engine,
  folder: DataFolder,
  { durable, onLaunch }: { durable: boolean; onLaunch: (() => void) | undefined },
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort()
    const from = await prepareLog(engine.account, folder.log)
    try {
      const starting = startServer(engine, folder, engineOptions(port, durable))
      onLaunch?.()
      await starting
      return port
    } catch (error) {
      const said = (await readFile(folder.log, 'utf8').catch(() => '')).slice(from).trim()
      // The port was taken in the meantime, or processes of a killed engine have not quite ended.
      const passing = /could not bind|could not create any TCP\/IP|pre-existing shared memory block/.test(
        said,
      )
      if (!passing || attempt === ATTEMPTS) {
        throw new Error(`The embedded PostgreSQL did not start. ${said || String(error)}`, { cause: error })
      }
      await pause(ATTEMPT_MS)
    }
  }
}

/** Starts the engine and waits until it accepts connections. Throws if it exits first or takes too long. */
async function startServer(
  engine: Engine,
  { cluster, log }: DataFolder,
  options: readonly string[],
): Promise<void> {
  if (process.platform === 'win32') {
    // On Windows only pg_ctl drops administrator rights, with which the engine refuses to run.
    const wait = ['-w', '-t', String(START_SECONDS)]
    return engine.run('pg_ctl', ['start', '-D', CLUSTER, '-l', LOG, ...wait, '-o', options.join(' ')])
  }
  const file = openSync(log, 'a')
  const { pid, ended } = engine.launch(['-D', CLUSTER, ...options], file)
  closeSync(file)
  let isRunning = true
  ended.then(() => {
    isRunning = false
  })
  const deadline = performance.now() + START_SECONDS * 1000
  while (isRunning && performance.now() < deadline) {
    const mark = await readMark(cluster)
    if (mark.pid === pid && mark.isReady) return
    await pause(LOOK_MS)
  }
  throw new Error(isRunning ? `It was not ready after ${START_SECONDS} seconds.` : 'It stopped immediately.')
}

function engineOptions(port: number, durable: boolean): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: ENGINE_HOST,
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    jit: 'off',
    ...(durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 }),
  }
  return [
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Makes the log writable for the engine, rotates a long one, and returns its length in characters. */
async function prepareLog(account: Account | undefined, log: string): Promise<number> {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) await rename(log, `${log}.1`)
  const handle = await open(log, 'a', 0o600)
  if (account) await handle.chown(account.uid, account.gid)
  await handle.close()
  return (await readFile(log, 'utf8')).length
}

function findFreePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer()
    probe.on('error', failed)
    probe.listen(0, ENGINE_HOST, () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function stopEngine(engine: Engine, cluster: string): Promise<void> {
  if (!existsSync(join(cluster, 'postmaster.pid'))) return
  const stop = (mode: 'fast' | 'immediate') =>
    engine.run('pg_ctl', ['stop', '-D', CLUSTER, '-m', mode, '-w', '-t', String(STOP_SECONDS)])
  // An engine that has exited in the meantime is not a failure.
  const isGone = (error: unknown) =>
    !existsSync(join(cluster, 'postmaster.pid')) || /No such process|Is server running/.test(String(error))
  try {
    await stop('fast')
  } catch (error) {
    if (isGone(error)) return
    // A hanging engine is killed and recovers at its next start; it may also exit between the two.
    await stop('immediate').catch((failure: unknown) => {
      if (!isGone(failure)) throw failure
    })
  }
}
