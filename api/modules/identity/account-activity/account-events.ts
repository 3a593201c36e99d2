/** What happened to an account: sign-ins, failed ones, and changes by its owner. */
import { sql } from 'drizzle-orm'
import { ACTIVITY_DAYS, ACTIVITY_MAX, type AccountActivity } from '#contract/identity/account-activity'
import { database } from '#db/connection'
import { readOffsetList } from '#db/list-queries'
import { accountEvents } from '#db/schema/identity/accounts'
import { type Client, USER_AGENT_MAX } from '#modules/identity/session/session-store'
import type { AccountActivityType, AccountEventType } from '#shared/enums/account-events'

/** Adds an event. Call it in the transaction of the change, after the rows that `row-locks.ts` puts before it. */
export async function recordAccountEvent(
  userId: number,
  { address, userAgent }: Client,
  { kind, detail = '' }: { kind: AccountEventType; detail?: string },
): Promise<void> {
  await database()
    .insert(accountEvents)
    .values({
      user_id: userId,
      kind,
      detail: detail.slice(0, 200),
      ip_address: address,
      user_agent: userAgent.slice(0, USER_AGENT_MAX),
    })
}

interface Row extends Record<string, unknown> {
  id: string
  kind: AccountActivityType
  at: string
  detail: string
  browser: string | null
  os: string | null
  city: string | null
  country: string | null
  user_agent: string
  ip_address: string
}

const failures: Record<string, string> = {
  wrong_password: 'Incorrect password',
  wrong_code: 'Incorrect code',
  wrong_passkey: 'Passkey not accepted',
  account_disabled: 'Account disabled',
  locked: 'Account locked after too many failed attempts',
  too_many_attempts: 'Too many attempts',
  unavailable: 'Service unavailable',
}

/** How a sign-in was made, where not with a password alone. */
const factorWords: Record<string, string> = {
  passkey: 'With a passkey',
  totp: 'With an authenticator app',
  recovery: 'With a recovery code',
}

/** Both sources, newest first, each cut to what can be paged through. */
const entriesOf = (userId: number) => sql`
  select * from (
    (select 's' || id as id, case when success then 'sign_in' else 'sign_in_failed' end as kind, login_time as at,
      case when success then factor else failure_reason end as detail, browser, os, city, country, user_agent, ip_address
    from login_records
    where user_id = ${userId} and role = 'investor' and login_time > now() - make_interval(days => ${ACTIVITY_DAYS})
    order by login_time desc nulls first, id desc nulls first limit ${ACTIVITY_MAX})
    union all
    (select 'e' || id, kind, at, detail, null, null, null, null, user_agent, ip_address
    from account_events
    where user_id = ${userId} and at > now() - make_interval(days => ${ACTIVITY_DAYS})
    order by at desc nulls first, id desc nulls first limit ${ACTIVITY_MAX})
  ) as entries order by at desc, id desc limit ${ACTIVITY_MAX}`

/** A page of the activity of an investor, newest first. */
export async function listAccountEvents(
  userId: number,
  page: { limit: number; offset: number },
): Promise<{
  activity: AccountActivity[]
  pagination: { total: number; limit: number; offset: number }
}> {
  const { rows, pagination } = await readOffsetList(page, {
    rows: () =>
      database().execute<Row>(sql`
    select id, kind, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, detail, browser, os, city,
      country, user_agent, ip_address
    from (${entriesOf(userId)}) as entries limit ${page.limit} offset ${page.offset}`),
    count: () =>
      database().execute<{ total: number }>(
        sql`select count(*)::int as total from (${entriesOf(userId)}) as entries`,
      ),
  })
  const { formatClient, formatDevice, formatLocation } = await import('./client-description.ts')
  const activity = rows.map(({ id, kind, at, detail, ...client }) => ({
    id,
    kind,
    at,
    detail:
      kind === 'sign_in_failed'
        ? (failures[detail] ?? '')
        : kind === 'sign_in'
          ? (factorWords[detail] ?? '')
          : detail,
    ...(client.browser === null
      ? formatClient(client)
      : {
          device: formatDevice({ browser: client.browser, os: client.os ?? '' }),
          place: formatLocation({ city: client.city ?? '', country: client.country ?? '' }),
        }),
  }))
  return { activity, pagination }
}
