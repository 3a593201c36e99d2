/** The mail about a sign-in with a device, or from a country, that an account has not been used with. */
import { sql } from 'drizzle-orm'
import { database } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import type { loginRecords } from '#db/schema/accounts'
import { queueLetters } from '#modules/mail/letters'
import { newDeviceLetter } from '#shared/mail/account-letters'
import { writeMoment } from '#shared/written-day'
import { makeLink } from './links.ts'

type RecordRow = typeof loginRecords.$inferSelect

interface Owner extends Record<string, unknown> {
  id: number
  email: string
  name: string
}

/** A browser without its version: an update does not make it another device. */
const family = (column: string) => sql.raw(`regexp_replace(${column}, ' [0-9.]+$', '')`)

/**
 * Which of these successful sign-ins have a device or a country that no earlier one of the account had, with the
 * owner. The first sign-in of an account, which is its registration, has nothing to be compared with.
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

/** Mails the owners of accounts about new devices among these stored sign-ins, in the surrounding transaction. */
export async function mailNewDevices(stored: readonly RecordRow[]): Promise<void> {
  const successes = stored.filter(({ success }) => success)
  if (successes.length === 0) return
  const owners = await findNew(successes.map(({ id }) => id))
  if (owners.length === 0) return
  const { deviceName, placeName } = await import('#modules/account-activity/device')
  for (const { id, email, name } of owners) {
    const record = successes.find((row) => row.id === id)
    if (!record) continue
    const { user_id, admin_id } = record
    // Deleted since the sign-in was stored: nothing is sent to who has left.
    if (user_id !== null && !(await lockLiveUser(user_id))) continue
    const owner = user_id === null ? { adminId: admin_id ?? 0 } : { userId: user_id }
    const at = record.login_time
    const where = { device: deviceName(record), place: placeName(record) }
    const event = { what: 'A sign-in with a new device, or from a new country', at, ...where }
    const link = await makeLink('not_me', owner, email, { event })
    const letter = newDeviceLetter({ name, ...link, ...where, time: writeMoment(at) })
    await queueLetters([{ owner, kind: 'new_device', recipient: email, letter, expiresAt: link.expiresAt }])
  }
}
