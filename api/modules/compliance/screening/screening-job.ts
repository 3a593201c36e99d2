/**
 * Screens investors in batches in the background: new and renamed ones, and everyone after a new watchlist.
 */
import { and, asc, eq, inArray, isNull, ne, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { acquireLease, releaseLease } from '#common/lease'
import type { Logger } from '#common/logger'
import { provideServices } from '#common/service-container'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccounts, lockedRowsCondition } from '#db/row-locks'
import { screeningHits, screeningLists, screenings } from '#db/schema/compliance/screening'
import { verifications } from '#db/schema/compliance/verifications'
import { users } from '#db/schema/identity/accounts'
import { settings } from '#db/schema/platform/settings'
import { getAnswers } from '#modules/compliance/verifications/verification-items'
import {
  isIdentityAccepted,
  isPresentIdentity,
  screenedIdentityHash,
  uncheckedIdentity,
} from './screened-identity.ts'
import { getWatchlistVersion, openWatchlistSource, type ScreeningSource } from './screening-source.ts'
import { type Found, findCandidates, listSubjects, type Subject } from './screening-subjects.ts'

const EVERY_MS = 5_000
/** Investors per transaction, which takes a few hundred milliseconds. */
const BATCH = 100
/** Renamed investors per transaction: fewer, so that a new investor does not wait long for them. */
const RENAMED_BATCH = 5
/**
 * Seconds between two comparisons of an investor who can still change the names in the verification: drafts
 * are saved while the investor types, and may contain twenty names.
 */
const REST_SECONDS = 30
const LEASE = 'screening'
const LEASE_MS = 60_000

interface Screened {
  id: number
  subjects: Subject[]
  identity: string
  /** The identity before the date of birth was checked; the same if it was not. */
  uncheckedIdentity: string
}

/** The lowest score of a match, in percent. */
export async function getMatchThreshold(): Promise<number> {
  const [row] = await database().select({ threshold: settings.screening_threshold }).from(settings)
  return row?.threshold ?? 100
}

/**
 * Whether an investor has not been compared with this watchlist and threshold under any identity. Joins
 * `screenings`.
 */
const isBehind = (version: number, threshold: number): SQL<boolean> =>
  sql`(${or(isNull(screenings.user_id), ne(screenings.version, version), ne(screenings.threshold, threshold))})`

/**
 * Whether an investor has not been compared with this watchlist and threshold under the current identity.
 * Joins `screenings`.
 */
const isDue = (version: number, threshold: number): SQL | undefined =>
  and(isNull(users.deleted_at), or(isBehind(version, threshold), not(isPresentIdentity(screenings.identity))))

/**
 * Whether there is a watchlist that an investor has not been compared with, for a query that joins `users`.
 */
export const isUnscreened: SQL<boolean> = sql<boolean>`exists (
  select from ${screeningLists} cross join ${settings}
  where not exists (select from ${screenings} where ${screenings.user_id} = ${users.id}
    and ${screenings.version} = ${screeningLists.version} and ${screenings.threshold} = ${settings.screening_threshold}
    and ${isPresentIdentity(screenings.identity)}))`

/** Whether an id is one of these. They are sent as one value, since there may be thousands. */
export const isAmong = (id: SQLWrapper, ids: readonly number[]): SQL =>
  sql`${id} = any(${`{${ids.join()}}`}::int[])`

/**
 * Which of these investors have not been compared with the watchlist in force, and whether they were under a
 * former identity. The watchlist is locked against replacement.
 */
export async function readUnscreened(
  userIds: readonly number[],
): Promise<{ id: number; is_renamed: boolean }[]> {
  const [list] = await database()
    .select({ version: screeningLists.version })
    .from(screeningLists)
    .for('share')
  if (!list) return []
  const threshold = await getMatchThreshold()
  return database()
    .select({ id: users.id, is_renamed: sql<boolean>`not ${isBehind(list.version, threshold)}` })
    .from(users)
    .leftJoin(screenings, eq(screenings.user_id, users.id))
    .where(and(isAmong(users.id, userIds), isDue(list.version, threshold)))
}

/**
 * Whether investors can change their compared names on their own: the form is open, and no verification is in
 * force.
 */
