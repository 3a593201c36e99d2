/**
 * Rights of a running server's role: every table is declared here, all others are denied. Append-only rows can be added
 * and read; no table can be altered, truncated or given triggers.
 */
import { sql as query } from 'drizzle-orm'
import type postgres from 'postgres'
import type { Database } from './client.ts'

const privileges = {
  change: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  append: ['INSERT', 'SELECT'],
  read: ['SELECT'],
  /** Rows that are changed but never removed. */
  keep: ['INSERT', 'SELECT', 'UPDATE'],
} as const

/** By table of the schema `public`. */
export const grants: Readonly<Record<string, keyof typeof privileges>> = {
  account_events: 'change',
  account_exports: 'change',
  account_links: 'change',
  activities: 'change',
  admins: 'change',
  // The trigger `keep_proposal` allows a single decision and no other change.
  approvals: 'keep',
  assets: 'change',
  audit_checks: 'keep',
  // Changed only by the trigger of audit_log, which runs as the owner.
  audit_head: 'read',
  audit_log: 'append',
  banners: 'change',
  call_schedules: 'change',
  canned_replies: 'change',
  challenges: 'change',
  chat_messages: 'change',
  chat_sessions: 'change',
  confirmed_emails: 'change',
  contact_departments: 'change',
  desk_notes: 'change',
  distribution_lines: 'append',
  distribution_reversals: 'append',
  distributions: 'append',
  documents: 'change',
  email_disputes: 'change',
  factors: 'change',
  feed_backfills: 'change',
  feed_leases: 'change',
  feedback_requests: 'change',
  first_start_steps: 'keep',
  // Changed only by the trigger of register_entries, like register_heads.
  holdings: 'read',
  idempotency_keys: 'change',
  investments: 'change',
  lockouts: 'change',
  login_records: 'change',
  note_mentions: 'change',
  notification_choices: 'change',
  notifications: 'change',
  offerings: 'change',
  outbox: 'change',
  page_votes: 'change',
  portfolio_values: 'change',
  portfolios: 'change',
  price_points: 'change',
  proof_failures: 'append',
  proof_holders: 'change',
  proof_nodes: 'change',
  proof_snapshots: 'append',
  proof_trees: 'change',
  quotes: 'change',
  rate_limits: 'change',
  recovery_codes: 'change',
  register_entries: 'append',
  register_heads: 'read',
  register_movements: 'append',
  report_schedules: 'change',
  retired_refresh_tokens: 'change',
  saved_views: 'change',
  screening_hits: 'change',
  screening_lists: 'change',
  screening_names: 'change',
  screenings: 'change',
  series: 'change',
  series_attestations: 'append',
  series_document_versions: 'append',
  series_documents: 'change',
  series_valuations: 'append',
  sessions: 'change',
  settings: 'change',
  subscription_acknowledgements: 'append',
  subscription_steps: 'append',
  subscriptions: 'change',
  support_tickets: 'change',
  ticket_replies: 'change',
  token_categories: 'change',
  token_icons: 'change',
  tokens: 'change',
  transaction_totals: 'change',
  transactions: 'change',
  user_notes: 'change',
  user_preferences: 'change',
  users: 'change',
  verification_decisions: 'change',
  verification_files: 'change',
  verification_steps: 'change',
  verifications: 'change',
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface Held {
  name: string
  kind: 'table' | 'sequence'
  /** Comma-separated, in alphabetical order. */
  held: string
}

/** Tables and sequences, and a role's privileges on each of them. */
const readHeld = (sql: postgres.Sql, role: string) => sql<Held[]>`
  select relname as name, case relkind when 'S' then 'sequence' else 'table' end as kind,
    (select coalesce(string_agg(privilege_type, ',' order by privilege_type), '') from aclexplode(relacl)
      where grantee = (select oid from pg_roles where rolname = ${role})) as held
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')`

const wantedOf = ({ name, kind }: Held): readonly string[] => {
  if (kind === 'sequence') return ['SELECT', 'USAGE']
  const declared = grants[name]
  return declared ? privileges[declared] : []
}

/** Role and password in a database URL, which may name several hosts; empty if it names none. */
function credentialsOf(url: string): { role: string; password: string } {
  const [, role = '', password = ''] = /^\w+:\/\/([^:@/]*)(?::([^@/]*))?@/.exec(url) ?? []
  return { role: decodeURIComponent(role), password: decodeURIComponent(password) }
}

/** The role in a database URL. */
export const getRoleFromUrl = (url: string): string => credentialsOf(url).role

const INSUFFICIENT_PRIVILEGE = '42501'

/** Creates the role of `serverUrl` with its password if it does not exist. Throws if it may not be created. */
async function ensureRole(sql: postgres.Sql, serverUrl: string): Promise<void> {
  const { role, password } = credentialsOf(serverUrl)
  const [found] = await sql`select from pg_roles where rolname = ${role}`
  if (found) return
  try {
    await sql.unsafe(`create role ${quote(role)} login password '${password.replaceAll("'", "''")}'`)
  } catch (error) {
    // Not as the cause: the driver's error would put the statement, and so the password, into the log.
    const { code, message } = error as { code?: string; message: string }
    const why = code === INSUFFICIENT_PRIVILEGE ? 'the role of DATABASE_OWNER_URL may not create it' : message
    throw new Error(`DATABASE_URL names the role ${role}, which does not exist: ${why}.`)
  }
}

/**
 * Grants the role of `serverUrl` what {@link grants} declares, and revokes everything else. `sql` belongs to the owner
 * of the tables. Nothing is written unless something differs, so that a start does not disturb running servers.
 */
export async function applyGrants(sql: postgres.Sql, serverUrl: string): Promise<void> {
  await ensureRole(sql, serverUrl)
  const role = getRoleFromUrl(serverUrl)
  const statements = ['grant usage on schema public, drizzle to :role']
  for (const entry of await readHeld(sql, role)) {
    const wanted = wantedOf(entry)
    if (wanted.join() === entry.held) continue
    const target = `${entry.kind} ${quote(entry.name)}`
    if (entry.held) statements.push(`revoke all on ${target} from :role`)
    if (wanted.length > 0) statements.push(`grant ${wanted.join(', ')} on ${target} to :role`)
  }
  const [schema] = await sql<{ done: boolean }[]>`
    select has_schema_privilege(${role}, 'drizzle', 'usage')
      and has_table_privilege(${role}, 'drizzle.__drizzle_migrations', 'select') as done`
  if (schema?.done && statements.length === 1) return
  statements.push('grant select on drizzle.__drizzle_migrations to :role')
  await sql.begin(async (transaction) => {
    for (const statement of statements) await transaction.unsafe(statement.replace(':role', quote(role)))
  })
}

/** The excessive rights of the role that a server connects as, if any. */
export async function findExcessivePrivileges(db: Database): Promise<'superuser' | 'owner' | undefined> {
  const [role] = await db.execute<{ superuser: boolean; owns: boolean }>(query`
    select rolsuper as superuser, pg_has_role(current_user, relowner, 'member') as owns
    from pg_roles, pg_class
    where rolname = current_user and pg_class.oid = 'public.audit_log'::regclass`)
  if (role?.superuser) return 'superuser'
  return role?.owns ? 'owner' : undefined
}
