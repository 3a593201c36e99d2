/**
 * Exports of an investor's data. A request is a row; any server takes it, makes the file and stores it. A server that
 * stops or is killed leaves the row to the next one.
 */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { RowsFile } from '#common/files'
import type { Logger } from '#common/log'
import { findPart, provide } from '#common/process-state'
import { accountExport, DATA_PAGE, EXPORT_HOURS, type Export } from '#contract/account-data'
import { API_BASE } from '#contract/call'
import { Problem } from '#contract/problem'
import { afterCommit, database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { accountExports } from '#db/schema/accounts'
import { notifications } from '#db/schema/notifications'
import { recordAccountEvent } from '#modules/account-activity/activity'
import { pageUrl } from '#modules/accounts/links'
import { discard, keep, stagingPath, storage } from '#modules/documents/storage'
import { queueLetters } from '#modules/mail/letters'
import type { Client } from '#modules/session/session-store'
import { exportReadyLetter } from '#shared/mail/account-letters'
import { readBody, writeArchive } from './archive.ts'

type ExportRow = typeof accountExports.$inferSelect

/** How often a server looks for exports to make, in milliseconds. */
const LOOK_MS = 5_000
/** Seconds without a report after which another attempt takes over. */
const SILENT_SECONDS = 60
/** Milliseconds between two reports. */
const REPORT_MS = 1_000
const ATTEMPTS_MAX = 5

const NONE: Export = { state: 'none', progress: 0, url: null, expires_at: null }

function toExport(row: ExportRow | undefined): Export {
  if (!row || (row.expires_at && row.expires_at.getTime() <= Date.now())) return NONE
  const isReady = row.state === 'ready'
  return {
    state: row.state,
    progress: row.progress,
    url: isReady ? API_BASE + accountExport.download.path : null,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}

const findExport = async (userId: number): Promise<ExportRow | undefined> =>
  (await database().select().from(accountExports).where(eq(accountExports.user_id, userId)))[0]

/** How far the export of an investor is. */
export const readExport = async (userId: number): Promise<Export> => toExport(await findExport(userId))

/** Begins an export, in place of a finished one. Throws `conflict` while one is being made. */
export function requestExport(userId: number, client: Client): Promise<Export> {
  return inTransaction(async () => {
    const user = await lockLiveUser(userId, 'no key update')
    if (!user) throw new Problem('not_found', 'The account of this session no longer exists.')
    const former = await findExport(userId)
    if (former?.state === 'working') {
      throw new Problem('conflict', 'Your export is being made already. You are told when it is ready.')
    }
    await database().delete(accountExports).where(eq(accountExports.user_id, userId))
    const [row] = await database().insert(accountExports).values({ user_id: userId }).returning()
    await recordAccountEvent(userId, client, { kind: 'export_made', detail: 'All data of the account' })
    afterCommit(() => {
      if (former) void discard(former.filename)
      findPart('accountExports')?.wake()
    })
    return toExport(row)
  })
}

/** The file of an export. Throws `not_found` when there is none, or no longer. */
export async function readExportFile(userId: number): Promise<RowsFile> {
  const row = await findExport(userId)
  const isThere = row !== undefined && toExport(row).state === 'ready'
  const body = isThere ? await storage().read(row.filename, row.file_size) : undefined
  if (!body) throw new Problem('not_found', 'There is no export to download. Make one first.')
  return { rows: 1, chunks: readBody(body) }
}

/** Removes the export of an account that is deleted, in the surrounding transaction. */
export async function removeExport(userId: number): Promise<void> {
  const [row] = await database()
    .delete(accountExports)
    .where(eq(accountExports.user_id, userId))
    .returning({ filename: accountExports.filename })
  if (row?.filename) afterCommit(() => void discard(row.filename))
}

/** Takes the export that has waited longest; undefined when there is none. */
async function takeExport(): Promise<ExportRow | undefined> {
  const waiting = sql`(
    select user_id from account_exports
    where state = 'working' and (reported_at is null or reported_at < now() - make_interval(secs => ${SILENT_SECONDS}))
    order by requested_at limit 1 for update skip locked)`
  const [row] = await database()
    .update(accountExports)
    .set({
      attempt: randomUUID(),
      attempts: sql`${accountExports.attempts} + 1`,
      reported_at: sql`now()`,
      progress: 0,
    })
    .where(sql`${accountExports.user_id} = ${waiting}`)
    .returning()
  return row
}

/** Condition: the attempt still has its export; nobody has taken it over, and the account was not deleted. */
const isHeld = ({ user_id, attempt }: ExportRow) =>
  and(
    eq(accountExports.user_id, user_id),
    eq(accountExports.attempt, attempt ?? ''),
    eq(accountExports.state, 'working'),
  )

class Stopped extends Error {}

/** Reports now and then, and stops the work when the export is no longer this attempt's, or the server stops. */
function createReport(row: ExportRow, isStopping: () => boolean) {
  let last = 0
  return async (progress: number) => {
    if (isStopping()) throw new Stopped('The server stops')
    if (Date.now() - last < REPORT_MS) return
    last = Date.now()
    const held = await database()
      .update(accountExports)
      .set({ progress, reported_at: sql`now()` })
      .where(isHeld(row))
      .returning({ user_id: accountExports.user_id })
    if (held.length === 0) throw new Stopped('Another attempt has taken the export over')
  }
}

/** Stores the finished file, and tells its owner. */
async function finish(row: ExportRow, path: string): Promise<void> {
  const filename = `export-${randomUUID()}.zip`
  const file_size = Bun.file(path).size
  await keep({ path, store: inTransaction }, filename, 'application/zip', async () => {
    const user = await lockLiveUser(row.user_id, 'no key update')
    const [stored] = await database()
      .update(accountExports)
      .set({
        state: 'ready',
        progress: 100,
        filename,
        file_size,
        expires_at: sql`now() + make_interval(hours => ${EXPORT_HOURS})`,
      })
      .where(isHeld(row))
      .returning({ user_id: accountExports.user_id })
    if (!user || !stored) throw new Stopped('Another attempt has taken the export over')
    await database()
      .insert(notifications)
      .values({
        user_id: user.id,
        category: 'security',
        // Mailed by a letter of its own.
        email: 'off',
        type: 'success',
        title: 'Your data export is ready',
        message: `Download it in Settings, under Data, within ${EXPORT_HOURS} hours.`,
      })
    await queueLetters([
      {
        owner: { userId: user.id },
        kind: 'export_ready',
        recipient: user.email,
        letter: exportReadyLetter({ name: user.first_name, url: pageUrl(DATA_PAGE), hours: EXPORT_HOURS }),
      },
    ])
  })
}

/** Leaves an export to the next attempt: at once, or after a pause; gives up after the last one. */
async function leave(row: ExportRow, isAtOnce: boolean): Promise<void> {
  if (isAtOnce) {
    await database()
      .update(accountExports)
      .set({ reported_at: null, attempts: sql`greatest(0, ${accountExports.attempts} - 1)` })
      .where(isHeld(row))
    return
  }
  if (row.attempts < ATTEMPTS_MAX) return
  await inTransaction(async () => {
    const user = await lockLiveUser(row.user_id, 'no key update')
    const given = await database().delete(accountExports).where(isHeld(row)).returning()
    if (!user || given.length === 0) return
    await database().insert(notifications).values({
      user_id: user.id,
      category: 'security',
      type: 'error',
      title: 'Your data export could not be made',
      message: 'Please ask for it again in Settings, under Data, or contact support.',
    })
  })
}

/** Makes the export that has waited longest. Returns whether there was one. */
async function makeNext(log: Logger, isStopping: () => boolean): Promise<boolean> {
  const row = await takeExport()
  if (!row) return false
  const path = stagingPath()
  try {
    await writeArchive(path, row.user_id, createReport(row, isStopping))
    await finish(row, path)
  } catch (error) {
    if (!(error instanceof Stopped)) log.error({ err: error }, 'an export could not be made')
    await leave(row, error instanceof Stopped)
  } finally {
    await rm(path, { force: true })
  }
  return true
}

/** Removes exports whose time is over, with their files. */
export async function removeExpiredExports(): Promise<void> {
  const over = await database()
    .delete(accountExports)
    .where(lte(accountExports.expires_at, sql`now()`))
    .returning({ filename: accountExports.filename })
  for (const { filename } of over) await discard(filename)
}

declare module '#common/process-state' {
  interface ProcessState {
    /** Makes exports. */
    accountExports: { wake(): void }
  }
}

/** Makes exports until closed: one at a time on each server. */
export function openExports(log: Logger): { close(): Promise<void> } {
  let isClosing = false
  let working: Promise<void> | undefined
  const work = async () => {
    try {
      await removeExpiredExports()
      while (!isClosing && (await makeNext(log, () => isClosing)));
    } catch (error) {
      log.warn({ err: error }, 'exports could not be made')
    }
  }
  const wake = () => {
    if (isClosing) return
    working ??= work().finally(() => {
      working = undefined
    })
  }
  const timer = setInterval(wake, LOOK_MS)
  timer.unref()
  provide({ accountExports: { wake } })
  return {
    async close() {
      isClosing = true
      clearInterval(timer)
      await working
    },
  }
}
