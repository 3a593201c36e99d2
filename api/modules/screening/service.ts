/** The hits of the screening, which people decide. */
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { RowsFile } from '#common/files'
import {
  type adminScreening,
  CLOSE_SCORE,
  type HitDecision,
  type ScreeningHit,
  type ScreeningMatch,
} from '#contract/admin-screening'
import type { QueryOf } from '#contract/endpoint'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction, slowDatabase } from '#db/connection'
import { comesAfter, readList, searchIn } from '#db/listing'
import { admins, users } from '#db/schema/accounts'
import { screeningHits } from '#db/schema/screening'
import { recordAudit } from '#modules/audit/service'
import { exportCsv } from '#modules/csv'
import { checkUnchanged } from '#modules/editing'
import { addStep, changeRow, ended, lockWhole, markVerified } from '#modules/verifications/rows'
import type { ScreeningStand } from '#shared/enums/screening'
import { accountName, isIdentityAccepted, typedBirthDate } from './identities.ts'
import { readScreening } from './lists.ts'
import { isAmong, isUnscreened, readUnscreened } from './screen.ts'

/** How many hits of these investors wait for a decision. */
export const openHits = (...userIds: number[]): Promise<number> =>
  database().$count(
    screeningHits,
    and(inArray(screeningHits.user_id, userIds), eq(screeningHits.state, 'open')),
  )

/** The names of an investor for which hits wait, each once. */
export async function readOpenNames(userId: number): Promise<string[]> {
  const rows = await database()
    .selectDistinct({ name: screeningHits.user_name })
    .from(screeningHits)
    .where(and(eq(screeningHits.user_id, userId), eq(screeningHits.state, 'open')))
    .orderBy(asc(screeningHits.user_name))
  return rows.map(({ name }) => name)
}

/** The entries that these investors are, as people have decided; by investor. */
export async function readMatches(userIds: number[]): Promise<Map<number, ScreeningMatch[]>> {
  const rows = await selectHits(database())
    .where(and(inArray(screeningHits.user_id, userIds), eq(screeningHits.state, 'match')))
    .orderBy(asc(screeningHits.id))
  const found = new Map<number, ScreeningMatch[]>()
  for (const { hit, decided_by } of rows) {
    if (!hit.decided_at) continue
    const { user_id, user_name, list, entry_id, entry_name, reason } = hit
    const decided_at = hit.decided_at.toISOString()
    const match = { user_name, list, entry_id, entry_name, reason, decided_by, decided_at }
    found.set(user_id, [...(found.get(user_id) ?? []), match])
  }
  return found
}

/** How the investor of a row stands with the lists, for a select that joins `users`. */
export const stand: SQL<ScreeningStand> = sql<ScreeningStand>`
  case when exists (select from ${screeningHits} where ${screeningHits.user_id} = ${users.id} and ${screeningHits.state} = 'open') then 'waits'
    when exists (select from ${screeningHits} where ${screeningHits.user_id} = ${users.id} and ${screeningHits.state} = 'match') then 'listed'
    when ${isUnscreened} then 'unscreened'
    else 'clear' end`

/** As the audit log keeps matches: by list and entry, without names. Nothing without one. */
export const keptMatches = (matches: readonly ScreeningMatch[] = []): { on_list?: string } =>
  matches.length > 0 ? { on_list: matches.map(({ list, entry_id }) => `${list} ${entry_id}`).join(', ') } : {}

function checkAllScreened(unscreened: readonly unknown[]): void {
  if (unscreened.length === 0) return
  throw new Problem(
    'conflict',
    `${unscreened.length === 1 ? 'An investor has' : `${unscreened.length} investors have`} not been compared with the current watchlist yet. Try again in a moment.`,
  )
}

/**
 * Throws `conflict` while a hit of one of these investors waits, or one has not been compared with the list in force:
 * nobody is verified before it is decided.
 */
