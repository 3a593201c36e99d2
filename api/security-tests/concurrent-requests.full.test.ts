/**
 * Every writing call against every other and itself, concurrently and on the same rows. Calls are read from the routes.
 * Pairs that lock rows of the same table meet alone; those that cannot wait for each other meet in groups.
 *
 * `npm run test:concurrency` runs each of these pairs a hundred times.
 */
import process from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chat } from '#contract/desk/admin-support'
import type { Endpoint } from '#contract/endpoint'
import { getRequiredPermission } from '#contract/permissions'
import { verifyAuditLog } from '#db/audit-chain'
import { getRetryCounts } from '#db/connection'
import { deleteAllRows } from '#db/test-database'
import { findTotalsDiscrepancies } from '#db/totals-integrity'
import { createScreener } from '#modules/compliance/screening/screening-job'
import { createSiteFolders } from '#testing/site-folders'
import { startTestApp, type TestApp } from '#testing/test-app'
import { listPairs, planConcurrencyRounds } from './concurrency-rounds.ts'
import {
  buildContent,
  buildHeaders,
  buildPath,
  buildSampleRequest,
  expectedStatusWithoutCode,
  listNonStreamingEndpoints,
} from './sample-requests.ts'
import { buildBody, createRowSets, type RowSet } from './sample-rows.ts'

/**
 * Calls that the rows of a set reject; their own tests create what they need: an account without units, a feedback
 * link, complete answers and evidence.
 */
const refusedToSets = [
  'POST /user/closure',
  'DELETE /user/closure',
  'POST /support/feedback',
  'POST /user/verification/submit',
]

/** How often a pair meets whose calls lock rows of the same table. */
const ROUNDS = Number(process.env.PAIR_ROUNDS ?? 1)
/** Rounds of a pair whose calls hash a password or take a file: few if time is short. */
const SLOW_ROUNDS = ROUNDS >= 100 ? ROUNDS : 1
/** Concurrent rounds, each on separate rows. */
const AT_ONCE = 3
/** Rounds whose rows are created, checked and removed together. */
const BATCH = 96
/** Number of row sets that covers every variant. */
const VARIANTS = 4

let app: TestApp
let endpoints: Endpoint[]
const screener = createScreener('pairs')
const { hash } = Bun.password

