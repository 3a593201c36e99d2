/** By when a department means to answer and to be done. Set when something arrives: another target is for what comes later. */
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { UNDO_MS } from '#contract/admin-desk'
import type { Ticket } from '#contract/admin-support'
import { database } from '#db/connection'
import { contactDepartments } from '#db/schema/site'
import type { callSchedules, chatSessions, supportTickets } from '#db/schema/support'
import { addBusinessMinutes } from './business-time.ts'

/** Who answers a ticket of a category; calls and chats are answered by the general department. */
export const departmentOf: Record<Ticket['category'], string> = {
  general: 'general',
  technical: 'tech_support',
  investment: 'investors',
  compliance: 'compliance',
}

export const GENERAL = 'general'

interface Targets {
  first_answer_due: Date | null
  resolution_due: Date | null
}

/** The targets of a department for what arrives now. A department that was deleted has none. */
export async function targetsOf(department: string, now: Date = new Date()): Promise<Targets> {
  const [row] = await database()
    .select()
    .from(contactDepartments)
    .where(eq(contactDepartments.department, department))
  const due = (hours: number | null | undefined): Date | null =>
    row && hours
      ? addBusinessMinutes(now, hours * 60, {
          days: row.open_days,
          from: row.open_from,
          to: row.open_to,
          zone: row.time_zone,
        })
      : null
  return {
    first_answer_due: due(row?.first_answer_hours),
    resolution_due: due(row?.resolution_hours),
  }
}

/** States in which there is nothing left to do. A confirmed call is arranged. */
const done: readonly string[] = ['resolved', 'closed', 'confirmed', 'cancelled']

export const isDone = (status: string): boolean => done.includes(status)

/** What a state means for `resolved_at`, of rows that may have been done before. */
export const resolvedAt = (status: string): SQL | null =>
  isDone(status) ? sql`coalesce(resolved_at, now())` : null

/** The time of the first answer, which a later one does not move. */
export const answeredNow = sql`coalesce(first_answered_at, now())`

/** The same as it was before the last minute: what is taken back was no answer. */
export const answeredBefore = sql`case when first_answered_at > now() - ${UNDO_MS}::int * interval '1 millisecond' then null else first_answered_at end`

type DeskTable = typeof supportTickets | typeof callSchedules | typeof chatSessions

/** Sets another target for being done for what is open again. Whether it was answered first stays as it is. */
export async function renewTarget(
  table: DeskTable,
  rows: { id: number; category?: Ticket['category'] }[],
): Promise<void> {
  const departments = Map.groupBy(rows, ({ category }) => (category ? departmentOf[category] : GENERAL))
  for (const [department, of] of departments) {
    const { resolution_due } = await targetsOf(department)
    await database()
      .update(table)
      .set({ resolution_due, resolved_at: null })
      .where(
        inArray(
          table.id,
          of.map(({ id }) => id),
        ),
      )
  }
}
