/** Reports that are announced by mail, every day, week or month. */
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
import type { Actor } from '#common/actor'
import { eachByItself } from '#common/each-by-itself'
import type { Logger } from '#common/log'
import { type ReportSchedule, type ReportScheduleBody, SCHEDULES_MAX } from '#contract/admin-reports'
import { permissions } from '#contract/permissions'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { admins } from '#db/schema/accounts'
import { alphabetical } from '#db/schema/columns'
import { reportSchedules } from '#db/schema/operations'
import { recordAudit } from '#modules/audit/service'
import { queueLetters } from '#modules/mail/letters'
import { panelReportTitles } from '#shared/enums/reports'
import { reportLetter } from '#shared/mail/report-letters'
import { writeDay } from '#shared/written-day'
import { periodOf } from './report.ts'
import { nextAfter, periodBefore } from './schedule-times.ts'

type Row = typeof reportSchedules.$inferSelect

const canRead = and(eq(admins.is_active, true), arrayOverlaps(admins.roles, [...permissions.report]))

const listReaders = () =>
  database()
    .select({ id: admins.id, username: admins.username, email: admins.email })
    .from(admins)
    .where(canRead)
    .orderBy(alphabetical(admins.username))
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

/** The schedules, and who can receive reports. */
export async function listSchedules() {
  const readers = await listReaders()
  const rows = await database().select().from(reportSchedules).orderBy(asc(reportSchedules.id))
  return { schedules: rows.map((row) => toSchedule(row, readers)), administrators: readers }
}

/** As the audit log keeps a schedule: with the names of its recipients, whose accounts may be gone when it is read. */
async function auditable({ report, frequency, format, recipients }: Row) {
  const people = await database()
    .select({ username: admins.username })
    .from(admins)
    .where(inArray(admins.id, recipients))
    .orderBy(alphabetical(admins.username))
  return { report, frequency, format, recipients: people.map(({ username }) => username) }
}

/** Throws `conflict` for a schedule that is there already, whatever its format. */
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
    `This schedule is there already: ${panelReportTitles[report]}, ${frequency}, to the same recipients, since ${writeDay(same.created_at)}.`,
  )
}

/**
 * Adds a schedule. Throws `validation` for recipients who may not read reports, `conflict` for one that is there already
 * and when there are enough.
 */
export function createSchedule(body: ReportScheduleBody, actor: Actor): Promise<ReportSchedule> {
  return inTransaction(async () => {
    const readers = await database()
      .select({ id: admins.id, username: admins.username, email: admins.email })
      .from(admins)
      .where(and(inArray(admins.id, body.recipients), canRead))
      .orderBy(asc(admins.id))
      // Of two equal schedules at once the second finds the first.
      .for('no key update')
    if (readers.length !== body.recipients.length) {
      throw invalidField('/recipients', 'Choose active administrators whose roles allow reports')
    }
    await assertNew(body)
    const [counted] = await database().select({ total: count() }).from(reportSchedules)
    if ((counted?.total ?? 0) >= SCHEDULES_MAX) {
      throw new Problem('conflict', `There are ${SCHEDULES_MAX} schedules. Delete one first.`)
    }
    const [row] = await database()
      .insert(reportSchedules)
      .values({ ...body, admin_id: actor.adminId, next_at: nextAfter(body.frequency, new Date()) })
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
    if (!row) throw new Problem('not_found', 'There is no schedule with this id.')
    await recordAudit(actor, {
      action: 'report_schedule.delete',
      entity: 'report_schedule',
      entityId: id,
      before: await auditable(row),
    })
  })
}

/** Schedules of one transaction. */
const BATCH = 20

/**
 * Announces what is due and moves each schedule past now, so that periods missed while no server ran are announced once,
 * by the last of them. Row locks make it once across servers: another server passes over what this one has taken.
 * Returns the number of schedules.
 */
export function sendDueReports(log: Logger, now = new Date()): Promise<number> {
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
      const period = periodOf(periodBefore(frequency, now))
      const letter = { title: panelReportTitles[report], period, format }
      await queueLetters(
        readers
          .filter((reader) => recipients.includes(reader.id))
          .map(({ id: adminId, username, email }) => ({
            owner: { adminId },
            kind: 'report',
            recipient: email,
            letter: reportLetter({ ...letter, name: username }),
          })),
      )
      await database()
        .update(reportSchedules)
        .set({ next_at: nextAfter(frequency, now), last_sent_at: sql`now()` })
        .where(eq(reportSchedules.id, id))
    }
    return eachByItself(due, announce, { log, message: 'a report could not be announced' })
  })
}

const EVERY_MS = 60_000

/** Announces reports at intervals until closed. */
export function startReportSchedules(log: Logger): { close(): Promise<void> } {
  const timer = setInterval(async () => {
    try {
      while ((await sendDueReports(log)) === BATCH);
    } catch (error) {
      log.warn({ err: error }, 'reports could not be announced')
    }
  }, EVERY_MS)
  timer.unref()
  return { close: async () => clearInterval(timer) }
}
