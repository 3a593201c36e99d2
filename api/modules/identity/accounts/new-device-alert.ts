/**
 * The email and notification about a sign-in with a device, or from a country, that is new for an account.
 */
import { sql } from 'drizzle-orm'
import { database } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import type { loginRecords } from '#db/schema/identity/accounts'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { newDeviceEmail } from '#shared/email/account-emails'
import { formatLongDateTime } from '#shared/format-date'
import { createLink } from './email-links.ts'
import { notifySecurity } from './security-notice.ts'

type RecordRow = typeof loginRecords.$inferSelect

interface Owner extends Record<string, unknown> {
  id: number
  email: string
  name: string
}

/** A browser without its version: an update does not make it a new device. */
const family = (column: string) => sql.raw(`regexp_replace(${column}, ' [0-9.]+$', '')`)

/**
 * Which of these successful sign-ins have a device or country that no earlier one of the account had, with
 * the owner. The first sign-in of an account, its registration, has nothing to be compared with.
 */
const findNew = (ids: number[]) =>
  database().execute<Owner>(sql`
    select record.id, coalesce(users.email, admins.email) as email, coalesce(users.first_name, admins.username) as name
    from login_records as record
    left join users on users.id = record.user_id and users.deleted_at is null
    left join admins on admins.id = record.admin_id
    cross join lateral (
      select count(*) as known,
        count(*) filter (where ${family('earlier.browser')} = ${family('record.browser')} and earlier.os = record.os) as device,
        count(*) filter (where earlier.country_code = record.country_code) as country
      from login_records as earlier
      where earlier.success and earlier.id < record.id
        and (earlier.user_id = record.user_id or earlier.admin_id = record.admin_id)
    ) as seen
    where record.id in (${sql.join(ids, sql`, `)}) and coalesce(users.email, admins.email) is not null
      and seen.known > 0 and (seen.device = 0 or (record.country_code <> '' and seen.country = 0))
    order by record.user_id, record.id`)

/** Notifies owners of new devices among these stored sign-ins, in the surrounding transaction. */
export async function sendNewDeviceAlerts(stored: readonly RecordRow[]): Promise<void> {
  const successes = stored.filter(({ success }) => success)
  if (successes.length === 0) return
  const owners = await findNew(successes.map(({ id }) => id))
  if (owners.length === 0) return
  const { formatDevice, formatLocation } = await import(
    '#modules/identity/account-activity/client-description'
  )
  for (const { id, email, name } of owners) {
    const record = successes.find((row) => row.id === id)
    if (!record) continue
    const { user_id, admin_id } = record
    // Deleted since the sign-in was stored: nothing is sent to someone who has left.
    if (user_id !== null && !(await lockActiveAccount(user_id))) continue
    const owner = user_id === null ? { adminId: admin_id ?? 0 } : { userId: user_id }
    const at = record.login_time
    const where = { device: formatDevice(record), place: formatLocation(record) }
    if (user_id !== null) {
      const from = Object.values(where)
        .filter((text) => text !== '')
        .join(', ')
      const what = `There was a sign-in from a new device or country${from && `: ${from}`}.`
      await notifySecurity(user_id, 'New sign-in', what)
    }
    const event = { what: 'Sign-in from a new device or country', at, ...where }
    const link = await createLink('not_me', owner, email, { event })
    const letter = newDeviceEmail({ name, ...link, ...where, time: formatLongDateTime(at) })
    await queueEmails([{ owner, kind: 'new_device', recipient: email, letter, expiresAt: link.expiresAt }])
  }
}