export async function assertNoOpenHits(...userIds: number[]): Promise<void> {
  checkAllScreened(await readUnscreened(userIds))
  const waiting = await openHits(...userIds)
  if (waiting === 0) return
  throw new Problem(
    'conflict',
    `${waiting === 1 ? 'A hit' : `${waiting} hits`} of the screening must be decided first, under Screening.`,
  )
}

/** Throws `conflict` when one of these investors is a confirmed match: nothing reduces what they have. */
export async function assertNotHeld(userIds: readonly number[]): Promise<void> {
  const hits = userIds.length > 0 ? await readUndismissed(userIds) : new Map<number, string>()
  const matched = [...hits.values()].filter((state) => state === 'match')
  if (matched.length === 0) return
  throw new Problem(
    'conflict',
    `${matched.length === 1 ? 'An investor is a confirmed watchlist match' : `${matched.length} investors are confirmed watchlist matches`}: their cash and units cannot be reduced, paid out, redeemed or transferred.`,
  )
}

/**
 * Throws `conflict` when one of these investors is a confirmed match, has a hit that waits, or has not been compared with
 * the list in force: nothing is paid or transferred to or from them.
 */
export async function assertPayable(...userIds: number[]): Promise<void> {
  await assertNotHeld(userIds)
  await assertNoOpenHits(...userIds)
}

/** Whether an investor is a confirmed match, or has a hit that waits. */
export const hasUndismissedHit = async (userId: number): Promise<boolean> =>
  (await readUndismissed([userId])).size > 0

/** Which of these investors are confirmed matches, or have a hit that waits. */
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

/** Why shares of these investors are held back, by investor; nothing of one who can be paid. */
export async function readHeldBack(
  userIds: readonly number[],
): Promise<Map<number, 'watchlist_match' | 'open_match'>> {
  const states = await readUndismissed(userIds)
  return new Map([...states].map(([id, state]) => [id, state === 'match' ? 'watchlist_match' : 'open_match']))
}

/**
 * Those of these investors who have another identity than the one that was compared. Throws `conflict` while others have
 * not been compared at all, unless it is only a preview: after a new list that resolves itself, whereas one investor
 * could change the name again and again.
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
 * The matches of investors about whom a decision is made. Throws `conflict` while a hit of one of them waits, and
 * `validation` without a reason where one is on a list. `done` is what the reason is asked for, such as `verified`.
 */
