/** Reports announced by email, every day, week or month. */
import {
  and,
  arrayContained,
  arrayContains,
  arrayOverlaps,
  asc,
  count,
  eq,
  inArray,
  lte,
  sql,
} from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import type { Logger } from '#common/logger'
import { processRows } from '#common/process-rows'
import { type ReportSchedule, type ReportScheduleBody, SCHEDULES_MAX } from '#contract/desk/admin-reports'
import { permissions } from '#contract/permissions'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { collateAlphabetically } from '#db/schema/column-types'
import { reportSchedules } from '#db/schema/desk/report-schedules'
import { admins } from '#db/schema/identity/accounts'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { reportEmail } from '#shared/email/report-emails'
import { adminReportTitles } from '#shared/enums/reports'
import { formatLongDate } from '#shared/format-date'
import { formatPeriod } from './report.ts'
import { getNextSendTime, getPreviousPeriod } from './schedule-times.ts'

type Row = typeof reportSchedules.$inferSelect

const canRead = and(eq(admins.is_active, true), arrayOverlaps(admins.roles, [...permissions.report]))

const listReaders = () =>
  database()
    .select({ id: admins.id, username: admins.username, email: admins.email })
    .from(admins)
    .where(canRead)
    .orderBy(collateAlphabetically(admins.username))
    .limit(500)
type Reader = Awaited<ReturnType<typeof listReaders>>[number]

const toSchedule = (row: Row, readers: readonly Reader[]): ReportSchedule => ({
  id: row.id,
  report: row.report,
  frequency: row.frequency,
  format: row.format,
  recipients: readers.filter(({ id }) => row.recipients.includes(id)),
  next_at: row.next_at.toISOString(),
  last_sent_at: row.last_sent_at?.toISOString() ?? null,
})

/** The schedules, and the possible recipients. */
export async function listSchedules() {
  const readers = await listReaders()
  const rows = await database().select().from(reportSchedules).orderBy(asc(reportSchedules.id))
  return { schedules: rows.map((row) => toSchedule(row, readers)), administrators: readers }
}

/**
 * A schedule as stored in the audit log: with the names of its recipients, whose accounts may be gone when it is read.
 */
async function auditable({ report, frequency, format, recipients }: Row) {
  const people = await database()
    .select({ username: admins.username })
    .from(admins)
    .where(inArray(admins.id, recipients))
    .orderBy(collateAlphabetically(admins.username))
  return { report, frequency, format, recipients: people.map(({ username }) => username) }
}

/** Throws `conflict` for a schedule that already exists, whatever its format. */
async function assertNew({ report, frequency, recipients }: ReportScheduleBody): Promise<void> {
  const [same] = await database()
    .select({ created_at: reportSchedules.created_at })
    .from(reportSchedules)
    .where(
      and(
        eq(reportSchedules.report, report),
        eq(reportSchedules.frequency, frequency),
        arrayContains(reportSchedules.recipients, recipients),
        arrayContained(reportSchedules.recipients, recipients),
      ),
    )
    .limit(1)
  if (!same) return
  throw new Problem(
    'conflict',
    `This schedule already exists: ${adminReportTitles[report]}, ${frequency}, same recipients, created ${formatLongDate(same.created_at)}.`,
  )
}

/**
 * Adds a schedule. Throws `validation` for recipients who may not read reports, `conflict` for one that already exists
 * and if there are too many.
 */
export function createSchedule(body: ReportScheduleBody, actor: Actor): Promise<ReportSchedule> {
  return inTransaction(async () => {
    const readers = await database()
      .select({ id: admins.id, username: admins.username, email: admins.email })
      .from(admins)
      .where(and(inArray(admins.id, body.recipients), canRead))
      .orderBy(asc(admins.id))
      // Of two equal concurrent schedules the second finds the first.
      .for('no key update')
    if (readers.length !== body.recipients.length) {
      throw invalidFieldProblem('/recipients', 'Select active administrators with access to reports')
    }
    await assertNew(body)
    const [counted] = await database().select({ total: count() }).from(reportSchedules)
    if ((counted?.total ?? 0) >= SCHEDULES_MAX) {
      throw new Problem('conflict', `You can have up to ${SCHEDULES_MAX} schedules. Delete one first.`)
    }
    const [row] = await database()
      .insert(reportSchedules)
      .values({ ...body, admin_id: actor.adminId, next_at: getNextSendTime(body.frequency, new Date()) })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    await recordAudit(actor, {
      action: 'report_schedule.create',
      entity: 'report_schedule',
      entityId: row.id,
      after: await auditable(row),
    })
    return toSchedule(row, readers)
  })
}

/** Ends a schedule. Throws `not_found`. */
export function deleteSchedule(id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const [row] = await database().delete(reportSchedules).where(eq(reportSchedules.id, id)).returning()
    if (!row) throw new Problem('not_found', 'Schedule not found.')
    await recordAudit(actor, {
      action: 'report_schedule.delete',
      entity: 'report_schedule',
      entityId: id,
      before: await auditable(row),
    })
  })
}

/** Schedules per transaction. */
const BATCH = 20

/**
 * Announces what is due and moves each schedule past now, so that periods missed while no server ran are announced
 * once, by the latest of them. Row locks prevent duplicates across servers: another server skips what this one has
 * taken. Returns the number of schedules.
 */
export function sendDueReportEmails(log: Logger, now = new Date()): Promise<number> {
  return inTransaction(async () => {
    const due = await database()
      .select()
      .from(reportSchedules)
      .where(lte(reportSchedules.next_at, now))
      .orderBy(asc(reportSchedules.id))
      .limit(BATCH)
      .for('no key update', { skipLocked: true })
    if (due.length === 0) return 0
    const readers = await listReaders()
    const announce = async ({ id, report, frequency, format, recipients }: (typeof due)[number]) => {
      const period = formatPeriod(getPreviousPeriod(frequency, now))
      const letter = { title: adminReportTitles[report], period, format }
      await queueEmails(
        readers
          .filter((reader) => recipients.includes(reader.id))
          .map(({ id: adminId, username, email }) => ({
            owner: { adminId },
            kind: 'report',
            recipient: email,
            letter: reportEmail({ ...letter, name: username }),
          })),
      )
      await database()
        .update(reportSchedules)
        .set({ next_at: getNextSendTime(frequency, now), last_sent_at: sql`now()` })
        .where(eq(reportSchedules.id, id))
    }
    return processRows(due, announce, { log, message: 'a report could not be announced' })
  })
}

const EVERY_MS = 60_000

/** Announces reports at intervals until closed. */
export function startReportSchedules(log: Logger): { close(): Promise<void> } {
  const timer = setInterval(async () => {
    try {
      while ((await sendDueReportEmails(log)) === BATCH);
    } catch (error) {
      log.warn({ err: error }, 'reports could not be announced')
    }
  }, EVERY_MS)
  timer.unref()
  return { close: async () => clearInterval(timer) }
}
