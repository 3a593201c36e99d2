/**
 * A connection pooler in transaction mode, such as PgBouncer, lends a session for one transaction. Work that needs a
 * whole session (LISTEN, migrations, locks across transactions, limits set when connecting) fails behind it, sometimes
 * silently: it connects through `DATABASE_DIRECT_URL` instead.
 */
import type postgres from 'postgres'
import { OperatorError } from './operator-error.ts'

/** A connection that must be a session of PostgreSQL itself belongs to a pooler. */
export class PoolerError extends OperatorError {
  override name = 'PoolerError'
  constructor(options?: ErrorOptions) {
    super(
      'The database address leads to a connection pooler. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself; what needs a session of its own connects there.',
      options,
    )
  }
}

/** Name suffix of connections behind a pooler, which outlive the server that used them. */
export const POOLED_CONNECTION_SUFFIX = 'pooled'

const MARK = 'lodefield.session'
const DIRECT = 'direct'
const PROTOCOL_VIOLATION = '08P01'

/** For the `connection` options of a session that must not be a pooler's: poolers reject or drop unknown parameters. */
export const directSessionOptions = { [MARK]: DIRECT }

/** Throws a {@link PoolerError} if the session, opened with {@link directSessionOptions}, belongs to a pooler. */
export async function assertNotPooled(sql: postgres.Sql<{ bigint: number }> | postgres.Sql): Promise<void> {
  const [row] = await sql<{ mark: string | null }[]>`select current_setting(${MARK}, true) as mark`.catch(
    (error: { code?: string; message: string }) => {
      throw error.code === PROTOCOL_VIOLATION && /startup parameter/.test(error.message)
        ? new PoolerError({ cause: error })
        : error
    },
  )
  if (row?.mark !== DIRECT) throw new PoolerError()
}

/**
 * Sets limits, in milliseconds by name, for every later session of the role of `sql` in its database: a pooler ignores
 * limits set when a client connects. Only differences are written; then idle sessions opened earlier by a pooler are
 * ended, since they would go on without limits.
 */
export async function setRoleLimits(
  sql: postgres.Sql<{ bigint: number }>,
  limits: Readonly<Record<string, number>>,
): Promise<void> {
  const isChanged = await sql.begin(async (transaction) => {
    // Several servers may start at once, and PostgreSQL refuses to change the same row twice.
    await transaction`select pg_advisory_xact_lock(hashtext('lodefield role limits'))`
    const [row] = await transaction<{ role: string; held: string[] | null }[]>`
      select format('%I in database %I', current_user, current_database()) as role,
        (select to_json(setconfig) from pg_db_role_setting
          where setrole = (select oid from pg_roles where rolname = current_user)
            and setdatabase = (select oid from pg_database where datname = current_database())) as held`
    const missing = Object.entries(limits).filter(
      ([name, value]) => !row?.held?.includes(`${name}=${value}ms`),
    )
    for (const [name, value] of missing) {
      await transaction.unsafe(`alter role ${row?.role} set ${name} = '${value}ms'`)
    }
    return missing.length > 0
  })
  if (!isChanged) return
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and state = 'idle'
      and (application_name not like 'lodefield%' or application_name like ${`% ${POOLED_CONNECTION_SUFFIX}`})`
}

/**
 * The driver with one statement at a time per connection. It normally sends a statement without parameters together
 * with the next one; a pooler gives the session to someone else after the first, and the second gets no answer.
 */
export function withoutPipelining<T extends postgres.Sql<{ bigint: number }>>(sql: T): T {
  // What a transaction uses to keep its connection: false means that nothing more may be sent for now.
  const alone = { onexecute: () => false }
  const unsafe: postgres.Sql['unsafe'] = (text, values, options) =>
    sql.unsafe(text, values, { ...options, ...alone })
  return new Proxy(sql, {
    apply(target, self, [first, ...values]) {
      const query: object = Reflect.apply(target, self, [first, ...values])
      if ('options' in query) Object.assign(query.options as object, alone)
      return query
    },
    get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
  })
}
