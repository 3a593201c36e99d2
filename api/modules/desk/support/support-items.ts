/** What tickets, calls and chats share: assignees and internal notes. */
import { and, arrayOverlaps, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '#common/audit-actor'
import { type SupportItemFields, type SupportNote, UNDO_WINDOW_MS } from '#contract/desk/admin-support-items'
import { permissions } from '#contract/permissions'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database } from '#db/connection'
import { collateAlphabetically } from '#db/schema/column-types'
import {
  type callSchedules,
  type chatSessions,
  deskNotes,
  type supportTickets,
} from '#db/schema/desk/support'
import { admins } from '#db/schema/identity/accounts'

type DeskTable = typeof supportTickets | typeof callSchedules | typeof chatSessions

/** A change to items: only the given parts change. */
export interface SupportItemChange<S extends string> {
  status?: S | undefined
  assigned_to?: number | null | undefined
  internal_note?: string | undefined
  /** Undoes a change of the last minute that no one was told about. */
  undo?: true | undefined
}

/** Throws `validation` for an empty change. */
export function assertNotEmptyChange({
  status,
  assigned_to,
  internal_note,
}: SupportItemChange<string>): void {
  if (status === undefined && assigned_to === undefined && internal_note === undefined) {
    throw invalidFieldProblem('/status', 'Select a status or assignee, or add a note')
  }
}

/**
 * Checks that a status can be undone: back to the first one, from one that no one was told about, within a
 * minute. Throws `validation` and `conflict`.
 */
export function assertUndoable<Row extends { updated_at: Date }>(
  rows: readonly Row[],
  isFirstStatus: boolean,
  wasSilent: (row: Row) => boolean,
): void {
  if (!isFirstStatus) throw invalidFieldProblem('/status', 'Select the previous status')
  const since = Date.now() - UNDO_WINDOW_MS
  if (rows.every((row) => wasSilent(row) && row.updated_at.getTime() > since)) return
  throw new Problem(
    'conflict',
    'This can no longer be undone because someone has been notified or more than a minute has passed. Change the status instead.',
  )
}

const canBeAssigned = and(eq(admins.is_active, true), arrayOverlaps(admins.roles, [...permissions.desk]))

/** The administrators who can be assigned, by name. */
export const listAgents = () =>
  database()
    .select({ id: admins.id, username: admins.username })
    .from(admins)
    .where(canBeAssigned)
    .orderBy(collateAlphabetically(admins.username))
    .limit(500)

/** Locks the new assignee before the items. Throws `validation` for one who cannot be assigned. */
export async function lockAssignee(id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  const [found] = await database()
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.id, id), canBeAssigned))
    .for('key share')
  if (!found) throw invalidFieldProblem('/assigned_to', 'Select an active administrator with support access')
}

/** Rows of a list that are assigned to anyone, no one or the caller. */
export function assigneeCondition(
  column: PgColumn,
  assigned: string | undefined,
  adminId: number,
): SQL | undefined {
  if (assigned === undefined) return undefined
  if (assigned === 'none') return isNull(column)
  return eq(column, assigned === 'me' ? adminId : Number(assigned))
}

/** The assignee of a row by name, as a list column. */
export const selectAssigneeName = (table: DeskTable): SQL<string> =>
  sql<string>`coalesce((select username from admins where admins.id = ${table.assigned_to}), '')`

export type SupportItemTimestamps = Pick<
  typeof supportTickets.$inferSelect,
  'first_answered_at' | 'resolved_at' | 'first_answer_due' | 'resolution_due' | 'due'
>

/** The times of a row, as sent. */
export const toSupportItemTimestamps = (
  row: SupportItemTimestamps,
): Omit<SupportItemFields, 'assigned_to' | 'assigned_name'> => ({
  first_answered_at: row.first_answered_at?.toISOString() ?? null,
  resolved_at: row.resolved_at?.toISOString() ?? null,
  first_answer_due: row.first_answer_due?.toISOString() ?? null,
  resolution_due: row.resolution_due?.toISOString() ?? null,
  due: row.due?.toISOString() ?? null,
})

/** The column of a note that refers to its subject. */
export type NoteSubject = 'ticket_id' | 'call_id' | 'chat_id'

/**
 * Adds the same internal note to each item and returns what the audit log keeps: their ids, never the text.
 */
export async function addNotes(
  subject: NoteSubject,
  ids: number[],
  text: string | undefined,
  { adminId }: Actor,
): Promise<{ note_id: number }[]> {
  if (text === undefined || ids.length === 0) return []
  return database()
    .insert(deskNotes)
    .values(ids.map((id) => ({ [subject]: id, text, admin_id: adminId })))
    .returning({ note_id: deskNotes.id })
}

/** The parts of a row that can be changed. */
export interface ChangedItem<S extends string> {
  status: S
  assigned_to: number | null
}

/** A row with a change applied. */
export const applyChange = <S extends string, Row extends ChangedItem<S>>(
  row: Row,
  { status, assigned_to }: SupportItemChange<S>,
): Row => ({
  ...row,
  ...(status !== undefined && { status }),
  ...(assigned_to !== undefined && { assigned_to }),
})

/** Notes in one response, newest first. */
const NOTES_MAX = 200

/** The newest notes on a subject, oldest first. */
export async function listNotes(subject: NoteSubject, id: number): Promise<SupportNote[]> {
  const newest = database()
    .select()
    .from(deskNotes)
    .where(eq(deskNotes[subject], id))
    .orderBy(desc(deskNotes.id))
    .limit(NOTES_MAX)
    .as('newest')
  const rows = await database()
    .select({
      id: newest.id,
      text: newest.text,
      created_at: newest.created_at,
      adminId: admins.id,
      username: admins.username,
    })
    .from(newest)
    .leftJoin(admins, eq(admins.id, newest.admin_id))
    .orderBy(asc(newest.id))
  return rows.map(({ adminId, username, created_at, ...row }) => ({
    ...row,
    by: adminId !== null && username !== null ? { id: adminId, username } : null,
    created_at: created_at.toISOString(),
  }))
}
