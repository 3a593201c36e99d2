/**
 * The roles of the embedded PostgreSQL: its superuser, used only here; the database owner, who migrates; and the role
 * of a running server. Each has a different password.
 */
import type postgres from 'postgres'
import {
  type DataFolder,
  migrateSuperuserPassword,
  type Passwords,
  SUPERUSER,
  SUPERUSER_FILE,
  superuserPasswords,
} from './embedded-cluster.ts'

export const ENGINE_HOST = '127.0.0.1'
/** Owns the database of the same name. */
const OWNER = 'lodefield'
const SERVER = 'lodefield_server'

const urlOf = (role: string, password: string, port: number, database: string) =>
  `postgres://${role}:${password}@${ENGINE_HOST}:${port}/${database}`

/** The URLs of the platform's database in an engine listening on `port`: the owner's and the server's. */
export const getEngineUrls = ({ owner, server }: Pick<Passwords, 'owner' | 'server'>, port: number) => ({
  url: urlOf(OWNER, owner, port, OWNER),
  serverUrl: urlOf(SERVER, server, port, OWNER),
})

/** The superuser's URL of an engine. */
export const getSuperuserUrl = (password: string, port: number): string =>
  urlOf(SUPERUSER, password, port, 'postgres')

const WRONG_PASSWORD = '28P01'

/** Connects as the superuser with the first password that works. */
async function connectSuperuser(passwords: string[], port: number): Promise<postgres.Sql> {
  // Imported here because the engine starts in the meantime.
  const { default: connect } = await import('postgres')
  for (const password of passwords) {
    const sql = connect(getSuperuserUrl(password, port), { max: 1, fetch_types: false, onnotice: () => {} })
    try {
      await sql`select`
      return sql
    } catch (error) {
      await sql.end({ timeout: 5 })
      if ((error as { code?: string }).code !== WRONG_PASSWORD) throw error
    }
  }
  throw new Error(
    `${SUPERUSER_FILE} is missing from the data folder or holds another password. Restore the file.`,
  )
}

/** Creates missing roles and the database in an engine listening on `port`, also in an older data folder. */
export async function ensureRoles({ root, passwords }: DataFolder, port: number): Promise<void> {
  const sql = await connectSuperuser(await superuserPasswords(root, passwords), port)
  try {
    const [found] = await sql<{ owner: boolean; server: boolean; database: boolean }[]>`
      select exists (select from pg_roles where rolname = ${OWNER}) as owner,
        exists (select from pg_roles where rolname = ${SERVER}) as server,
        exists (select from pg_database where datname = ${OWNER}) as database`
    if (!found?.owner) {
      await sql.unsafe(`create role ${OWNER} login createdb password '${passwords.owner}'`)
    }
    if (!found?.server) {
      await sql.unsafe(`create role ${SERVER} login password '${passwords.server}'`)
      // The owner may see and end the server's connections, as maintenance requires.
      await sql.unsafe(`grant ${SERVER} to ${OWNER}`)
    } else if (passwords.isServerNew) {
      await sql.unsafe(`alter role ${SERVER} password '${passwords.server}'`)
    }
    if (!found?.database) await sql.unsafe(`create database ${OWNER} owner ${OWNER}`)
    if (!found?.database || !found.server) {
      await sql.unsafe(`revoke all on database ${OWNER} from public`)
      await sql.unsafe(`grant connect on database ${OWNER} to ${SERVER}`)
    }
    if (passwords.superuser === undefined) {
      await migrateSuperuserPassword(root, async (password) => {
        await sql.unsafe(`alter role ${SUPERUSER} password '${password}'`)
      })
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}
