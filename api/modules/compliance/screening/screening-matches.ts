/** Screening matches, which compliance resolves. */
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { exportCsv } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertUnchanged } from '#common/optimistic-lock'
import {
  type adminScreening,
  CLOSE_SCORE,
  type ConfirmedMatch,
  type MatchDecision,
  type ScreeningMatch,
} from '#contract/compliance/admin-screening'
import type { QueryOf } from '#contract/endpoint'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction, slowQueryDatabase } from '#db/connection'
import { keysetCondition, listPage, searchConditions } from '#db/list-queries'
import { screeningHits, screeningLists } from '#db/schema/compliance/screening'
import { admins, users } from '#db/schema/identity/accounts'
import {
  addHistoryEntry,
  expiredColumns,
  lockFullVerification,
  setVerifiedFlag,
  updateVerification,
} from '#modules/compliance/verifications/verification-rows'
import { recordAudit } from '#modules/platform/audit/audit-log'
import type { ScreeningStatus } from '#shared/enums/screening'
import { accountName, isIdentityAccepted, typedBirthDate } from './screened-identity.ts'
import { isAmong, isUnscreened, readUnscreened } from './screening-job.ts'
import { getWatchlistStatus } from './watchlists.ts'

/** The number of open matches of these investors. */
export const countOpenMatches = (...userIds: number[]): Promise<number> =>
  database().$count(
    screeningHits,
    and(inArray(screeningHits.user_id, userIds), eq(screeningHits.state, 'open')),
  )

/** The unique names of an investor that have open matches. */
export async function readOpenNames(userId: number): Promise<string[]> {
  const rows = await database()
    .selectDistinct({ name: screeningHits.user_name })
    .from(screeningHits)
    .where(and(eq(screeningHits.user_id, userId), eq(screeningHits.state, 'open')))
    .orderBy(asc(screeningHits.user_name))
  return rows.map(({ name }) => name)
}

/** The entries that these investors have been confirmed to be, by investor. */
export async function listConfirmedMatches(userIds: number[]): Promise<Map<number, ConfirmedMatch[]>> {
  const rows = await selectHits(database())
    .where(and(inArray(screeningHits.user_id, userIds), eq(screeningHits.state, 'match')))
    .orderBy(asc(screeningHits.id))
  const found = new Map<number, ConfirmedMatch[]>()
  for (const { hit, decided_by } of rows) {
    if (!hit.decided_at) continue
    const { user_id, user_name, list, entry_id, entry_name, reason } = hit
    const decided_at = hit.decided_at.toISOString()
    const match = { user_name, list, entry_id, entry_name, reason, decided_by, decided_at }
    found.set(user_id, [...(found.get(user_id) ?? []), match])
  }
  return found
}

/** What a match says about an investor; its list, entry and reason are for roles that read the audit log. */
export async function readMatchDetails(userId: number) {
  const [open_hit_names, matches] = await Promise.all([readOpenNames(userId), listConfirmedMatches([userId])])
  return { open_hit_names, matches: matches.get(userId) ?? [] }
}

/** The same for all other roles. */
export const NO_MATCH_DETAILS: Awaited<ReturnType<typeof readMatchDetails>> = {
  open_hit_names: [],
  matches: [],
}

/** The screening status of the investor in a row, for a query that joins `users`. */
export const stand: SQL<ScreeningStatus> = sql<ScreeningStatus>`
  case when exists (select from ${screeningHits} where ${screeningHits.user_id} = ${users.id} and ${screeningHits.state} = 'open') then 'waits'
    when exists (select from ${screeningHits} where ${screeningHits.user_id} = ${users.id} and ${screeningHits.state} = 'match') then 'listed'
    when ${isUnscreened} then 'unscreened'
    when not exists (select from ${screeningLists}) then 'off'
    else 'clear' end`

/**
 * Confirmed matches in the form of the audit log: list and entry, without names. Nothing if there are none.
 */
export const toAuditedMatches = (matches: readonly ConfirmedMatch[] = []): { on_list?: string } =>
  matches.length > 0 ? { on_list: matches.map(({ list, entry_id }) => `${list} ${entry_id}`).join(', ') } : {}

