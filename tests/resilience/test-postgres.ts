/** A PostgreSQL for one test that can be frozen, killed and restarted. */
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { SUPERUSER_FILE } from '#db/embedded-cluster'
import { startEmbedded } from '#db/embedded-postgres'
import { prepareEngine } from '#db/embedded-programs'
import { getSuperuserUrl } from '#db/embedded-roles'

/** Every process and its parent: from the kernel if possible, as slim systems have no `ps`. */
async function listProcesses(): Promise<{ pid: number; parent: number }[]> {
  if (process.platform === 'linux') {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
    // The name is in brackets and may contain anything; state and parent come after it.
    return stats.map((stat, at) => ({
      pid: Number(pids[at]),
      parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]),
    }))
  }
  const list = await new Response(Bun.spawn(['ps', '-A', '-o', 'pid=,ppid=']).stdout).text()
  return list.split('\n').map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number)
    return { pid, parent }
  })
}

/** The processes of an engine with its data in `folder`, including the first one. */
export async function processesOf(folder: string): Promise<number[]> {
  const mark = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')
  const first = Number(mark.split('\n')[0])
  const children = (await listProcesses()).filter(({ parent }) => parent === first)
  return [first, ...children.map(({ pid }) => pid)]
}

/** Sends a signal to every process of an engine; ended ones are ignored. */
export async function signalEngine(folder: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await processesOf(folder)) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

async function runAsSuperuser(folder: string, port: number, statement: string): Promise<void> {
  const password = (await readFile(join(folder, SUPERUSER_FILE), 'utf8')).trim()
  const sql = postgres(getSuperuserUrl(password, port), { max: 1, onnotice: () => {} })
  await sql.unsafe(statement).finally(() => sql.end())
}

export type OwnEngine = Awaited<ReturnType<typeof startOwnEngine>>

/** Starts it, empty. */
export async function startOwnEngine() {
  const folder = await mkdtemp(join(tmpdir(), 'lodefield-engine-'))
  // If run as root, the engine's account must be able to enter.
  await chmod(folder, 0o755)
  const embedded = await startEmbedded(folder, { durable: false })
  const engine = await prepareEngine(folder, join(folder, 'postgres'))
  return {
    url: embedded.url,
    serverUrl: embedded.serverUrl,
    /** Runs a statement with full privileges. */
    asSuperuser: (statement: string) => runAsSuperuser(folder, Number(new URL(embedded.url).port), statement),
    folder,
    /** It neither responds nor closes connections. */
    freeze: () => signalEngine(folder, 'SIGSTOP'),
    thaw: () => signalEngine(folder, 'SIGCONT'),
    /** As in a power cut: without any shutdown. */
    crash: () => engine.run('pg_ctl', ['stop', '-D', 'postgres', '-m', 'immediate', '-w']),
    /** On the same port as before. */
    restart: () => engine.run('pg_ctl', ['restart', '-D', 'postgres', '-l', 'postgres.log', '-w']),
    async remove() {
      await signalEngine(folder, 'SIGCONT').catch(() => {})
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
