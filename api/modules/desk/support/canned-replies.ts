/** Canned replies of the support team. */
import { asc, count, eq } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { assertUnchanged } from '#common/optimistic-lock'
import {
  CANNED_REPLIES_MAX,
  type CannedReply,
  type CannedReplyBody,
} from '#contract/desk/admin-support-items'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { getUniqueViolation } from '#db/errors'
import { collateAlphabetically } from '#db/schema/column-types'
import { cannedReplies } from '#db/schema/desk/support'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { findUnknownPlaceholders, placeholderList } from '#shared/support/placeholders'

type Row = typeof cannedReplies.$inferSelect

const toReply = ({ id, title, text, updated_at }: Row): CannedReply => ({
  id,
  title,
  text,
  updated_at: updated_at.toISOString(),
})

const noSuchReply = () => new Problem('not_found', 'Canned reply not found.')

/** Throws `validation` for an unknown placeholder in braces: it would be sent as it is. */
function checkPlaceholders(text: string | undefined): void {
  const [unknown] = findUnknownPlaceholders(text ?? '')
  if (unknown === undefined) return
  throw invalidFieldProblem(
    '/text',
    `${unknown.slice(0, 40)} is not a valid placeholder. Available: ${placeholderList}`,
  )
}

export async function listCannedReplies(): Promise<CannedReply[]> {
  const rows = await database()
    .select()
    .from(cannedReplies)
    .orderBy(asc(collateAlphabetically(cannedReplies.title)), asc(cannedReplies.id))
    .limit(CANNED_REPLIES_MAX)
  return rows.map(toReply)
}

/** Runs a write; throws `conflict` if the title exists. */
async function withFreeTitle<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (getUniqueViolation(error) !== 'canned_replies_title_unique') throw error
    throw new Problem('conflict', 'A canned reply with this title already exists.')
  }
}

/**
 * Adds a reply. Throws `validation` for an unknown placeholder, and `conflict` for an existing title or too
 * many replies.
 */
export async function createCannedReply(body: CannedReplyBody, actor: Actor): Promise<CannedReply> {
  checkPlaceholders(body.text)
  return withFreeTitle(() =>
    inTransaction(async () => {
      const [counted] = await database().select({ total: count() }).from(cannedReplies)
      if ((counted?.total ?? 0) >= CANNED_REPLIES_MAX) {
        throw new Problem(
          'conflict',
          `You can have up to ${CANNED_REPLIES_MAX} canned replies. Delete one first.`,
        )
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

/** Changes a reply. Throws as {@link createCannedReply} does, and `not_found` and `stale_write`. */
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
      assertUnchanged(before, updated_at, 'canned reply')
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