function checkAllScreened(unscreened: readonly unknown[]): void {
  if (unscreened.length === 0) return
  throw new Problem(
    'conflict',
    `${unscreened.length === 1 ? 'An investor has' : `${unscreened.length} investors have`} not yet been screened against the current watchlist. Try again in a moment.`,
  )
}

/**
 * Throws `conflict` while one of these investors has an open match, or has not been compared with the
 * watchlist in force: no one is verified before that.
 */
export async function assertNoOpenMatches(...userIds: number[]): Promise<void> {
  checkAllScreened(await readUnscreened(userIds))
  const waiting = await countOpenMatches(...userIds)
  if (waiting === 0) return
  throw new Problem(
    'conflict',
    `${waiting === 1 ? 'An open screening match' : `${waiting} open screening matches`} must be resolved first, under Screening.`,
  )
}

/** Throws `conflict` if one of these investors is a confirmed match: nothing may reduce what they hold. */
export async function assertNotHeld(userIds: readonly number[]): Promise<void> {
  const hits = userIds.length > 0 ? await readUndismissed(userIds) : new Map<number, string>()
  const matched = [...hits.values()].filter((state) => state === 'match')
  if (matched.length === 0) return
  throw new Problem(
    'conflict',
    `${matched.length === 1 ? 'An investor is a confirmed watchlist match' : `${matched.length} investors are confirmed watchlist matches`}: their cash and units cannot be reduced, paid out, redeemed or transferred.`,
  )
}

/** Whether an investor has an open or a confirmed match. */
export const hasUndismissedHit = async (userId: number): Promise<boolean> =>
  (await readUndismissed([userId])).size > 0

/**
 * Whether an investor has not been compared with the watchlist in force. Its replacement waits until the
 * transaction ends.
 */
export const isWaiting = async (userId: number): Promise<boolean> =>
  (await readUnscreened([userId])).length > 0

/** Which of these investors have an open or a confirmed match. */
async function readUndismissed(userIds: readonly number[]): Promise<Map<number, 'match' | 'open'>> {
  const rows = await database()
    .select({
      id: screeningHits.user_id,
      isMatch: sql<boolean>`bool_or(${eq(screeningHits.state, 'match')})`,
    })
    .from(screeningHits)
    .where(and(isAmong(screeningHits.user_id, userIds), inArray(screeningHits.state, ['match', 'open'])))
    .groupBy(screeningHits.user_id)
  return new Map(rows.map(({ id, isMatch }) => [id, isMatch ? 'match' : 'open']))
}

/** Why shares of these investors are held back, by investor; no entry for an investor who can be paid. */
export async function readHeldBack(
  userIds: readonly number[],
): Promise<Map<number, 'watchlist_match' | 'open_match'>> {
  const states = await readUndismissed(userIds)
  return new Map([...states].map(([id, state]) => [id, state === 'match' ? 'watchlist_match' : 'open_match']))
}

/**
 * Which of these investors have changed identity since they were compared. Throws `conflict` while others
 * have not been compared at all, unless it is a preview. After a new watchlist that resolves itself, whereas
 * one investor could change names again and again.
 */
export async function readRenamed(
  userIds: readonly number[],
  { isPreview }: { isPreview: boolean },
): Promise<Set<number>> {
  const unscreened = await readUnscreened(userIds)
  if (!isPreview) checkAllScreened(unscreened.filter(({ is_renamed }) => !is_renamed))
  return new Set(unscreened.flatMap(({ id, is_renamed }) => (is_renamed ? id : [])))
}

/**
 * The confirmed matches of investors about whom a decision is made. Throws `conflict` while one of them has
 * an open match, and `validation` if one is a confirmed match and no reason is given. `done` is what the
 * reason is for, such as `verified`.
 */
export async function assertScreened(
  userIds: number[],
  reason: string | undefined,
  done: 'verified' | 'approved',
): Promise<Map<number, ConfirmedMatch[]>> {
  await assertNoOpenMatches(...userIds)
  const matches = await listConfirmedMatches(userIds)
  if (matches.size > 0 && !reason) {
    const who = matches.size === 1 ? 'An investor has' : `${matches.size} investors have`
    const what = done === 'verified' ? 'they are verified' : 'the request is approved'
    throw invalidFieldProblem(
      '/reason',
      `${who} a confirmed watchlist match. Explain why ${what} regardless.`,
    )
  }
  return matches
}

