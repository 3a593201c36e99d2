import type { Actor } from '#common/audit-actor'
import { invalidateCache } from '#common/cache-invalidation'
import { assertUnchanged } from '#common/optimistic-lock'
import type { AdminSettings, SettingsEdit } from '#contract/platform/admin-settings'
import type { SiteSettings } from '#contract/platform/site-settings'
import { database, inTransaction } from '#db/connection'
import { settings } from '#db/schema/platform/settings'
import { recordAudit } from '#modules/platform/audit/audit-log'

const notSeeded = () => new Error('The settings row is missing: the database was not seeded')

/** The site settings: one row, which exists from the first start. */
export async function getSiteSettings(): Promise<SiteSettings> {
  const [row] = await database().select().from(settings).limit(1)
  if (!row) throw notSeeded()
  return row
}

const toAdminSettings = ({ id: _, ...row }: typeof settings.$inferSelect): AdminSettings => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
})

/** The site settings with the time of their last change. */
export async function getAdminSettings(): Promise<AdminSettings> {
  const [row] = await database().select().from(settings).limit(1)
  if (!row) throw notSeeded()
  return toAdminSettings(row)
}

/** Changes the given settings. Throws `stale_write`. */
export function updateSettings(
  { updated_at, ...changes }: SettingsEdit,
  actor: Actor,
): Promise<AdminSettings> {
  return inTransaction(async () => {
    const [before] = await database().select().from(settings).limit(1).for('no key update')
    if (!before) throw notSeeded()
    assertUnchanged(before, updated_at, 'settings page')
    const { primary_color = before.primary_color, secondary_color = before.secondary_color } = changes
    const [row] = await database()
      .update(settings)
      .set({
        ...changes,
        primary_color: primary_color.toLowerCase(),
        secondary_color: secondary_color.toLowerCase(),
      })
      .returning()
    if (!row) throw notSeeded()
    const after = toAdminSettings(row)
    invalidateCache('settings')
    await recordAudit(actor, {
      action: 'settings.update',
      entity: 'settings',
      before: toAdminSettings(before),
      after,
    })
    return after
  })
}
