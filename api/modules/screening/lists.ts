/** The list that investors are screened against. */
import { and, eq, gt, isNull, lte, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Actor } from '#common/actor'
import type { Upload } from '#common/files'
import { approvedProposal, noteListChanges, noteVersion } from '#common/observed-changes'
import { createPause } from '#common/pause'
import type { ScreeningState } from '#contract/admin-screening'
import { CHANGED_NAMES_MAX } from '#contract/approvals'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { admins, users } from '#db/schema/accounts'
import { approvals, type ChangedNames, type ListChanges } from '#db/schema/approvals'
import { screeningHits, screeningLists, screeningNames, screenings } from '#db/schema/screening'
import { recordAudit } from '#modules/audit/service'
import { writeMoment } from '#shared/written-day'
import { readListFile } from './list-file.ts'
import type { ListedName } from './name-index.ts'
import { readThreshold } from './screen.ts'

const proposers = alias(admins, 'proposers')

/** What investors are screened against, and how far that is. */
export async function readScreening(): Promise<ScreeningState> {
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
    readThreshold(),
    database().$count(users, isNull(users.deleted_at)),
    database().$count(screeningHits, eq(screeningHits.state, 'open')),
  ])
  const screened = list
    ? await database().$count(
        screenings,
        and(eq(screenings.version, list.list.version), eq(screenings.threshold, threshold)),
      )
    : 0
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

/** Rows of one insert. */
const INSERT = 2_000

/** Stores names in their order. They are sent as one value: thousands of parameters would hold up the process. */
async function insertNames(names: readonly ListedName[]): Promise<void> {
  for (let at = 0; at < names.length; at += INSERT) {
    await database().execute(sql`
      insert into ${screeningNames} (list, entry_id, name, birth_date)
      select list, entry_id, name, birth_date
      from json_to_recordset(${JSON.stringify(names.slice(at, at + INSERT))}::json)
        as given (list text, entry_id text, name text, birth_date text)`)
  }
}

/** Longest name of a file that is kept. */
const FILENAME_MAX = 255

/** SHA-256 of the names, whatever their order and however the file is written. */
async function hashNames(keys: Iterable<string>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const pause = createPause({ rest: 1 })
  for (const [at, key] of [...keys].sort().entries()) {
    hasher.update(at === 0 ? key : `\n${key}`)
    await pause()
  }
  return hasher.digest('hex')
}

const known = alias(screeningNames, 'known')

/** The names on one side of an id that are not on the other, in the order of their file. */
async function readOnlyIn(side: 'before' | 'after', boundary: number): Promise<ChangedNames> {
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
    .limit(CHANGED_NAMES_MAX)
  return { count: rows[0]?.count ?? 0, names: rows.map(({ count: _, ...row }) => row) }
}

/** Puts names in the place of those in force, and says which come and which go. */
async function exchangeNames(names: readonly ListedName[]): Promise<ListChanges> {
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
 * Replaces the list by that of a file; all investors are screened again in the background. Throws `validation` for a
 * file that is no list, and `conflict` for one with the names that are in force.
 */
export async function replaceList(upload: Upload, actor: Actor): Promise<ScreeningState> {
  const { names, keys, unclearDates } = await readListFile(upload.path)
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
      approval_id: approvedProposal() ?? null,
    }
    const [former] = await db.select().from(screeningLists).for('no key update')
    if (former) noteVersion('screening_list', former.uploaded_at)
    // The row is locked first: of two uploads at once the second replaces the first.
    const [list] = await db
      .insert(screeningLists)
      .values(row)
      .onConflictDoUpdate({
        target: screeningLists.id,
        set: { ...row, version: sql`${screeningLists.version} + 1` },
      })
      .returning()
    // An approved list was looked at when it was proposed; if another was taken since, it is out of date.
    const isNew = approvedProposal() === undefined
    const changes = await exchangeNames(names)
    if (isNew && former && changes.added.count === 0 && changes.removed.count === 0) {
      throw new Problem(
        'conflict',
        `The same names have been in force since ${writeMoment(former.uploaded_at)}, as ${former.filename || 'a file without a name'}. Nothing was changed.`,
      )
    }
    noteListChanges(changes)
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
    return readScreening()
  })
}