const isDraft: SQL<boolean> = sql<boolean>`(not ${users.is_verified}
  and coalesce(${verifications.state}, 'not_started') not in ('submitted', 'in_review'))`

interface Round {
  version: number
  threshold: number
  /** Seconds before a compared draft is compared again. */
  rest: number
  /** Only this investor; otherwise everyone. */
  userId?: number
}

/**
 * The next investors to screen: first those never screened, then those screened against another watchlist,
 * then those with other names, each by longest wait. Batches are never mixed, or the first investor would
 * wait for the last.
 */
async function findDue({ version, threshold, rest, userId }: Round): Promise<Screened[]> {
  const { id, first_name, last_name, verified_name } = users
  const rank = sql<number>`case when ${isNull(screenings.user_id)} then 0 when ${isBehind(version, threshold)} then 1 else 2 end`
  const isResting = sql`(${rank} = 2 and ${isDraft} and ${screenings.screened_at} > now() - make_interval(secs => ${rest}::float8))`
  const rows = await database()
    .select({
      id,
      rank,
      known: { first_name, last_name, verified_name, isChecked: isIdentityAccepted },
      answers: verifications.answers,
      identity: screenedIdentityHash,
      uncheckedIdentity,
    })
    .from(users)
    .leftJoin(screenings, eq(screenings.user_id, users.id))
    .leftJoin(verifications, eq(verifications.user_id, users.id))
    .where(and(isDue(version, threshold), not(isResting), userId === undefined ? undefined : eq(id, userId)))
    .orderBy(asc(rank), asc(screenings.screened_at), asc(users.id))
    .limit(BATCH)
  const first = rows[0]?.rank
  return rows
    .filter((row) => row.rank === first)
    .slice(0, first === 2 ? RENAMED_BATCH : BATCH)
    .map(({ known, answers, rank: _, ...row }) => ({
      ...row,
      subjects: listSubjects({ ...known, answers: getAnswers({ answers: answers ?? {} }) }),
    }))
}

const keyOf = ({ list, entry_id }: { list: string; entry_id: string }) => JSON.stringify([list, entry_id])

type Hit = typeof screeningHits.$inferSelect

/**
 * Whether an open match that was not found again is obsolete: its entry has left the watchlist, or scores
 * below the threshold. If the identity has changed, the match stays for a person to decide: otherwise a
 * listed investor could remove it with a change of name.
 */
const isGone = (
  hit: Hit,
  { source, threshold, identity }: { source: ScreeningSource; threshold: number; identity: string },
): boolean => !source.has(hit) || hit.score < threshold || hit.user_identity === identity

/** Stores the results for one investor: new and changed matches, and open ones that are now obsolete. */
async function storeHits(
  user: Screened,
  found: readonly Found[],
  { source, threshold }: { source: ScreeningSource; threshold: number },
): Promise<void> {
  const db = database()
  const before = await db
    .select()
    .from(screeningHits)
    .where(eq(screeningHits.user_id, user.id))
    .orderBy(asc(screeningHits.id))
    .for('no key update')
  const gone = before.filter(
    (hit) =>
      hit.state === 'open' &&
      !found.some((one) => keyOf(one) === keyOf(hit)) &&
      isGone(hit, { source, threshold, identity: user.identity }),
  )
  if (gone.length > 0) {
    await db.delete(screeningHits).where(
      lockedRowsCondition(
        screeningHits,
        inArray(
          screeningHits.id,
          gone.map(({ id }) => id),
        ),
      ),
    )
  }
  for (const one of found) {
    const known = before.find((hit) => keyOf(hit) === keyOf(one))
    const entry_hash = source.hashOf(one)
    // A decision stands unless the entry has changed. A match was cleared for one identity, and remains
    // cleared when its date of birth is checked.
    const isSame =
      known?.entry_hash === entry_hash &&
      (known.state === 'match' || [user.identity, user.uncheckedIdentity].includes(known.user_identity))
    if (known && known.state !== 'open' && isSame) continue
    // An open match keeps the name most similar to the entry: another one would understate it.
    if (known?.state === 'open' && known.entry_hash === entry_hash && known.score > one.score) continue
    const row = {
      entry_name: one.name,
      entry_birth_date: one.birth_date,
      entry_hash,
      user_name: one.subject.name.slice(0, 255),
      user_birth_date: one.subject.birthDate,
      user_identity: user.identity,
      score: one.score,
      state: 'open' as const,
      reason: '',
      decided_by: null,
      decided_at: null,
    }
    // A reopened match counts as waiting from now.
    const again = known && known.state !== 'open' ? { created_at: sql`now()` } : {}
    if (known)
      await db
        .update(screeningHits)
        .set({ ...row, ...again })
        .where(eq(screeningHits.id, known.id))
    else
      await db
        .insert(screeningHits)
        .values({ ...row, user_id: user.id, list: one.list, entry_id: one.entry_id })
  }
}

