/** Colleagues whom notes name: they are told in the panel. */

import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import type { Mention } from '#contract/people/admin-notes'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { fullName } from '#db/full-name-sql'
import { admins, users } from '#db/schema/identity/accounts'
import { noteMentions, userNotes } from '#db/schema/people/notes'
import { recordAudit } from '#modules/platform/audit/audit-log'

/** Most colleagues that one note tells. */
const NAMED_MAX = 20

/** The names behind an `@` at the beginning of a word, without the punctuation after them. */
export function parseMentions(text: string): string[] {
  const found = text.matchAll(/(?<![\p{L}\p{N}_@.])@([\p{L}\p{N}][\p{L}\p{N}._-]{0,99})/gu)
  const names = [...found].map(([, name = '']) => name.replace(/[._-]+$/, '').toLowerCase())
  return [...new Set(names)].slice(0, NAMED_MAX)
}

/** Tells the active administrators whom a text names, its author excepted. Those who were told before stay so. */
export async function notifyMentionedAdministrators(
  noteId: number,
  text: string,
  authorId: number | undefined,
): Promise<void> {
  const names = parseMentions(text)
  if (names.length === 0) return
  const named = await database()
    .select({ admin_id: admins.id })
    .from(admins)
    .where(
      and(
        inArray(sql`lower(${admins.username})`, names),
        eq(admins.is_active, true),
        authorId === undefined ? undefined : ne(admins.id, authorId),
      ),
    )
    .orderBy(admins.id)
  if (named.length === 0) return
  await database()
    .insert(noteMentions)
    .values(named.map(({ admin_id }) => ({ admin_id, note_id: noteId })))
    .onConflictDoNothing()
}

/** The unread ones of an administrator, newest first. */
export async function listMentions(adminId: number): Promise<Mention[]> {
  const author = sql.raw('author')
  const rows = await database().execute<{
    note_id: number
    user_id: number
    user_name: string
    text: string
    by: Mention['by']
    created_at: string
  }>(sql`
    select note.id as note_id, person.id as user_id, ${fullName(sql`person`)} as user_name, note.text,
      case when ${author}.id is not null then json_build_object('id', ${author}.id, 'username', ${author}.username) end as by,
      to_char(note.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
    from ${noteMentions} as mention
    join ${userNotes} as note on note.id = mention.note_id
    join ${users} as person on person.id = note.user_id
    left join ${admins} as ${author} on ${author}.id = note.admin_id
    where mention.admin_id = ${adminId} and mention.read_at is null
    order by mention.note_id desc limit 50`)
  return rows.map(({ user_id, user_name, ...rest }) => ({ ...rest, user: { id: user_id, name: user_name } }))
}

/** Marks one of them as read; again does nothing. Throws `not_found` for a note that does not name the caller. */
export function markMentionRead(noteId: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const own = and(eq(noteMentions.note_id, noteId), eq(noteMentions.admin_id, actor.adminId ?? 0))
    const [found] = await database().select().from(noteMentions).where(own).for('no key update')
    if (!found) throw new Problem('not_found', 'Note not found, or it does not mention you.')
    if (found.read_at) return
    await database()
      .update(noteMentions)
      .set({ read_at: sql`now()` })
      .where(and(own, isNull(noteMentions.read_at)))
    await recordAudit(actor, { action: 'note.read', entity: 'note', entityId: noteId })
  })
}
