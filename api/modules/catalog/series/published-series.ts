/** What investors rely on: the published facts and documents of a series. */
import { eq, sql } from 'drizzle-orm'
import { requireSecond } from '#common/write-recorder'
import { database } from '#db/connection'
import { offerings } from '#db/schema/catalog/series'
import { tokens } from '#db/schema/catalog/tokens'
import { registerHeads } from '#db/schema/holdings/register'

const because = 'Investors rely on what is published about this series.'

/** Whether a series has been offered, apart from one offering, or has units in issue. */
export async function isReliedUpon(tokenId: number, apartFrom = 0): Promise<boolean> {
  const [found] = await database().execute<{ relied_upon: boolean }>(sql`
    select exists (select from ${offerings} where token_id = ${tokenId} and state <> 'draft' and id <> ${apartFrom})
      or exists (select from ${registerHeads} where token_id = ${tokenId} and units_in_issue > 0) as relied_upon`)
  return found?.relied_upon ?? false
}

/** Has a second administrator decide about a change of what is published, once investors rely on it. */
export async function requireSecondIfReliedUpon(tokenId: number): Promise<void> {
  if (await isReliedUpon(tokenId)) requireSecond(because)
}

/** The same for the series of a category. */
export async function requireSecondIfCategoryReliedUpon(categoryId: number): Promise<void> {
  const members = await database()
    .select({ id: tokens.id })
    .from(tokens)
    .where(eq(tokens.category_id, categoryId))
  for (const { id } of members) if (await isReliedUpon(id)) return requireSecond(because)
}