/** Screens the next batch of investors and returns their number. */
async function screenBatch(source: ScreeningSource, round: Pick<Round, 'rest' | 'userId'>): Promise<number> {
  const threshold = await getMatchThreshold()
  const due = await findDue({ version: source.version, threshold, ...round })
  if (due.length === 0) return 0
  // Compared before anything is locked.
  const found: { user: Screened; hits: Found[] }[] = []
  for (const user of due) {
    found.push({ user, hits: await findCandidates(user.subjects, source, threshold) })
  }
  await inTransaction(async () => {
    const live = await lockActiveAccounts(due.map(({ id }) => id))
    const ids = new Set(live.map(({ id }) => id))
    for (const { user, hits } of found)
      if (ids.has(user.id)) await storeHits(user, hits, { source, threshold })
    const done = due.filter(({ id }) => ids.has(id))
    if (done.length === 0) return
    await database()
      .insert(screenings)
      .values(done.map(({ id, identity }) => ({ user_id: id, version: source.version, threshold, identity })))
      .onConflictDoUpdate({
        target: screenings.user_id,
        set: {
          version: sql`excluded.version`,
          threshold: sql`excluded.threshold`,
          identity: sql`excluded.identity`,
          screened_at: sql`now()`,
        },
      })
  })
  return due.length
}

/**
 * Screens for one server and keeps the watchlist in memory. Compared drafts are compared again after `rest`
 * seconds.
 */
export function createScreener(holder: string, rest = 0) {
  let opened: { mark: string; source: Promise<ScreeningSource> } | undefined

  async function openCurrent(): Promise<ScreeningSource | undefined> {
    const list = await getWatchlistVersion()
    if (!list) opened = undefined
    else if (opened?.mark !== list.mark) {
      const opening = { mark: list.mark, source: openWatchlistSource(list) }
      opened = opening
      opening.source.catch(() => {
        if (opened === opening) opened = undefined
      })
    }
    return opened?.source
  }

  return {
    /** Screens everyone due, unless another server is doing so. Returns the number screened. */
    async screenDue(): Promise<number> {
      const list = await getWatchlistVersion()
      if (!list) return 0
      const due = await findDue({ version: list.version, threshold: await getMatchThreshold(), rest })
      if (due.length === 0) return 0
      let screened = 0
      let lease: Awaited<ReturnType<typeof acquireLease>>
      try {
        for (;;) {
          lease = await acquireLease(LEASE, holder, LEASE_MS)
          const source = lease && (await openCurrent())
          const count = source ? await screenBatch(source, { rest }) : 0
          screened += count
          if (count === 0) return screened
        }
      } finally {
        // Also after a failure: others would otherwise wait until the lease expires.
        if (lease) await releaseLease(lease)
      }
    },
    /** Screens one investor now, if that is due. */
    async screenInvestor(userId: number): Promise<void> {
      if ((await readUnscreened([userId])).length === 0) return
      const source = await openCurrent()
      if (source) await screenBatch(source, { rest: 0, userId })
    },
  }
}

/** Screens at intervals until closed. */
export function startScreeningJob(log: Logger): { close(): Promise<void> } {
  const screener = createScreener(crypto.randomUUID(), REST_SECONDS)
  provideServices({
    nameScreening: {
      screen: screener.screenInvestor,
      isDone: async (userId) => (await readUnscreened([userId])).length === 0,
    },
  })
  let running: Promise<unknown> | undefined
  const timer = setInterval(() => {
    running ??= screener
      .screenDue()
      .catch((error) => log.warn({ err: error }, 'investors could not be screened'))
      .finally(() => {
        running = undefined
      })
  }, EVERY_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      provideServices({ nameScreening: undefined })
      await running
    },
  }
}
