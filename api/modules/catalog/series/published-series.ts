/** What investors rely on: the published facts and documents of a series. */
import { sql } from 'drizzle-orm'
import { requireSecond } from '#common/write-recorder'
import { database } from '#db/connection'
import { offerings } from '#db/schema/catalog/series'
import { registerHeads } from '#db/schema/holdings/register'

/** Whether a series has been offered, apart from one offering, or has units in issue. */
export async function isReliedUpon(tokenId: number, apartFrom = 0): Promise<boolean> {
  const [found] = await database().execute<{ relied_upon: boolean }>(sql`
    select exists (select from ${offerings} where token_id = ${tokenId} and state <> 'draft' and id <> ${apartFrom})
      or exists (select from ${registerHeads} where token_id = ${tokenId} and units_in_issue > 0) as relied_upon`)
  return found?.relied_upon ?? false
}

/** Has a second administrator decide about a change of what is published, once investors rely on it. */
export async function requireSecondIfReliedUpon(tokenId: number): Promise<void> {
  if (await isReliedUpon(tokenId)) requireSecond('Investors rely on what is published about this series.')
}
