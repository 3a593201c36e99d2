/** A PgBouncer in transaction mode, as an operator would put it in front of a database. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { endProgram, findFreePort, findProgram, startProgram } from './system-programs.ts'

const program = findProgram('pgbouncer', ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'])

/** The reason if there is none here; otherwise empty. */
export const pgBouncerSkipReason = program ? '' : 'PgBouncer is not installed (apt-get install pgbouncer)'

/** Starts one in front of the database at `url`. `ignored` are start-up parameters that it silently drops. */
export async function startPgBouncer(url: string, ignored: readonly string[] = []) {
  const target = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'lodefield-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await findFreePort()
  await writeFile(
    join(folder, 'users.txt'),
    `"${target.username}" "${decodeURIComponent(target.password)}"\n`,
  )
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${target.hostname} port=${target.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${folder}/users.txt`,
      'pool_mode = transaction',
      // Fewer than the clients have, so that connections pass from one client to the next.
      'default_pool_size = 3',
      `ignore_startup_parameters = ${['extra_float_digits', ...ignored].join(', ')}`,
      '',
    ].join('\n'),
  )
  const pooled = new URL(url)
  pooled.port = String(port)

  async function start() {
    const started = startProgram(program ?? '', [join(folder, 'pgbouncer.ini')])
    for (;;) {
      if (started.child.exitCode !== null) throw new Error(`PgBouncer ended: ${started.said.join('')}`)
      const sql = postgres(pooled.href, { max: 1, prepare: false, onnotice: () => {} })
      const isReady = await sql`select 1`.then(
        () => true,
        () => false,
      )
      await sql.end({ timeout: 0 })
      if (isReady) return started.child
    }
  }

  let child = await start()
  return {
    url: pooled.href,
    async restart() {
      await endProgram(child, 'SIGTERM')
      return {
        /** On the same port as before. */
        up: async () => {
          child = await start()
        },
      }
    },
    async remove() {
      await endProgram(child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
