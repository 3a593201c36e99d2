/** Prepared answers of the desk. */
import { asc, count, eq } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import { CANNED_REPLIES_MAX, type CannedReply, type CannedReplyBody } from '#contract/admin-desk'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { uniqueViolation } from '#db/errors'
import { alphabetical } from '#db/schema/columns'
import { cannedReplies } from '#db/schema/support'
import { recordAudit } from '#modules/audit/service'
import { checkUnchanged } from '#modules/editing'
import { placeholderList, unknownPlaceholders } from '#shared/desk/placeholders'

type Row = typeof cannedReplies.$inferSelect

const toReply = ({ id, title, text, updated_at }: Row): CannedReply => ({
  id,
  title,
  text,
  updated_at: updated_at.toISOString(),
})

const noSuchReply = () => new Problem('not_found', 'There is no prepared answer with this id.')

/** Throws `validation` for braces around what is no placeholder: they would be sent as they are. */
function checkPlaceholders(text: string | undefined): void {
  const [unknown] = unknownPlaceholders(text ?? '')
  if (unknown === undefined) return
  throw invalidField('/text', `${unknown.slice(0, 40)} is no placeholder. There are ${placeholderList}`)
}

/** The prepared answers, by title. */
export async function listCannedReplies(): Promise<CannedReply[]> {
  const rows = await database()
    .select()
    .from(cannedReplies)
    .orderBy(asc(alphabetical(cannedReplies.title)), asc(cannedReplies.id))
    .limit(CANNED_REPLIES_MAX)
  return rows.map(toReply)
}

/** Runs a write; a title that exists is a `conflict`. */
async function withFreeTitle<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (uniqueViolation(error) !== 'canned_replies_title_unique') throw error
    throw new Problem('conflict', 'A prepared answer with this title already exists.')
  }
}

/** Adds one. Throws `validation` for an unknown placeholder, `conflict` for a known title or when there are enough. */
export async function createCannedReply(body: CannedReplyBody, actor: Actor): Promise<CannedReply> {
  checkPlaceholders(body.text)
  return withFreeTitle(() =>
    inTransaction(async () => {
      const [counted] = await database().select({ total: count() }).from(cannedReplies)
      if ((counted?.total ?? 0) >= CANNED_REPLIES_MAX) {
        throw new Problem('conflict', `There are ${CANNED_REPLIES_MAX} prepared answers. Delete one first.`)
      }
      const [row] = await database().insert(cannedReplies).values(body).returning()
      if (!row) throw new Error('An insert returned no row')
      await recordAudit(actor, {
        action: 'canned_reply.create',
        entity: 'canned_reply',
        entityId: row.id,
        after: toReply(row),
      })
      return toReply(row)
    }),
  )
}

/** Changes one. Throws as creating does, `not_found` and `stale_write`. */
export async function updateCannedReply(
  id: number,
  { updated_at, ...changes }: Partial<CannedReplyBody> & { updated_at?: string },
  actor: Actor,
): Promise<CannedReply> {
  checkPlaceholders(changes.text)
  return withFreeTitle(() =>
    inTransaction(async () => {
      const own = eq(cannedReplies.id, id)
      const [before] = await database().select().from(cannedReplies).where(own).for('no key update')
      if (!before) throw noSuchReply()
      checkUnchanged(before, updated_at, 'prepared answer')
      const [row] = await database()
        .update(cannedReplies)
        .set({ title: before.title, ...changes })
        .where(own)
        .returning()
      if (!row) throw noSuchReply()
      await recordAudit(actor, {
        action: 'canned_reply.update',
        entity: 'canned_reply',
        entityId: id,
        before: toReply(before),
        after: toReply(row),
      })
      return toReply(row)
    }),
  )
}

/** Deletes one. Throws `not_found`. */
export function deleteCannedReply(id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const [row] = await database().delete(cannedReplies).where(eq(cannedReplies.id, id)).returning()
    if (!row) throw noSuchReply()
    await recordAudit(actor, {
      action: 'canned_reply.delete',
      entity: 'canned_reply',
      entityId: id,
      before: toReply(row),
    })
  })
}
