/** A primary and its synchronous standby, of PostgreSQL as Debian packages it. */

import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import {
  endProgram,
  findAccount,
  findFreePort,
  findProgram,
  runProgram,
  startProgram,
} from './system-programs.ts'

const VERSIONS = '/usr/lib/postgresql'
const OLDEST = 15
const PASSWORD = 'only-for-tests'

const folders = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .filter((version) => Number(version) >= OLDEST)
      .map((version) => `${VERSIONS}/${version}/bin`)
  : []
const initdb = findProgram('initdb', folders) ?? ''

/** The reason if there is none here; otherwise empty. */
export const postgresSkipReason = initdb
  ? ''
  : `PostgreSQL ${OLDEST} or newer is not installed as a package (apt-get install postgresql-15)`

const programOf = (name: string) => initdb.replace(/initdb$/, name)

/** Starts both, with an empty database of the role `lodefield`. */
export async function startPrimaryAndStandby() {
  const folder = await mkdtemp(join(tmpdir(), 'lodefield-standby-'))
  const account = findAccount()
  if (account) await chown(folder, account.uid, account.gid)
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const [firstPort, secondPort] = [await findFreePort(), await findFreePort()]
  const urlOf = (hosts: string, user = 'lodefield', database = 'lodefield') =>
    `postgres://${user}:${PASSWORD}@${hosts}/${database}`

  /** Starts the engine in a folder and waits until it accepts queries. */
  async function start(data: string, port: number) {
    const { child, said } = startProgram(programOf('postgres'), ['-D', data, '-p', String(port)])
    for (;;) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${said.join('')}`)
      const sql = postgres(urlOf(`127.0.0.1:${port}`, 'postgres', 'postgres'), { max: 1, onnotice: () => {} })
      const isReady = await sql`select 1`.then(
        () => true,
        () => false,
      )
      await sql.end({ timeout: 0 })
      if (isReady) return child
      await Bun.sleep(50)
    }
  }

  async function asSuperuser(port: number, ...statements: string[]) {
    const sql = postgres(urlOf(`127.0.0.1:${port}`, 'postgres', 'postgres'), { max: 1, onnotice: () => {} })
    try {
      for (const statement of statements) await sql.unsafe(statement)
    } finally {
      await sql.end()
    }
  }

  const settings = [
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    "timezone = 'UTC'",
    // These tests kill processes, not the machine.
    'fsync = off',
    '',
  ]
  await runProgram(initdb, ['-D', first, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  await writeFile(join(first, 'postgresql.conf'), settings.join('\n'))
  const primary = await start(first, firstPort)
  const source = ['-h', '127.0.0.1', '-p', String(firstPort), '-U', 'postgres']
  await runProgram(programOf('pg_basebackup'), [...source, '-D', second, '-R', '-c', 'fast'])
  const standby = await start(second, secondPort)
  await asSuperuser(
    firstPort,
    `create role lodefield login password '${PASSWORD}'`,
    'create database lodefield owner lodefield',
    // After the copy: the standby waits for no other when it takes over.
    "alter system set synchronous_standby_names = '*'",
    'select pg_reload_conf()',
  )
  return {
    /** URLs of both, in the order in which they are tried. */
    url: `${urlOf(`127.0.0.1:${firstPort},127.0.0.1:${secondPort}`)}?target_session_attrs=primary`,
    standbyUrl: urlOf(`127.0.0.1:${secondPort}`),
    killPrimary: () => endProgram(primary, 'SIGKILL'),
    /** Returns when the standby accepts writes. */
    promoteStandby: () => asSuperuser(secondPort, 'select pg_promote(true)'),
    async remove() {
      await endProgram(primary, 'SIGINT')
      await endProgram(standby, 'SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
