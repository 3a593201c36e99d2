/** The announcement on all pages. */
import { gt, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { invalidateCache } from '#common/cache-invalidation'
import { assertUnchanged } from '#common/optimistic-lock'
import { requireSecond } from '#common/write-recorder'
import type { AdminBanner, Banner, BannerBody } from '#contract/platform/banner'
import { invalidFieldProblem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { banners } from '#db/schema/platform/settings'
import { recordAudit } from '#modules/platform/audit/audit-log'

type Row = typeof banners.$inferSelect

const toBanner = ({ text, from, to }: Row): Banner => ({
  text,
  from: from.toISOString(),
  to: to.toISOString(),
})

const toAdminBanner = (row: Row | undefined): AdminBanner => ({
  banner: row ? toBanner(row) : null,
  updated_at: row?.updated_at.toISOString() ?? null,
})

/** The announcement whose time is not over. */
export async function getBanner(): Promise<{ banner: Banner | null }> {
  const [row] = await database().select().from(banners).where(gt(banners.to, new Date())).limit(1)
  return { banner: row ? toBanner(row) : null }
}

/** The announcement, over or not. */
export async function getAdminBanner(): Promise<AdminBanner> {
  const [row] = await database().select().from(banners).limit(1)
  return toAdminBanner(row)
}

/** Whether an announcement has the same text and is shown at no other time. */
const isWithin = (values: Omit<Row, 'id' | 'updated_at'>, { text, from, to }: Row): boolean =>
  values.text === text && values.from >= from && values.to <= to

/** Replaces the announcement, or with null removes it. Throws `validation` for times in the wrong order, and `stale_write`. */
export function updateBanner({ banner, updated_at }: BannerBody, actor: Actor): Promise<AdminBanner> {
  const values = banner && { text: banner.text, from: new Date(banner.from), to: new Date(banner.to) }
  if (values && values.from >= values.to)
    throw invalidFieldProblem('/banner/to', 'The end time must be after the start time')
  return inTransaction(async () => {
    // The whole table: a row that is not there yet cannot be locked.
    await database().execute(sql`lock table ${banners} in share row exclusive mode`)
    const [before] = await database().select().from(banners).limit(1)
    assertUnchanged(before, updated_at, 'announcement')
    if (values && !(before && isWithin(values, before))) requireSecond('Everyone sees this announcement.')
    const [row] = values
      ? await database()
          .insert(banners)
          .values(values)
          .onConflictDoUpdate({ target: banners.id, set: values })
          .returning()
      : []
    if (!values) await database().delete(banners)
    invalidateCache('banner')
    await recordAudit(actor, {
      action: 'banner.update',
      entity: 'settings',
      before: toAdminBanner(before),
      after: toAdminBanner(row),
    })
    return toAdminBanner(row)
  })
}
