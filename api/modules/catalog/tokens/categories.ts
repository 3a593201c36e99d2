/** The categories of tokens. */
import { asc, count, eq, getTableColumns } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { invalidateCache } from '#common/cache-invalidation'
import { assertUnchanged } from '#common/optimistic-lock'
import type { TokenCategory } from '#contract/catalog/admin-tokens'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { getForeignKeyViolation, getUniqueViolation } from '#db/errors'
import { tokenCategories, tokens } from '#db/schema/catalog/tokens'
import { requireSecondIfCategoryPublished } from '#modules/catalog/series/published-series'
import { recordAudit } from '#modules/platform/audit/audit-log'

const noSuchCategory = () => new Problem('not_found', 'Category not found.')

const counted = () =>
  database()
    .select({ ...getTableColumns(tokenCategories), token_count: count(tokens.id) })
    .from(tokenCategories)
    .leftJoin(tokens, eq(tokens.category_id, tokenCategories.id))
    .groupBy(tokenCategories.id)
    .$dynamic()

const toCategory = ({
  id,
  name,
  token_count,
  updated_at,
}: Awaited<ReturnType<typeof counted>>[number]): TokenCategory => ({
  id,
  name,
  token_count,
  updated_at: updated_at.toISOString(),
})

/** All categories, in the order in which they were added. */
export async function listCategories(): Promise<TokenCategory[]> {
  return (await counted().orderBy(asc(tokenCategories.id))).map(toCategory)
}

async function read(id: number): Promise<TokenCategory> {
  const [row] = await counted().where(eq(tokenCategories.id, id))
  if (!row) throw noSuchCategory()
  return toCategory(row)
}

const explainDuplicate = (error: unknown): unknown =>
  getUniqueViolation(error) === 'token_categories_name_unique'
    ? new Problem('conflict', 'A category with this name already exists')
    : error

/** Adds a category. Throws `conflict` for a name in use, ignoring case. */
export async function createCategory(name: string, actor: Actor): Promise<TokenCategory> {
  try {
    return await inTransaction(async () => {
      const [row] = await database().insert(tokenCategories).values({ name }).returning()
      if (!row) throw noSuchCategory()
      const category = toCategory({ ...row, token_count: 0 })
      invalidateCache('tokens')
      await recordAudit(actor, {
        action: 'category.create',
        entity: 'category',
        entityId: category.id,
        after: category,
      })
      return category
    })
  } catch (error) {
    throw explainDuplicate(error)
  }
}

async function lock(id: number, strength: 'no key update' | 'update') {
  const [row] = await database()
    .select()
    .from(tokenCategories)
    .where(eq(tokenCategories.id, id))
    .for(strength)
  if (!row) throw noSuchCategory()
  return row
}

/** Renames a category. Throws `not_found`, `stale_write` and `conflict`. */
export async function updateCategory(
  id: number,
  { name, updated_at }: { name?: string; updated_at?: string },
  actor: Actor,
): Promise<TokenCategory> {
  try {
    return await inTransaction(async () => {
      const row = await lock(id, 'no key update')
      assertUnchanged(row, updated_at, 'category')
      const before = await read(id)
      await database()
        .update(tokenCategories)
        .set({ name: name ?? row.name })
        .where(eq(tokenCategories.id, id))
      const after = await read(id)
      if (after.name !== before.name) await requireSecondIfCategoryPublished(id)
      invalidateCache('tokens')
      await recordAudit(actor, { action: 'category.update', entity: 'category', entityId: id, before, after })
      return after
    })
  } catch (error) {
    throw explainDuplicate(error)
  }
}

/** Deletes a category. Throws `not_found`, and `conflict` while it has tokens. */
export async function deleteCategory(id: number, actor: Actor): Promise<void> {
  const inUse = () =>
    new Problem('conflict', 'This category still contains tokens. Move them to another category first.')
  try {
    await inTransaction(async () => {
      await lock(id, 'update')
      const before = await read(id)
      if (before.token_count > 0) throw inUse()
      await database().delete(tokenCategories).where(eq(tokenCategories.id, id))
      invalidateCache('tokens')
      await recordAudit(actor, { action: 'category.delete', entity: 'category', entityId: id, before })
    })
  } catch (error) {
    throw getForeignKeyViolation(error) === undefined ? error : inUse()
  }
}