beforeAll(async () => {
  // With minimal work, as in the rows: hashing time is not tested here.
  Bun.password.hash = (password) => hash(password, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
  app = await startTestApp({ LOG_LEVEL: 'error' }, await createSiteFolders(['help-support']))
  endpoints = listNonStreamingEndpoints().filter(({ method }) => method !== 'GET')
})
afterAll(() => {
  Bun.password.hash = hash
  return app.close()
})

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
const isSlow = ({ path, upload }: Endpoint): boolean => path === '/auth/register' || upload !== undefined

interface Outcome {
  status: number
  text: string
}

/** Calls an endpoint with the rows of a set; the calls of a round share an idempotency key. */
async function call(endpoint: Endpoint, set: RowSet): Promise<Outcome> {
  const sample = buildSampleRequest(endpoint, set.targets)
  const caller = getRequiredPermission(endpoint.access) ? set.admin : set.investor
  const path = buildPath(sample, app.adminPath)
  const { status, text } = await app.call(endpoint.method, path, {
    ...buildContent({ ...sample, body: buildBody(sample, set) }),
    headers: {
      ...(endpoint.access !== 'public' && caller.bearer),
      ...buildHeaders(endpoint, caller.sessionId, app),
      ...(path === '/auth/login' && { 'x-admin-path': app.adminPath }),
      ...(endpoint.idempotent && set.number % 2 === 0 && { 'idempotency-key': `pair-${set.number}` }),
    },
  })
  return { status, text }
}

/** Tables that every administrator call locks in the same way, last or without conflict. */
const COMMON = ['admins', 'audit_log', 'audit_head', 'rate_limits', 'lockouts']

/** The tables whose rows each call locks, read from the database at the end of the transactions. */
async function readLockedTables(): Promise<Map<string, Set<string>>> {
  await app.sql.unsafe(`
    create schema watch;
    create table watch.locked (name text primary key);
    create function watch.note() returns trigger language plpgsql security definer as $$
    begin
      insert into watch.locked
      select distinct relname from pg_locks join pg_class on pg_class.oid = relation
      where pid = pg_backend_pid() and relkind = 'r' and relnamespace = 'public'::regnamespace
        and mode in ('RowShareLock', 'RowExclusiveLock')
      on conflict do nothing;
      return null;
    end $$;
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create constraint trigger zz_watch after insert or update or delete on %I deferrable initially deferred for each row execute function watch.note()', name);
      end loop;
    end $$`)
  const locked = new Map<string, Set<string>>()
  let sets: RowSet[] = []
  for (const endpoint of endpoints) {
    // One that no variant of the rows rejects.
    const outcomes: Outcome[] = []
    if (sets.length === 0) {
      await empty()
      sets = await createRowSets(app, BATCH)
    }
    for (const set of sets.splice(0, VARIANTS)) {
      // One of the calls replaces the watchlist, and no one is paid before being screened against it.
      await screener.screenDue()
      await app.sql`delete from watch.locked`
      outcomes.push(await call(endpoint, set))
      const rows = await app.sql<{ name: string }[]>`select name from watch.locked`
      const known = locked.get(nameOf(endpoint)) ?? new Set()
      for (const { name } of rows) if (!COMMON.includes(name)) known.add(name)
      locked.set(nameOf(endpoint), known)
    }
    if (nameOf(endpoint) in expectedStatusWithoutCode || refusedToSets.includes(nameOf(endpoint))) continue
    expect
      .soft(
        Math.min(...outcomes.map(({ status }) => status)),
        `${nameOf(endpoint)} is accepted for no rows, add its body to sample-rows.ts: ${outcomes.at(-1)?.text}`,
      )
      .toBeLessThan(300)
  }
  await app.sql.unsafe(`
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('drop trigger zz_watch on %I', name);
      end loop;
    end $$; drop schema watch cascade`)
  return locked
}

/** Invariants after any pair: the violating rows, each with the reason. */
async function findWrongRows(): Promise<string[]> {
  const rows = await app.sql<{ wrong: string }[]>`
    select 'portfolio of deleted user ' || user_id as wrong from portfolios join users on users.id = user_id where deleted_at is not null
    union all select 'holding of deleted user ' || user_id from holdings join users on users.id = user_id where deleted_at is not null and units > 0
    union all select 'open subscription of deleted user ' || user_id from subscriptions join users on users.id = user_id
      where deleted_at is not null and state in ('submitted', 'in_review', 'approved', 'funded')
    union all select 'activity of deleted user ' || user_id from activities join users on users.id = user_id where deleted_at is not null
    union all select 'notification of deleted user ' || user_id from notifications join users on users.id = user_id where deleted_at is not null
    union all select 'login record of deleted user ' || user_id from login_records join users on users.id = user_id where deleted_at is not null
    union all select 'open session of deleted user ' || user_id from sessions join users on users.id = user_id
      where deleted_at is not null and (revoked_at is null or ip_address <> '')
    union all select 'personal data of deleted user ' || id from users
      where deleted_at is not null and (email <> '' or first_name <> '' or password_hash <> '' or is_active)
    union all select 'ticket of deleted user ' || user_id from support_tickets join users on users.id = user_id where deleted_at is not null
    union all select 'call of deleted user ' || user_id from call_schedules join users on users.id = user_id where deleted_at is not null
    union all select 'chat of deleted user ' || user_id from chat_sessions join users on users.id = user_id where deleted_at is not null
    union all select 'request of user ' || user_id || ' for a token that is not there' from portfolios
      where pending_investments <> 'none' and not exists (select 1 from tokens where lower(ltrim(symbol, '$')) = lower(ltrim(pending_investments, '$')))
    union all select 'request of user ' || user_id || ' without its time, or a time without a request' from portfolios
      where (pending_investments = 'none') <> (pending_since is null)
    union all select 'more investments than approvals of user ' || user_id from portfolios
      where active_investments > (select count(*) from investments where investments.user_id = portfolios.user_id)
    union all select 'token ' || symbol || ' with an icon that is not there' from tokens
      where icon_type = 'custom' and not exists (select 1 from token_icons where icon_url = '/documents/uploads/icons/' || filename)
    union all select 'mail ' || outbox.kind || ' of deleted user ' || user_id from outbox join users on users.id = user_id
      where deleted_at is not null
    union all select kind || ' by ' || address || ', whose account was deleted' from (
        -- The last email says that the account was deleted; its recipient is erased once it is sent.
        select 'mail ' || kind || ' of ' || coalesce(user_id::text, 'nobody') as kind, recipient as address from outbox
          where kind <> 'account_closed' or user_id is not null
        union all select 'ticket', email from support_tickets
        union all select 'call', email from call_schedules
        union all select 'chat', email from chat_sessions
        -- After the deletion the address is unknown, and an attempt to sign in with it is recorded as any other.
        union all select 'login record', email from login_records where failure_reason <> 'unknown_account'
      ) as kept
      where address like 'pair-%' and address not like 'pair-admin-%'
        and not exists (select 1 from users where email = address and deleted_at is null)
        -- The account may have another email by now.
        and not exists (select 1 from users where deleted_at is null
          and email in (replace(address, 'pair-', 'changed-'), replace(address, 'pair-', 'former-')))
    union all select 'response kept of deleted user ' || users.id from users join idempotency_keys
      on starts_with(scope, 'investor ' || users.id || ' ') where deleted_at is not null
    union all select 'active session of disabled user ' || user_id from sessions join users on users.id = user_id
      where not is_active and revoked_at is null`
  const drift = await findTotalsDiscrepancies(app.db)
  return [...rows.map(({ wrong }) => wrong), ...drift.map((row) => `totals of user ${row.user_id} drifted`)]
}

/** The dashboard's counts match the lists. */
async function compareCounts(admin: RowSet['admin']): Promise<void> {
  const read = async (path: string) => (await app.call('GET', app.adm + path, { headers: admin.bearer })).body
  /** Open chats in which the visitor sent the last message. */
  const countWaitingChats = async (page = 1): Promise<number> => {
    const { chat_sessions, pagination } = await read(
      `/support/chat-sessions?status=open&limit=500&page=${page}`,
    )
    const waiting = chat_sessions.filter((chat: Chat) => chat.last_author !== 'agent').length
    return waiting + (page < pagination.pages ? await countWaitingChats(page + 1) : 0)
  }
  const { stats } = await read('/stats')
  expect(stats).toMatchObject({
    users: (await read('/users?limit=1')).pagination.total,
    pending_requests: (await read('/portfolio/pending-tokens?limit=1')).pagination.total,
    open_tickets: (await read('/support/tickets?status=open&limit=1')).pagination.total,
    waiting_calls: (await read('/support/call-schedules?status=pending&limit=1')).pagination.total,
    open_chats: await countWaitingChats(),
  })
}

const EMPTIED =
  `users tokens token_categories token_icons documents support_tickets call_schedules chat_sessions
  outbox idempotency_keys sessions login_records report_schedules canned_replies`.split(/\s+/)

/**
 * Removes all rows. Calls that have already responded may still write a sign-in record and collide with this, which is
 * then retried.
 */
async function empty(attempt = 1): Promise<void> {
  try {
    await deleteAllRows(app.sql, EMPTIED)
  } catch (error) {
    if ((error as { code?: string }).code !== '40P01' || attempt === 5) throw error
    await empty(attempt + 1)
  }
}

test('no pair of writing calls fails, deadlocks, or leaves anything behind', async () => {
  const locked = await readLockedTables()
  const share = (a: Endpoint, b: Endpoint): boolean => {
    const [theirs, others] = [locked.get(nameOf(a)), locked.get(nameOf(b))]
    return [...(theirs ?? [])].some((table) => others?.has(table))
  }
  const roundsOf = (a: Endpoint, b: Endpoint): number => (isSlow(a) || isSlow(b) ? SLOW_ROUNDS : ROUNDS)
  const rounds = planConcurrencyRounds({ calls: endpoints, share, roundsOf })

  const failures: string[] = []
  const deadlocked: string[] = []
  /** How often each pair has met. */
  const met = new Map<string, number>()
  const nameOfRound = (round: Endpoint[]): string => round.map(nameOf).join(' + ')

  const meet = async (round: Endpoint[], set: RowSet): Promise<void> => {
    const before = getRetryCounts().deadlock
    for (const { status, text } of await Promise.all(round.map((endpoint) => call(endpoint, set)))) {
      if (status >= 500) failures.push(`${nameOfRound(round)}: ${status} ${text}`)
    }
    if (getRetryCounts().deadlock > before) deadlocked.push(nameOfRound(round))
    for (const pair of listPairs(round)) {
      const name = nameOfRound(pair.sort((a, b) => endpoints.indexOf(a) - endpoints.indexOf(b)))
      met.set(name, (met.get(name) ?? 0) + 1)
    }
  }
  for (let done = 0; done < rounds.length; done += BATCH) {
    const batch = rounds.slice(done, done + BATCH)
    await empty()
    const sets = await createRowSets(app, batch.length)
    // So that payments are not rejected: screening against a replaced watchlist is left to the next batch.
    await screener.screenDue()
    const left = batch.map((round, at) => [round, sets[at] as RowSet] as const)
    const work = async () => {
      for (let next = left.pop(); next; next = left.pop()) await meet(...next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const wrong = await findWrongRows()
    const names = new Set(batch.map(nameOfRound))
    if (wrong.length > 0) failures.push(`one of ${[...names].join(', ')}: ${wrong.join(', ')}`)
    const [set] = await createRowSets(app, 1)
    if (set) await compareCounts(set.admin)
  }

  expect(failures).toEqual([])
  expect(deadlocked).toEqual([])
  expect((await verifyAuditLog(app.db, { keys: [] })).brokenAt).toBeUndefined()
  const expected = endpoints.flatMap((a, at) =>
    endpoints.slice(at).map((b) => [nameOfRound([a, b]), share(a, b) ? roundsOf(a, b) : 1] as const),
  )
  expect(
    expected.filter(([pair, times]) => (met.get(pair) ?? 0) < times),
    'pairs that met too seldom',
  ).toEqual([])
  expect(expected).toHaveLength((endpoints.length * (endpoints.length + 1)) / 2)
  expect(rounds.length).toBeGreaterThan(endpoints.length)
}, 7_200_000)
