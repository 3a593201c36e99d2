/** What investors rely on: the published facts and documents of a series. */
import { type SQL, sql } from 'drizzle-orm'
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

/** Has a second administrator decide about a change of a series that has been offered or has units in issue. */
export async function requireSecondIfReliedUpon(tokenId: number): Promise<void> {
  if (await isReliedUpon(tokenId)) requireSecond(because)
}

/** The same for a series that everyone can see, whether or not anyone holds it: its token is active. */
export async function requireSecondIfPublished(condition: SQL): Promise<void> {
  const shown = await database()
    .select({ id: tokens.id, is_active: tokens.is_active })
    .from(tokens)
    .where(condition)
  for (const { id, is_active } of shown)
    if (is_active || (await isReliedUpon(id))) return requireSecond(because)
}