export async function checkScreened(
  userIds: number[],
  reason: string | undefined,
  done: 'verified' | 'approved',
): Promise<Map<number, ScreeningMatch[]>> {
  await assertNoOpenHits(...userIds)
  const matches = await readMatches(userIds)
  if (matches.size > 0 && !reason) {
    const who = matches.size === 1 ? 'An investor is' : `${matches.size} investors are`
    const what = done === 'verified' ? 'they are verified' : 'the request is approved'
    throw invalidField('/reason', `${who} on a list of the screening. Say why ${what} all the same.`)
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

const toHit = ({ hit: { entry_hash: _, ...hit }, ...rest }: Row): ScreeningHit => ({
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
    ...searchIn(search, [
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

/** Descends for hits that are decided, and ascends for those that wait. */
const whileOpen = (value: SQL): SQL =>
  sql`case when ${screeningHits.state} = 'open' then -${value} else ${value} end`

/** A page of the hits, and the state of the screening. */
export async function listHits(query: QueryOf<typeof adminScreening.hits>) {
  const condition = conditionOf(query)
  const [{ rows, pagination }, screening] = await Promise.all([
    readList(query, {
      sorts: {
        // As the queue has those that wait: the most alike first, then the longest waiting. Then the decided, newest first.
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
    readScreening(),
  ])
  return { hits: rows.map(toHit), pagination, screening }
}

/** One hit; undefined once it is gone. */
export async function readHit(id: number): Promise<ScreeningHit | undefined> {
  const [row] = await selectHits(database()).where(eq(screeningHits.id, id))
  return row && toHit(row)
}

const notFound = () => new Problem('not_found', 'There is no hit with this id.')

/** As the audit log keeps a hit: without names. */
const kept = ({ user_id, list, entry_id, score, state, reason }: typeof screeningHits.$inferSelect) => ({
  user_id,
  list,
  entry_id,
  score,
  state,
  reason,
})

/** What a dismissal is that needs two: of a match, or of a hit that is much alike. */
function describeDismissal(
  { state, score }: Pick<typeof screeningHits.$inferSelect, 'state' | 'score'>,
  decision: HitDecision['decision'],
) {
  if (decision === 'match' || state === 'no_match') return {}
  if (state === 'match') return { match_taken_back: true }
  return score >= CLOSE_SCORE ? { close_match_dismissed: true } : {}
}

/**
 * Ends a verification that counts: somebody on a list is verified anew, by two. The investor is not notified, who would
 * learn of the list.
 */
async function endVerification(userId: number, { adminId }: Actor): Promise<void> {
  await markVerified(userId, false)
  await changeRow(userId, ended())
  await addStep(userId, {
    action: 'expire',
    by: 'desk',
    adminId,
    reason: 'Found to be on a list of the screening',
  })
}

/** Decides a hit, or decides it anew: as a match it ends the verification. Throws `not_found` and `stale_write`. */
export function decideHit(
  id: number,
  { decision, reason, updated_at }: HitDecision,
  actor: Actor,
): Promise<ScreeningHit> {
  return inTransaction(async () => {
    const db = database()
    const ofHit = eq(screeningHits.id, id)
    // The account first, as `lock-order.ts` has it.
    const [owner] = await db.select({ userId: screeningHits.user_id }).from(screeningHits).where(ofHit)
    if (!owner) throw notFound()
    const { row: verification } = await lockWhole(owner.userId, 'no key update')
    const [before] = await db.select().from(screeningHits).where(ofHit).for('no key update')
    if (!before) throw notFound()
    checkUnchanged(before, updated_at, 'hit')
    if (before.state !== decision || before.reason !== reason) {
      const [after] = await db
        .update(screeningHits)
        .set({ state: decision, reason, decided_by: actor.adminId ?? null, decided_at: sql`now()` })
        .where(ofHit)
        .returning()
      if (!after) throw notFound()
      const { list, entry_id } = after
      await addStep(owner.userId, {
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

/** The hits as a file, newest first. */
export function exportHits(query: Filters): Promise<RowsFile> {
  const condition = conditionOf(query)
  const { created_at, id } = screeningHits
  return exportCsv<Row>({
    columns: [
      ['Hit ID', ({ hit }) => hit.id],
      ['Found (UTC)', ({ hit }) => hit.created_at.toISOString()],
      ['User ID', ({ hit }) => hit.user_id],
      ['Investor', ({ account_name }) => account_name],
      ['Compared name', ({ hit }) => hit.user_name],
      ['Birth date', ({ hit }) => hit.user_birth_date],
      ['Birth date checked', ({ is_birth_checked }) => (is_birth_checked ? 'yes' : 'no')],
      ['Email', ({ user_email }) => user_email],
      ['List', ({ hit }) => hit.list],
      ['Entry', ({ hit }) => hit.entry_id],
      ['Name on the list', ({ hit }) => hit.entry_name],
      ['Birth date on the list', ({ hit }) => hit.entry_birth_date],
      ['Score (%)', ({ hit }) => hit.score],
      ['State', ({ hit }) => hit.state],
      ['Reason', ({ hit }) => hit.reason],
      ['Decided by', ({ decided_by }) => decided_by],
      ['Decided (UTC)', ({ hit }) => hit.decided_at?.toISOString() ?? ''],
    ],
    count: () => countHits(slowDatabase(), condition),
    read: (last, limit) =>
      selectHits(slowDatabase())
        .where(and(condition, comesAfter('<', [created_at, id], last && [last.hit.created_at, last.hit.id])))
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}
