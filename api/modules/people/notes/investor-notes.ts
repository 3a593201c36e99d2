/** Internal notes about investors. The audit log, which is permanent, never holds their text. */
import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { assertUnchanged } from '#common/optimistic-lock'
import { NOTES_MAX, type Note, type NoteBody, type NoteEdit } from '#contract/people/admin-notes'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { admins, users } from '#db/schema/identity/accounts'
import { userNotes } from '#db/schema/people/notes'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { notifyMentionedAdministrators } from './note-mentions.ts'

type Row = typeof userNotes.$inferSelect

const select = () =>
  database()
    .select({ note: userNotes, username: admins.username })
    .from(userNotes)
    .leftJoin(admins, eq(admins.id, userNotes.admin_id))

const toNote = ({ note, username }: { note: Row; username: string | null }): Note => ({
  id: note.id,
  text: note.text,
  pinned: note.pinned,
  by: note.admin_id === null || username === null ? null : { id: note.admin_id, username },
  created_at: note.created_at.toISOString(),
  updated_at: note.updated_at.toISOString(),
})

const noSuchUser = () => new Problem('not_found', 'Investor not found.')
const noSuchNote = () => new Problem('not_found', 'Note not found.')

/** Its notes, pinned ones first, then newest first. Throws `not_found` for an unknown or deleted investor. */
export async function listNotes(userId: number): Promise<Note[]> {
  const [user] = await database()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
  if (!user) throw noSuchUser()
  const rows = await select()
    .where(eq(userNotes.user_id, userId))
    .orderBy(desc(userNotes.pinned), desc(userNotes.id))
    .limit(NOTES_MAX)
  return rows.map(toNote)
}

async function readNote(id: number): Promise<Note> {
  const [row] = await select().where(eq(userNotes.id, id))
  if (!row) throw noSuchNote()
  return toNote(row)
}

/** What of a note the audit log keeps. */
const auditable = ({ id, user_id, pinned }: Row) => ({ id, user_id, pinned })

/** Adds a note and tells whom it names. Throws `not_found`, and `conflict` when there are {@link NOTES_MAX}. */
export function createNote(userId: number, body: NoteBody, actor: Actor): Promise<Note> {
  return inTransaction(async () => {
    // Not a key share: two notes at once would both count those before.
    if (!(await lockActiveAccount(userId, 'no key update'))) throw noSuchUser()
    const [held] = await database()
      .select({ total: count() })
      .from(userNotes)
      .where(eq(userNotes.user_id, userId))
    if ((held?.total ?? 0) >= NOTES_MAX) {
      throw new Problem('conflict', `An investor can have up to ${NOTES_MAX} notes. Delete one first.`)
    }
    const [row] = await database()
      .insert(userNotes)
      .values({ ...body, user_id: userId, admin_id: actor.adminId })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    await notifyMentionedAdministrators(row.id, row.text, actor.adminId)
    await recordAudit(actor, {
      action: 'note.create',
      entity: 'note',
      entityId: row.id,
      after: auditable(row),
    })
    return readNote(row.id)
  })
}

/** A note to change, locked. Throws `not_found`. */
async function lockNote(userId: number, id: number): Promise<Row> {
  if (!(await lockActiveAccount(userId))) throw noSuchUser()
  const [row] = await database()
    .select()
    .from(userNotes)
    .where(and(eq(userNotes.id, id), eq(userNotes.user_id, userId)))
    .for('update')
  if (!row) throw noSuchNote()
  return row
}

function assertOwn(row: Row, actor: Actor): void {
  if (row.admin_id !== actor.adminId) {
    throw new Problem('forbidden', 'Only the author can edit or delete this note.')
  }
}

/** Changes the text of an own note, or pins any. Throws `not_found`, `stale_write`, and `forbidden` for another's text. */
export function updateNote(
  userId: number,
  id: number,
  { updated_at, ...changes }: NoteEdit,
  actor: Actor,
): Promise<Note> {
  return inTransaction(async () => {
    const before = await lockNote(userId, id)
    if (changes.text !== undefined && changes.text !== before.text) assertOwn(before, actor)
    assertUnchanged(before, updated_at, 'note')
    if (Object.keys(changes).length === 0) return readNote(id)
    const [row] = await database().update(userNotes).set(changes).where(eq(userNotes.id, id)).returning()
    if (!row) throw noSuchNote()
    if (row.text !== before.text) await notifyMentionedAdministrators(id, row.text, actor.adminId)
    await recordAudit(actor, {
      action: 'note.update',
      entity: 'note',
      entityId: id,
      before: auditable(before),
      after: auditable(row),
      changed: row.text !== before.text || row.pinned !== before.pinned,
    })
    return readNote(id)
  })
}

/** Deletes an own note. Throws `not_found`, and `forbidden` for another's. */
export function deleteNote(userId: number, id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const before = await lockNote(userId, id)
    assertOwn(before, actor)
    await database().delete(userNotes).where(eq(userNotes.id, id))
    await recordAudit(actor, {
      action: 'note.delete',
      entity: 'note',
      entityId: id,
      before: auditable(before),
    })
  })
}
