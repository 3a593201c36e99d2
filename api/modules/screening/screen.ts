/** Screens investors in batches, in the background: new ones, those with another name, and all against another list. */
import { and, asc, eq, inArray, isNull, ne, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { holdLease, releaseLease } from '#common/lease'
import type { Logger } from '#common/log'
import { database, inTransaction } from '#db/connection'
import { lockedRows, lockLiveUsers } from '#db/lock-order'
import { users } from '#db/schema/accounts'
import { screeningHits, screeningLists, screenings } from '#db/schema/screening'
import { settings } from '#db/schema/site'
import { verifications } from '#db/schema/verifications'
import { answersOf } from '#modules/verifications/items'
import { isIdentityAccepted, isPresentIdentity, screenedIdentity, uncheckedIdentity } from './identities.ts'
import { openList, readListMark, type ScreeningSource } from './source.ts'
import { type Found, findAny, type Subject, subjectsOf } from './subjects.ts'

const EVERY_MS = 5_000
/** Investors of one transaction: a few hundred milliseconds. */
const BATCH = 100
const LEASE = 'screening'
const LEASE_MS = 60_000

interface Screened {
  id: number
  subjects: Subject[]
  identity: string
  /** The identity before anybody checked the birth date; the same where there is none. */
  uncheckedIdentity: string
}

/** Percent from which two are taken for one person. */
export async function readThreshold(): Promise<number> {
  const [row] = await database().select({ threshold: settings.screening_threshold }).from(settings)
  return row?.threshold ?? 100
}

/** Whether an investor was not compared with this list and threshold, under any identity. Joins `screenings`. */
const isBehind = (version: number, threshold: number): SQL<boolean> =>
  sql`(${or(isNull(screenings.user_id), ne(screenings.version, version), ne(screenings.threshold, threshold))})`

/** Whether an investor was not compared like this: with this list, threshold and present identity. Joins `screenings`. */
const isDue = (version: number, threshold: number): SQL | undefined =>
  and(isNull(users.deleted_at), or(isBehind(version, threshold), not(isPresentIdentity(screenings.identity))))

/** Whether there is a list with which an investor was not compared, for a select that joins `users`. */
export const isUnscreened: SQL<boolean> = sql<boolean>`exists (
  select from ${screeningLists} cross join ${settings}
  where not exists (select from ${screenings} where ${screenings.user_id} = ${users.id}
    and ${screenings.version} = ${screeningLists.version} and ${screenings.threshold} = ${settings.screening_threshold}
    and ${isPresentIdentity(screenings.identity)}))`

/** Whether an id is one of these, which may be thousands: they are sent as one value. */
export const isAmong = (id: SQLWrapper, ids: readonly number[]): SQL =>
  sql`${id} = any(${`{${ids.join()}}`}::int[])`

/**
 * Which of these investors have not been compared with the list in force, which is locked against a new one, and whether
 * they were under a former identity.
 */
export async function readUnscreened(
  userIds: readonly number[],
): Promise<{ id: number; is_renamed: boolean }[]> {
  const [list] = await database()
    .select({ version: screeningLists.version })
    .from(screeningLists)
    .for('share')
  if (!list) return []
  const threshold = await readThreshold()
  return database()
    .select({ id: users.id, is_renamed: sql<boolean>`not ${isBehind(list.version, threshold)}` })
    .from(users)
    .leftJoin(screenings, eq(screenings.user_id, users.id))
    .where(and(isAmong(users.id, userIds), isDue(list.version, threshold)))
}

/** The investors who were not screened like this, the first ones. */
async function findDue(version: number, threshold: number): Promise<Screened[]> {
  const { id, first_name, last_name, verified_name } = users
  const rows = await database()
    .select({
      id,
      known: { first_name, last_name, verified_name, isChecked: isIdentityAccepted },
      answers: verifications.answers,
      identity: screenedIdentity,
      uncheckedIdentity,
    })
    .from(users)
    .leftJoin(screenings, eq(screenings.user_id, users.id))
    .leftJoin(verifications, eq(verifications.user_id, users.id))
    .where(isDue(version, threshold))
    .orderBy(asc(users.id))
    .limit(BATCH)
  return rows.map(({ known, answers, ...row }) => ({
    ...row,
    subjects: subjectsOf({ ...known, answers: answersOf({ answers: answers ?? {} }) }),
  }))
}

const keyOf = ({ list, entry_id }: { list: string; entry_id: string }) => JSON.stringify([list, entry_id])

type Hit = typeof screeningHits.$inferSelect

/**
 * Whether an open hit that was not found again is none any more: its entry left the list, or is not alike enough for
 * the threshold. Where the investor has another identity by now, the hit stays: only a person decides it, or whoever is
 * on a list would end it with a change of name.
 */
const isGone = (
  hit: Hit,
  { source, threshold, identity }: { source: ScreeningSource; threshold: number; identity: string },
): boolean => !source.has(hit) || hit.score < threshold || hit.user_identity === identity

/** Stores what was found of one investor: new hits, changed ones, and open ones that are none any more. */
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
      lockedRows(
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
    // Decided once, unless the entry is another one by now. That it is another person was decided for one identity, and
    // is no less true when somebody has checked the birth date.
    const isSame =
      known?.entry_hash === entry_hash &&
      (known.state === 'match' || [user.identity, user.uncheckedIdentity].includes(known.user_identity))
    if (known && known.state !== 'open' && isSame) continue
    // One that waits stays with the name that is most like the entry: another one would play it down.
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
    // One that is raised again waits from now on.
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

/** Screens the next investors. Returns their number. */
async function screenBatch(source: ScreeningSource): Promise<number> {
  const threshold = await readThreshold()
  const due = await findDue(source.version, threshold)
  if (due.length === 0) return 0
  // Compared before anything is locked.
  const found: { user: Screened; hits: Found[] }[] = []
  for (const user of due) {
    found.push({ user, hits: await findAny(user.subjects, source, threshold) })
  }
  await inTransaction(async () => {
    const live = await lockLiveUsers(due.map(({ id }) => id))
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

/** The screening of one server, which keeps the list in memory. */
export function createScreener(holder: string) {
  let opened: ScreeningSource | undefined

  async function openCurrent(): Promise<ScreeningSource | undefined> {
    const list = await readListMark()
    if (!list) opened = undefined
    else if (opened?.mark !== list.mark) opened = await openList(list)
    return opened
  }

  return {
    /** Screens all who are due, unless another server does. Returns how many it screened. */
    async screenDue(): Promise<number> {
      const list = await readListMark()
      if (!list || (await findDue(list.version, await readThreshold())).length === 0) return 0
      let screened = 0
      for (;;) {
        const lease = await holdLease(LEASE, holder, LEASE_MS)
        const source = lease && (await openCurrent())
        const count = source ? await screenBatch(source) : 0
        screened += count
        if (count > 0) continue
        if (lease) await releaseLease(lease)
        return screened
      }
    },
  }
}

/** Screens at intervals until closed. */
export function startScreening(log: Logger): { close(): Promise<void> } {
  const screener = createScreener(crypto.randomUUID())
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
      await running
    },
  }
}
