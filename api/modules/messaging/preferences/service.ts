/** How investors want to read the site, and to be told of what happens. */
import { eq, sql } from 'drizzle-orm'
import type { Preferences, PreferencesBody } from '#contract/messaging/preferences'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { notificationChoices, userPreferences } from '#db/schema/messaging/notifications'
import { getDefaultDelivery, notificationTopics } from '#shared/enums/notifications'
import { isTimeZone } from '#shared/time-zone'

type Notifications = Preferences['notifications']

/** The preferences of an investor; what was never chosen is as for everybody. */
export async function getPreferences(userId: number): Promise<Preferences> {
  const [[row], choices] = await Promise.all([
    database().select().from(userPreferences).where(eq(userPreferences.user_id, userId)),
    database().select().from(notificationChoices).where(eq(notificationChoices.user_id, userId)),
  ])
  const ways = notificationTopics.map((kind) => [
    kind,
    choices.find((choice) => choice.kind === kind) ?? getDefaultDelivery(kind),
  ])
  return {
    theme: row?.theme ?? 'system',
    time_zone: row?.time_zone ?? '',
    date_format: row?.date_format ?? '',
    number_format: row?.number_format ?? '1,234.56',
    notifications: Object.fromEntries(ways) as Notifications,
  }
}

/** The owner of an account always learns who gets into it. Throws `validation`. */
function checkSecurity({ security }: NonNullable<PreferencesBody['notifications']>): void {
  const always = getDefaultDelivery('security')
  for (const way of ['bell', 'email'] as const) {
    if (security?.[way] !== undefined && security[way] !== always[way]) {
      throw invalidFieldProblem(
        `/notifications/security/${way}`,
        'Security notifications cannot be turned off',
      )
    }
  }
}

/**
 * Changes the given preferences only. Throws `validation` for an unknown time zone and when notifications about
 * security would be switched off, `not_found` when the account was deleted.
 */
export async function updatePreferences(
  userId: number,
  { notifications = {}, ...appearance }: PreferencesBody,
): Promise<Preferences> {
  if (appearance.time_zone && !isTimeZone(appearance.time_zone)) {
    throw invalidFieldProblem('/time_zone', 'Select a time zone, for example Europe/Zurich')
  }
  checkSecurity(notifications)
  return inTransaction(async () => {
    // Two changes at once take turns.
    const user = await lockActiveAccount(userId, 'no key update')
    if (!user) throw new Problem('not_found', 'This account no longer exists.')
    if (Object.keys(appearance).length > 0) {
      await database()
        .insert(userPreferences)
        .values({ user_id: userId, ...appearance })
        .onConflictDoUpdate({ target: userPreferences.user_id, set: appearance })
    }
    const before = await getPreferences(userId)
    const changed = notificationTopics.flatMap((kind) => {
      const ways = notifications[kind]
      return ways ? [{ user_id: userId, kind, ...before.notifications[kind], ...ways }] : []
    })
    if (changed.length === 0) return before
    await database()
      .insert(notificationChoices)
      .values(changed)
      .onConflictDoUpdate({
        target: [notificationChoices.user_id, notificationChoices.kind],
        set: { bell: sql`excluded.bell`, email: sql`excluded.email` },
      })
    return getPreferences(userId)
  })
}
