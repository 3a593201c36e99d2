/** Saved views of the panel: own ones, and those that others share. */
import { and, asc, count, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { type SavedView, VIEWS_MAX, type ViewBody } from '#contract/desk/admin-views'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { getUniqueViolation } from '#db/errors'
import { savedViews } from '#db/schema/desk/saved-views'
import { admins } from '#db/schema/identity/accounts'
import { recordAudit } from '#modules/platform/audit/audit-log'

const LISTED_MAX = 1000

async function select(condition: SQL | undefined): Promise<SavedView[]> {
  const rows = await database()
    .select({ view: savedViews, username: admins.username })
    .from(savedViews)
    .innerJoin(admins, eq(admins.id, savedViews.admin_id))
    .where(condition)
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id))
    .limit(LISTED_MAX)
  return rows.map(({ view: { id, admin_id, name, section, address, shared }, username }) => ({
    id,
    name,
    section,
    address,
    shared,
    by: { id: admin_id, username },
  }))
}

/** The views that an administrator sees, by name. */
export const listViews = (adminId: number): Promise<SavedView[]> =>
  select(or(eq(savedViews.admin_id, adminId), eq(savedViews.shared, true)))

/**
 * Saves a view. Throws `validation` for an address of another section, `conflict` for a name that the caller uses in
 * this section, and when there are {@link VIEWS_MAX}.
 */
export async function createView(body: ViewBody, actor: Actor): Promise<SavedView> {
  const adminId = actor.adminId ?? 0
  if ((new URLSearchParams(body.address).get('d') ?? 'dashboard') !== body.section) {
    throw invalidFieldProblem('/address', 'The query string does not belong to this section')
  }
  try {
    return await inTransaction(async () => {
      // Two at once would both count those before.
      await database()
        .select({ id: admins.id })
        .from(admins)
        .where(eq(admins.id, adminId))
        .for('no key update')
      const [held] = await database()
        .select({ total: count() })
        .from(savedViews)
        .where(eq(savedViews.admin_id, adminId))
      if ((held?.total ?? 0) >= VIEWS_MAX) {
        throw new Problem('conflict', `You can have up to ${VIEWS_MAX} saved views. Delete one first.`)
      }
      const [row] = await database()
        .insert(savedViews)
        .values({ ...body, admin_id: adminId })
        .returning({ id: savedViews.id })
      const [view] = row ? await select(eq(savedViews.id, row.id)) : []
      if (!view) throw new Error('An insert returned no row')
      await recordAudit(actor, {
        action: 'view.create',
        entity: 'view',
        entityId: view.id,
        after: auditable(view),
      })
      return view
    })
  } catch (error) {
    throw getUniqueViolation(error) === 'saved_views_name_unique'
      ? new Problem(
          'conflict',
          'You already have a view with this name in this section. Choose another name.',
        )
      : error
  }
}

/** An address may hold a search for a person, and the audit log is permanent. */
const auditable = ({ name, section, shared }: SavedView) => ({ name, section, shared })

/** Deletes an own view, or a shared one with `ofOthers`. Throws `not_found`. */
export function deleteView(id: number, ofOthers: boolean, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const own = eq(savedViews.admin_id, actor.adminId ?? 0)
    const mine = and(eq(savedViews.id, id), ofOthers ? or(own, eq(savedViews.shared, true)) : own)
    const [view] = await select(mine)
    const deleted = await database().delete(savedViews).where(mine).returning({ id: savedViews.id })
    if (!view || deleted.length === 0) throw new Problem('not_found', 'View not found.')
    await recordAudit(actor, { action: 'view.delete', entity: 'view', entityId: id, before: auditable(view) })
  })
}