const columns = {
  hit: screeningHits,
  user_email: users.email,
  account_name: accountName,
  is_birth_checked: sql<boolean>`coalesce(${isIdentityAccepted} and ${screeningHits.user_birth_date} = ${typedBirthDate}, false)`,
  decided_by: sql<string>`coalesce(${admins.username}, '')`,
}

type Connection = ReturnType<typeof database>
const selectHits = (connection: Connection) =>
  connection
    .select(columns)
    .from(screeningHits)
    .innerJoin(users, eq(users.id, screeningHits.user_id))
    .leftJoin(admins, eq(admins.id, screeningHits.decided_by))
type Row = Awaited<ReturnType<typeof selectHits>>[number]

const toHit = ({ hit: { entry_hash: _, ...hit }, ...rest }: Row): ScreeningMatch => ({
  ...hit,
  ...rest,
  decided_at: hit.decided_at?.toISOString() ?? null,
  created_at: hit.created_at.toISOString(),
  updated_at: hit.updated_at.toISOString(),
})

type Filters = QueryOf<typeof adminScreening.exportCsv>

const conditionOf = ({ state, user, search }: Filters): SQL | undefined =>
  and(
    state && eq(screeningHits.state, state),
    user === undefined ? undefined : eq(screeningHits.user_id, user),
    ...searchConditions(search, [
      screeningHits.user_name,
      screeningHits.entry_name,
      screeningHits.list,
      screeningHits.entry_id,
      users.email,
    ]),
  )

const countHits = (connection: Connection, condition: SQL | undefined) =>
  connection
    .select({ total: count() })
    .from(screeningHits)
    .innerJoin(users, eq(users.id, screeningHits.user_id))
    .where(condition)

/** Descends for resolved matches, and ascends for open ones. */
const whileOpen = (value: SQL): SQL =>
  sql`case when ${screeningHits.state} = 'open' then -${value} else ${value} end`

/** A page of the matches, and the state of the screening. */
export async function listMatches(query: QueryOf<typeof adminScreening.listMatches>) {
  const condition = conditionOf(query)
  const [{ rows, pagination }, screening] = await Promise.all([
    listPage(query, {
      sorts: {
        // Open matches as in the queue: highest score first, then longest wait. Then resolved ones, newest
        // first.
        urgency: [
          sql`case when ${screeningHits.state} = 'open' then ${screeningHits.score} else -1 end`,
          whileOpen(sql`extract(epoch from ${screeningHits.created_at})`),
          whileOpen(sql`${screeningHits.id}`),
        ],
        created_at: screeningHits.created_at,
        score: screeningHits.score,
        user_name: sql`lower(${screeningHits.user_name})`,
      },
      tie: screeningHits.id,
      rows: ({ order, limit, offset }) =>
        selectHits(database())
          .where(condition)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
      count: () => countHits(database(), condition),
    }),
    getWatchlistStatus(),
  ])
  return { hits: rows.map(toHit), pagination, screening }
}

/** One match; undefined if it no longer exists. */
export async function readHit(id: number): Promise<ScreeningMatch | undefined> {
  const [row] = await selectHits(database()).where(eq(screeningHits.id, id))
  return row && toHit(row)
}

const notFound = () => new Problem('not_found', 'Match not found.')

/** A match in the form of the audit log: without names. */
const kept = ({ user_id, list, entry_id, score, state, reason }: typeof screeningHits.$inferSelect) => ({
  user_id,
  list,
  entry_id,
  score,
  state,
  reason,
})

/** Describes a clearance that needs dual approval: of a confirmed match, or of one with a high score. */
function describeDismissal(
  { state, score }: Pick<typeof screeningHits.$inferSelect, 'state' | 'score'>,
  decision: MatchDecision['decision'],
) {
  if (decision === 'match' || state === 'no_match') return {}
  if (state === 'match') return { match_taken_back: true }
  return score >= CLOSE_SCORE ? { close_match_dismissed: true } : {}
}

