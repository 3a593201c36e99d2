/**
 * When a department aims to respond and to resolve. Targets are set on arrival; changes apply to later
 * arrivals only.
 */
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ticket } from '#contract/desk/admin-support'
import { UNDO_WINDOW_MS } from '#contract/desk/admin-support-items'
import { database } from '#db/connection'
import { contactDepartments } from '#db/schema/desk/departments'
import type { callSchedules, chatSessions, supportTickets } from '#db/schema/desk/support'
import { addBusinessMinutes } from './business-time.ts'

/** The department for each ticket category. Calls and chats go to the general department. */
export const departmentByCategory: Record<Ticket['category'], string> = {
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

/** The targets of a department for items that arrive now. A deleted department has none. */
export async function getResponseTargets(department: string, now: Date = new Date()): Promise<Targets> {
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

/** States in which nothing is left to do. A confirmed call is arranged. */
const done: readonly string[] = ['resolved', 'closed', 'confirmed', 'cancelled']

export const isResolved = (status: string): boolean => done.includes(status)

/** The `resolved_at` for a state, for rows that may already be resolved. */
export const selectResolvedAt = (status: string): SQL | null =>
  isResolved(status) ? sql`coalesce(resolved_at, now())` : null

/** The time of the first response, which later ones do not change. */
export const firstResponseNow = sql`coalesce(first_answered_at, now())`

/** The same as before the last minute: an undone change is not a response. */
export const firstResponseBeforeUndo = sql`case when first_answered_at > now() - ${UNDO_WINDOW_MS}::int * interval '1 millisecond' then null else first_answered_at end`

type DeskTable = typeof supportTickets | typeof callSchedules | typeof chatSessions

/** Sets a new resolution target for reopened items. Their first response stays as it is. */
export async function resetResolutionTarget(
  table: DeskTable,
  rows: { id: number; category?: Ticket['category'] }[],
): Promise<void> {
  const departments = Map.groupBy(rows, ({ category }) =>
    category ? departmentByCategory[category] : GENERAL,
  )
  for (const [department, of] of departments) {
    const { resolution_due } = await getResponseTargets(department)
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
