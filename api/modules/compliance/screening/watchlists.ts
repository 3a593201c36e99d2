/** The watchlist that investors are screened against. */
import { and, eq, gt, isNull, lte, max, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Actor } from '#common/audit-actor'
import { createYield } from '#common/cooperative-pause'
import type { Upload } from '#common/file-types'
import { getApprovalBeingApplied, recordRowVersion, recordWatchlistChanges } from '#common/write-recorder'
import type { WatchlistStatus } from '#contract/compliance/admin-screening'
import { WATCHLIST_CHANGES_MAX } from '#contract/compliance/admin-screening'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { screeningHits, screeningLists, screeningNames } from '#db/schema/compliance/screening'
import { approvals, type WatchlistChanges, type WatchlistNameChanges } from '#db/schema/desk/approvals'
import { admins, users } from '#db/schema/identity/accounts'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { formatLongDateTime } from '#shared/format-date'
import type { WatchlistName } from './name-search-index.ts'
import { parseWatchlistFile } from './parse-watchlist.ts'
import { getMatchThreshold, isUnscreened } from './screening-job.ts'

const proposers = alias(admins, 'proposers')

/** The current watchlist and the progress of the screening. */
export async function getWatchlistStatus(): Promise<WatchlistStatus> {
  const [[list], threshold, investors, open_hits] = await Promise.all([
    database()
      .select({
        list: screeningLists,
        username: admins.username,
        proposer: proposers.username,
        proposed_at: approvals.proposed_at,
      })
      .from(screeningLists)
      .leftJoin(admins, eq(admins.id, screeningLists.uploaded_by))
      .leftJoin(approvals, eq(approvals.id, screeningLists.approval_id))
      .leftJoin(proposers, eq(proposers.id, approvals.proposed_by)),
    getMatchThreshold(),
    database().$count(users, isNull(users.deleted_at)),
    database().$count(screeningHits, eq(screeningHits.state, 'open')),
  ])
  const screened = list ? await database().$count(users, and(isNull(users.deleted_at), not(isUnscreened))) : 0
  return {
    source: list ? 'list' : 'none',
    entries: list?.list.entries ?? 0,
    filename: list?.list.filename ?? '',
    uploaded_at: (list?.proposed_at ?? list?.list.uploaded_at)?.toISOString() ?? null,
    uploaded_by: list?.proposer ?? list?.username ?? '',
    approved_at: list?.proposed_at ? list.list.uploaded_at.toISOString() : null,
    approved_by: list?.proposer ? (list.username ?? '') : '',
    threshold,
    investors,
    screened,
    open_hits,
  }
}

/** Rows per insert. */
const INSERT = 2_000

/** Stores names in order. They are sent as one value: thousands of parameters would block the process. */
async function insertNames(names: readonly WatchlistName[]): Promise<void> {
  for (let at = 0; at < names.length; at += INSERT) {
    await database().execute(sql`
      insert into ${screeningNames} (list, entry_id, name, birth_date)
      select list, entry_id, name, birth_date
      from json_to_recordset(${JSON.stringify(names.slice(at, at + INSERT))}::json)
        as given (list text, entry_id text, name text, birth_date text)`)
  }
}

/** Most characters of a file name that are stored. */
const FILENAME_MAX = 255

/** SHA-256 of the names, regardless of their order and the format of the file. */
async function hashNames(keys: Iterable<string>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const pause = createYield({ rest: 1 })
  for (const [at, key] of [...keys].sort().entries()) {
    hasher.update(at === 0 ? key : `\n${key}`)
    await pause()
  }
  return hasher.digest('hex')
}

const known = alias(screeningNames, 'known')

/** The names on one side of an id that are missing on the other, in file order. */
async function readOnlyIn(side: 'before' | 'after', boundary: number): Promise<WatchlistNameChanges> {
  const [here, there] = side === 'before' ? [lte, gt] : [gt, lte]
  const { list, entry_id, name, birth_date } = screeningNames
  const rows = await database()
    .select({ list, entry_id, name, birth_date, count: sql<number>`(count(*) over ())::int` })
    .from(screeningNames)
    .where(
      and(
        here(screeningNames.id, boundary),
        sql`not exists (select from ${screeningNames} as known where ${there(known.id, boundary)}
          and known.list = ${list} and known.entry_id = ${entry_id} and known.name = ${name} and known.birth_date = ${birth_date})`,
      ),
    )
    .orderBy(screeningNames.id)
    .limit(WATCHLIST_CHANGES_MAX)
  return { count: rows[0]?.count ?? 0, names: rows.map(({ count: _, ...row }) => row) }
}

/** Replaces the names in force and returns which were added and removed. */
async function exchangeNames(names: readonly WatchlistName[]): Promise<WatchlistChanges> {
  const db = database()
  const [last] = await db.select({ id: max(screeningNames.id) }).from(screeningNames)
  const boundary = last?.id ?? 0
  await insertNames(names)
  const changes = {
    added: await readOnlyIn('after', boundary),
    removed: await readOnlyIn('before', boundary),
  }
  await db.delete(screeningNames).where(lte(screeningNames.id, boundary))
  return changes
}

/**
 * Replaces the watchlist with that of a file. All investors are then screened again in the background. Throws
 * `validation` for a file that is not a watchlist, and `conflict` for one with the same names.
 */
export async function replaceWatchlist(upload: Upload, actor: Actor): Promise<WatchlistStatus> {
  const { names, keys, unclearDates } = await parseWatchlistFile(upload.path)
  const names_sha256 = await hashNames(keys)
  const filename = upload.name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, FILENAME_MAX)
  return upload.store(async () => {
    const db = database()
    const row = {
      filename,
      entries: names.length,
      uploaded_by: actor.adminId ?? null,
      uploaded_at: sql`now()`,
      approval_id: getApprovalBeingApplied() ?? null,
    }
    const [former] = await db.select().from(screeningLists).for('no key update')
    if (former) recordRowVersion('screening_list', former.uploaded_at)
    // The row is locked first: of two simultaneous uploads the second replaces the first.
    const [list] = await db
      .insert(screeningLists)
      .values(row)
      .onConflictDoUpdate({
        target: screeningLists.id,
        set: { ...row, version: sql`${screeningLists.version} + 1` },
      })
      .returning()
    // The approver has seen the watchlist that was in force at the time of the request; if it has since been
    // replaced, the request is outdated.
    const isNew = getApprovalBeingApplied() === undefined
    const changes = await exchangeNames(names)
    if (isNew && former && changes.added.count === 0 && changes.removed.count === 0) {
      throw new Problem(
        'conflict',
        `This watchlist is identical to the current one (${former.filename || 'unnamed file'}, uploaded ${formatLongDateTime(former.uploaded_at)}). No changes were made.`,
      )
    }
    recordWatchlistChanges(changes)
    await recordAudit(actor, {
      action: 'screening.upload_list',
      entity: 'screening_list',
      entityId: list?.version,
      ...(former && { before: { filename: former.filename, entries: former.entries } }),
      after: {
        filename,
        entries: names.length,
        ...(unclearDates > 0 && { unclear_birth_dates: unclearDates }),
        names_added: changes.added.count,
        names_removed: changes.removed.count,
        names_sha256,
        sha256: upload.sha256,
      },
    })
    return getWatchlistStatus()
  })
}
