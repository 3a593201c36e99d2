import type { SiteSettings } from '#contract/site-settings'
import { database } from '#db/connection'
import { settings } from '#db/schema/site'

/** The site settings: one row, there from the first start. */
export async function readSettings(): Promise<SiteSettings> {
  const [row] = await database().select().from(settings).limit(1)
  if (!row) throw new Error('The settings row is missing: the database was not seeded')
  return row
}