/**
 * Ends a verification in force: a listed investor must be verified again, with dual approval. The investor is
 * not notified, since that would disclose the watchlist.
 */
async function endVerification(userId: number, { adminId }: Actor): Promise<void> {
  await setVerifiedFlag(userId, false)
  await updateVerification(userId, expiredColumns())
  await addHistoryEntry(userId, {
    action: 'expire',
    by: 'desk',
    adminId,
    reason: 'Confirmed watchlist match',
  })
}

/**
 * Resolves a match, or resolves it again; confirming it ends the verification. Throws `not_found` and
 * `stale_write`.
 */
export function decideMatch(
  id: number,
  { decision, reason, updated_at }: MatchDecision,
  actor: Actor,
): Promise<ScreeningMatch> {
  return inTransaction(async () => {
    const db = database()
    const ofHit = eq(screeningHits.id, id)
    // The account first, in the order of `row-locks.ts`.
    const [owner] = await db.select({ userId: screeningHits.user_id }).from(screeningHits).where(ofHit)
    if (!owner) throw notFound()
    const { row: verification } = await lockFullVerification(owner.userId, 'no key update')
    const [before] = await db.select().from(screeningHits).where(ofHit).for('no key update')
    if (!before) throw notFound()
    assertUnchanged(before, updated_at, 'screening match')
    if (before.state !== decision || before.reason !== reason) {
      const [after] = await db
        .update(screeningHits)
        .set({ state: decision, reason, decided_by: actor.adminId ?? null, decided_at: sql`now()` })
        .where(ofHit)
        .returning()
      if (!after) throw notFound()
      const { list, entry_id } = after
      await addHistoryEntry(owner.userId, {
        action: decision === 'match' ? 'listed' : 'not_listed',
        by: 'desk',
        adminId: actor.adminId,
        reason: `${list} ${entry_id}: ${reason}`,
      })
      const isEnded = decision === 'match' && verification.state === 'verified'
      if (isEnded) await endVerification(owner.userId, actor)
      await recordAudit(actor, {
        action: 'screening.decide',
        entity: 'screening_hit',
        entityId: id,
        before: kept(before),
        after: {
          ...kept(after),
          ...describeDismissal(before, decision),
          ...(isEnded && { consequence: 'which ended the verification' }),
        },
      })
    }
    const hit = await readHit(id)
    if (!hit) throw notFound()
    return hit
  })
}

/** The matches as a file, newest first. */
export function exportMatches(query: Filters): Promise<GeneratedFile> {
  const condition = conditionOf(query)
  const { created_at, id } = screeningHits
  return exportCsv<Row>({
    columns: [
      ['Match ID', ({ hit }) => hit.id],
      ['Found (UTC)', ({ hit }) => hit.created_at.toISOString()],
      ['User ID', ({ hit }) => hit.user_id],
      ['Investor', ({ account_name }) => account_name],
      ['Compared name', ({ hit }) => hit.user_name],
      ['Date of birth', ({ hit }) => hit.user_birth_date],
      ['Date of birth accepted', ({ is_birth_checked }) => (is_birth_checked ? 'yes' : 'no')],
      ['Email', ({ user_email }) => user_email],
      ['Watchlist', ({ hit }) => hit.list],
      ['Entry ID', ({ hit }) => hit.entry_id],
      ['Watchlist name', ({ hit }) => hit.entry_name],
      ['Watchlist date of birth', ({ hit }) => hit.entry_birth_date],
      ['Match score (%)', ({ hit }) => hit.score],
      ['Status', ({ hit }) => hit.state],
      ['Reason', ({ hit }) => hit.reason],
      ['Decided by', ({ decided_by }) => decided_by],
      ['Decided (UTC)', ({ hit }) => hit.decided_at?.toISOString() ?? ''],
    ],
    count: () => countHits(slowQueryDatabase(), condition),
    read: (last, limit) =>
      selectHits(slowQueryDatabase())
        .where(
          and(condition, keysetCondition('<', [created_at, id], last && [last.hit.created_at, last.hit.id])),
        )
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}
