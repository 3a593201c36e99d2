/**
 * Exports of an investor's data. A request is a row; any server takes it, creates the file and stores it. If
 * the server stops or is killed, the next one takes the row.
 */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { GeneratedFile } from '#common/file-types'
import type { Logger } from '#common/logger'
import { findService, provideServices } from '#common/service-container'
import { deleteStoredFile, getUploadStorage, stagingPath, storeUpload } from '#common/upload-storage'
import {
  accountExport,
  DATA_SETTINGS_PATH,
  type DataExport,
  EXPORT_LIFETIME_HOURS,
} from '#contract/people/account-export'
import { Problem } from '#contract/problem'
import { API_BASE } from '#contract/request-url'
import { afterCommit, database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { notifications } from '#db/schema/messaging/notifications'
import { accountExports } from '#db/schema/people/data-exports'
import { recordAccountEvent } from '#modules/identity/account-activity/account-events'
import { toPageUrl } from '#modules/identity/accounts/email-links'
import type { Client } from '#modules/identity/session/session-store'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { exportReadyEmail } from '#shared/email/account-emails'
import { streamFile, writeArchive } from './export-archive.ts'

type ExportRow = typeof accountExports.$inferSelect

/** How often a server looks for exports to create, in milliseconds. */
const LOOK_MS = 5_000
/** Seconds without a report after which another attempt takes over. */
const SILENT_SECONDS = 60
/** Milliseconds between two reports. */
const REPORT_MS = 1_000
const ATTEMPTS_MAX = 5

const NONE: DataExport = { state: 'none', progress: 0, url: null, expires_at: null }

function toExport(row: ExportRow | undefined): DataExport {
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

/** The progress of an investor's export. */
export const getExport = async (userId: number): Promise<DataExport> => toExport(await findExport(userId))

/** Requests an export, replacing a finished one. Throws `conflict` while one is being created. */
export function requestExport(userId: number, client: Client): Promise<DataExport> {
  return inTransaction(async () => {
    const user = await lockActiveAccount(userId, 'no key update')
    if (!user) throw new Problem('not_found', 'This account no longer exists.')
    const former = await findExport(userId)
    if (former?.state === 'working') {
      throw new Problem(
        'conflict',
        'Your export is already in progress. We will notify you when it is ready.',
      )
    }
    await database().delete(accountExports).where(eq(accountExports.user_id, userId))
    const [row] = await database().insert(accountExports).values({ user_id: userId }).returning()
    await recordAccountEvent(userId, client, { kind: 'export_made', detail: 'All account data' })
    afterCommit(() => {
      if (former) void deleteStoredFile(former.filename)
      findService('accountExports')?.wake()
    })
    return toExport(row)
  })
}

/** The file of an export. Throws `not_found` if there is none, or if it has expired. */
export async function getExportFile(userId: number): Promise<GeneratedFile> {
  const row = await findExport(userId)
  const isThere = row !== undefined && toExport(row).state === 'ready'
  const body = isThere ? await getUploadStorage().read(row.filename, row.file_size) : undefined
  if (!body) throw new Problem('not_found', 'There is no export to download. Request one first.')
  return { rows: 1, chunks: streamFile(body) }
}

/** Takes the export that has waited longest; undefined if there is none. */
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

/**
 * Condition: the attempt still owns its export. No one has taken it over, and the account has not been
 * deleted.
 */
const isHeld = ({ user_id, attempt }: ExportRow) =>
  and(
    eq(accountExports.user_id, user_id),
    eq(accountExports.attempt, attempt ?? ''),
    eq(accountExports.state, 'working'),
  )

class Stopped extends Error {}

/** Reports at intervals, and stops the work if the attempt no longer owns the export or the server stops. */
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

/** Stores the finished file, and notifies its owner. */
async function finish(row: ExportRow, path: string): Promise<void> {
  const filename = `export-${randomUUID()}.zip`
  const file_size = Bun.file(path).size
  await storeUpload({ path, store: inTransaction }, filename, 'application/zip', async () => {
    const user = await lockActiveAccount(row.user_id, 'no key update')
    const [stored] = await database()
      .update(accountExports)
      .set({
        state: 'ready',
        progress: 100,
        filename,
        file_size,
        expires_at: sql`now() + make_interval(hours => ${EXPORT_LIFETIME_HOURS})`,
      })
      .where(isHeld(row))
      .returning({ user_id: accountExports.user_id })
    if (!user || !stored) throw new Stopped('Another attempt has taken the export over')
    await database()
      .insert(notifications)
      .values({
        user_id: user.id,
        category: 'security',
        // A separate email is sent.
        email: 'off',
        type: 'success',
        title: 'Your data export is ready',
        message: `Download it in Settings, under Data, within ${EXPORT_LIFETIME_HOURS} hours.`,
      })
    await queueEmails([
      {
        owner: { userId: user.id },
        kind: 'export_ready',
        recipient: user.email,
        letter: exportReadyEmail({
          name: user.first_name,
          url: toPageUrl(DATA_SETTINGS_PATH),
          hours: EXPORT_LIFETIME_HOURS,
        }),
      },
    ])
  })
}

/** Leaves an export to the next attempt, immediately or after a pause; it fails after the last one. */
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
    const user = await lockActiveAccount(row.user_id, 'no key update')
    const given = await database().delete(accountExports).where(isHeld(row)).returning()
    if (!user || given.length === 0) return
    await database().insert(notifications).values({
      user_id: user.id,
      category: 'security',
      type: 'error',
      title: 'Your data export failed',
      message: 'Please request it again in Settings, under Data, or contact support.',
    })
  })
}

/** Creates the export that has waited longest. Returns whether there was one. */
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

/** Removes expired exports with their files. */
export async function deleteExpiredExports(): Promise<void> {
  const over = await database()
    .delete(accountExports)
    .where(lte(accountExports.expires_at, sql`now()`))
    .returning({ filename: accountExports.filename })
  for (const { filename } of over) await deleteStoredFile(filename)
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** Creates exports. */
    accountExports: { wake(): void }
  }
}

/** Creates exports until closed, one at a time per server. */
export function startExportJob(log: Logger): { close(): Promise<void> } {
  let isClosing = false
  let working: Promise<void> | undefined
  const work = async () => {
    try {
      await deleteExpiredExports()
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
  provideServices({ accountExports: { wake } })
  return {
    async close() {
      isClosing = true
      clearInterval(timer)
      await working
    },
  }
}
