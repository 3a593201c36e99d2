/** What tickets, calls and chats share on the desk: who works on them, and notes for the team alone. */
import { and, arrayOverlaps, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '#common/actor'
import { type DeskFields, type DeskNote, UNDO_MS } from '#contract/admin-desk'
import { permissions } from '#contract/permissions'
import { invalidField, Problem } from '#contract/problem'
import { database } from '#db/connection'
import { admins } from '#db/schema/accounts'
import { alphabetical } from '#db/schema/columns'
import { type callSchedules, type chatSessions, deskNotes, type supportTickets } from '#db/schema/support'

type DeskTable = typeof supportTickets | typeof callSchedules | typeof chatSessions

/** A change of items: of each the parts that are given. */
export interface DeskChange<S extends string> {
  status?: S | undefined
  assigned_to?: number | null | undefined
  internal_note?: string | undefined
  /** Takes back a change of the last minute that nobody was told. */
  undo?: true | undefined
}

/** Throws `validation` for a change without any part. */
export function checkChange({ status, assigned_to, internal_note }: DeskChange<string>): void {
  if (status === undefined && assigned_to === undefined && internal_note === undefined) {
    throw invalidField('/status', 'Choose a status or an administrator, or write a note')
  }
}

/**
 * Checks that a status can be taken back: it goes to the first one, from one that nobody was told, and within a minute.
 * Throws `validation` and `conflict`.
 */
export function checkUndo<Row extends { updated_at: Date }>(
  rows: readonly Row[],
  isFirstStatus: boolean,
  wasSilent: (row: Row) => boolean,
): void {
  if (!isFirstStatus) throw invalidField('/status', 'Choose the status from before')
  const since = Date.now() - UNDO_MS
  if (rows.every((row) => wasSilent(row) && row.updated_at.getTime() > since)) return
  throw new Problem(
    'conflict',
    'This can no longer be taken back: somebody was told, or more than a minute has passed. Set the status instead.',
  )
}

const canBeAssigned = and(eq(admins.is_active, true), arrayOverlaps(admins.roles, [...permissions.desk]))

/** Who can be assigned, by name. */
export const listAgents = () =>
  database()
    .select({ id: admins.id, username: admins.username })
    .from(admins)
    .where(canBeAssigned)
    .orderBy(alphabetical(admins.username))
    .limit(500)

/** Locks the administrator who is to be assigned, before the items. Throws `validation` for one who cannot be. */
export async function lockAssignee(id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  const [found] = await database()
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.id, id), canBeAssigned))
    .for('key share')
  if (!found) throw invalidField('/assigned_to', 'Choose an active administrator who works on the desk')
}

/** Rows of a list that somebody, nobody or the caller works on. */
export function assignedIn(column: PgColumn, assigned: string | undefined, adminId: number): SQL | undefined {
  if (assigned === undefined) return undefined
  if (assigned === 'none') return isNull(column)
  return eq(column, assigned === 'me' ? adminId : Number(assigned))
}

/** The name of who works on a row, as a column of its list. */
export const assignedName = (table: DeskTable): SQL<string> =>
  sql<string>`coalesce((select username from admins where admins.id = ${table.assigned_to}), '')`

export type DeskDates = Pick<
  typeof supportTickets.$inferSelect,
  'first_answered_at' | 'resolved_at' | 'first_answer_due' | 'resolution_due' | 'due'
>

/** The times of a row, as they are sent. */
export const deskTimes = (row: DeskDates): Omit<DeskFields, 'assigned_to' | 'assigned_name'> => ({
  first_answered_at: row.first_answered_at?.toISOString() ?? null,
  resolved_at: row.resolved_at?.toISOString() ?? null,
  first_answer_due: row.first_answer_due?.toISOString() ?? null,
  resolution_due: row.resolution_due?.toISOString() ?? null,
  due: row.due?.toISOString() ?? null,
})

/** The column of a note that names what it is about. */
export type NoteSubject = 'ticket_id' | 'call_id' | 'chat_id'

/** Adds the same note for the team to each; what the audit log keeps of them: their ids, never the text. */
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

/** The parts of a row that a change can set. */
export interface ChangedItem<S extends string> {
  status: S
  assigned_to: number | null
}

/** A row with the given parts of a change. */
export const changed = <S extends string, Row extends ChangedItem<S>>(
  row: Row,
  { status, assigned_to }: DeskChange<S>,
): Row => ({
  ...row,
  ...(status !== undefined && { status }),
  ...(assigned_to !== undefined && { assigned_to }),
})

/** Notes in one response: the newest. */
const NOTES_MAX = 200

/** The newest notes about something, oldest first. */
export async function listNotes(subject: NoteSubject, id: number): Promise<DeskNote[]> {
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
