/**
 * What the timeline of an investor is made of: each source reads the newest rows of one table by an index that begins
 * with the investor, so that an investor with very many rows is as fast as one with few. A further kind is one more
 * source in {@link timelineSources}.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { TimelineKind } from '#contract/admin-investor'
import type { Permission } from '#contract/permissions'

/** The investor whose rows are wanted, before when, and how many. */
export interface Wanted {
  userId: number
  email: string
  /** A condition on the time of a item. */
  within: (at: SQL) => SQL
  limit: number
}

export interface TimelineSource {
  kind: TimelineKind
  permission: Permission
  /** The newest rows: `at, tie, title, detail, admin_id, link`. */
  rows: (wanted: Wanted) => SQL
}

/** `open_chats` as `Open chats`. */
const words = (column: SQL): SQL =>
  sql`upper(left(${column}::text, 1)) || replace(substr(${column}::text, 2), '_', ' ')`
const money = (column: SQL): SQL => sql`'$' || trim(to_char(${column}, 'FM999,999,999,999,990.00'))`
const reference = (id: SQL): SQL => sql`'S-' || lpad(${id}::text, greatest(6, length(${id}::text)), '0')`
const nobody = sql`null::int`

interface Plain {
  kind: TimelineKind
  permission: Permission
  /** Tables with their joins. */
  from: SQL
  owner: (wanted: Wanted) => SQL
  at: SQL
  tie: SQL
  title: SQL
  detail: SQL
  admin?: SQL
  link: (wanted: Wanted) => SQL
}

const source = ({
  kind,
  permission,
  from,
  owner,
  at,
  tie,
  title,
  detail,
  admin,
  link,
}: Plain): TimelineSource => ({
  kind,
  permission,
  rows: (wanted) => sql`
    select ${at} as at, ${tie}::bigint as tie, ${title} as title, ${detail} as detail, ${admin ?? nobody} as admin_id,
      ${link(wanted)} as link
    from ${from} where ${owner(wanted)} and ${wanted.within(at)}
    order by ${at} desc, ${tie} desc limit ${wanted.limit}`,
})

const ofUser =
  (column: SQL) =>
  ({ userId }: Wanted): SQL =>
    sql`${column} = ${userId}`

export const timelineSources: readonly TimelineSource[] = [
  source({
    kind: 'transaction',
    permission: 'read',
    from: sql`transactions as item`,
    owner: ofUser(sql`item.user_id`),
    at: sql`item.transaction_date`,
    tie: sql`item.id`,
    title: sql`${words(sql`item.type`)} || ' of ' || ${money(sql`item.amount`)}`,
    detail: sql`item.status || case when item.description = '' then '' else ': ' || left(item.description, 300) end`,
    link: ({ userId }) => sql`'?d=transactions&user=' || ${userId}::int`,
  }),
  source({
    kind: 'subscription',
    permission: 'read',
    from: sql`subscriptions as mine join subscription_steps as item on item.subscription_id = mine.id`,
    owner: ofUser(sql`mine.user_id`),
    at: sql`item.at`,
    tie: sql`item.id`,
    title: sql`${reference(sql`mine.id`)} || ' ' || replace(item.state, '_', ' ')`,
    detail: sql`${money(sql`mine.amount`)} || case when item.reason = '' then '' else ': ' || left(item.reason, 300) end`,
    admin: sql`item.admin_id`,
    link: () => sql`'?d=subscriptions&item=' || mine.id`,
  }),
  source({
    kind: 'register',
    permission: 'read',
    from: sql`register_entries as entry join register_movements as item on item.id = entry.movement_id
      join tokens on tokens.id = entry.token_id`,
    owner: ofUser(sql`entry.user_id`),
    at: sql`item.at`,
    tie: sql`item.id`,
    title: sql`${words(sql`item.type`)} || ' of ' || trim_scale(abs(entry.units)) || ' units of ' || tokens.symbol`,
    detail: sql`case when entry.units < 0 then 'Given' else 'Received' end
      || case when item.reason = '' then '' else ': ' || left(item.reason, 300) end`,
    admin: sql`item.admin_id`,
    link: ({ userId }) =>
      sql`'?d=register&series=' || ltrim(tokens.symbol, '$') || '&view=entries&user=' || ${userId}::int`,
  }),
  source({
    kind: 'portfolio',
    permission: 'read',
    from: sql`activities as item`,
    owner: ofUser(sql`item.user_id`),
    at: sql`item.activity_date`,
    tie: sql`item.id`,
    title: sql`left(item.description, 200)`,
    detail: sql`'Balance ' || ${money(sql`item.balance`)}`,
    link: ({ email }) => sql`'?d=portfolio&search=' || ${encodeURIComponent(email)}::text`,
  }),
  source({
    kind: 'portfolio',
    permission: 'read',
    from: sql`investments as item`,
    owner: ofUser(sql`item.user_id`),
    at: sql`item.approved_at`,
    tie: sql`item.id`,
    title: sql`'Request for ' || item.token_symbol || ' approved'`,
    detail: sql`''`,
    admin: sql`item.approved_by`,
    link: ({ email }) => sql`'?d=portfolio&search=' || ${encodeURIComponent(email)}::text`,
  }),
  source({
    kind: 'document',
    permission: 'read',
    from: sql`subscriptions as mine join subscription_acknowledgements as item on item.subscription_id = mine.id
      join series_document_versions as version on version.id = item.version_id
      join series_documents as paper on paper.id = version.document_id`,
    owner: ofUser(sql`mine.user_id`),
    at: sql`item.acknowledged_at`,
    tie: sql`item.version_id`,
    title: sql`'Acknowledged ' || paper.title`,
    detail: sql`'Version ' || version.version || ', for ' || ${reference(sql`mine.id`)}`,
    link: () => sql`'?d=subscriptions&item=' || mine.id`,
  }),
  source({
    kind: 'sign_in',
    permission: 'read_desk',
    from: sql`login_records as item`,
    owner: ofUser(sql`item.user_id`),
    at: sql`item.login_time`,
    tie: sql`item.id`,
    title: sql`case when item.success then 'Signed in' else 'Failed to sign in' end`,
    detail: sql`concat_ws(', ', nullif(item.browser, ''), nullif(item.os, ''), nullif(item.city, ''), nullif(item.country, ''),
      nullif(item.ip_address, ''), nullif(replace(item.failure_reason, '_', ' '), ''))`,
    link: ({ userId }) => sql`'?d=login-tracking&user=' || ${userId}::int`,
  }),
  source({
    kind: 'account',
    permission: 'read_desk',
    from: sql`account_events as item`,
    owner: ofUser(sql`item.user_id`),
    at: sql`item.at`,
    tie: sql`item.id`,
    title: words(sql`item.kind`),
    detail: sql`item.detail`,
    link: () => sql`''`,
  }),
  source({
    kind: 'notification',
    permission: 'read_desk',
    from: sql`notifications as item`,
    owner: ofUser(sql`item.user_id`),
    at: sql`item.created_at`,
    tie: sql`item.id`,
    title: sql`item.title`,
    detail: sql`case when item.is_read then 'Read: ' else 'Not read: ' end || left(item.message, 300)`,
    link: ({ userId }) => sql`'?d=notifications&user=' || ${userId}::int`,
  }),
  source({
    kind: 'mail',
    permission: 'read',
    from: sql`outbox as item`,
    owner: ({ email }) => sql`lower(item.recipient) = lower(${email})`,
    at: sql`item.created_at`,
    tie: sql`item.id`,
    title: sql`item.subject`,
    detail: sql`case item.status when 'sent' then 'Sent' when 'failed' then 'Given up' else 'Waits' end`,
    link: ({ email }) => sql`'?d=mails&search=' || ${encodeURIComponent(email)}::text`,
  }),
  source({
    kind: 'ticket',
    permission: 'read_desk',
    from: sql`support_tickets as item`,
    owner: ofUser(sql`item.user_id`),
    at: sql`item.created_at`,
    tie: sql`item.id`,
    title: sql`item.reference || ' ' || item.subject`,
    detail: sql`${words(sql`item.status`)} || ': ' || left(item.message, 300)`,
    link: () => sql`'?d=support&item=' || item.id`,
  }),
  source({
    kind: 'ticket',
    permission: 'read_desk',
    from: sql`support_tickets as mine join ticket_replies as item on item.ticket_id = mine.id`,
    owner: ofUser(sql`mine.user_id`),
    at: sql`item.created_at`,
    tie: sql`item.id`,
    title: sql`case when item.author = 'agent' then 'Answer to ' else 'Follow-up to ' end || mine.reference`,
    detail: sql`left(item.message, 300)`,
    admin: sql`item.admin_id`,
    link: () => sql`'?d=support&item=' || mine.id`,
  }),
  source({
    kind: 'call',
    permission: 'read_desk',
    from: sql`call_schedules as item`,
    owner: ofUser(sql`item.user_id`),
    at: sql`item.created_at`,
    tie: sql`item.id`,
    title: sql`item.reference || ' ' || item.purpose`,
    detail: sql`${words(sql`item.status`)} || ', wanted on ' || item.preferred_date`,
    link: () => sql`'?d=support&tab=calls&item=' || item.id`,
  }),
  source({
    kind: 'chat',
    permission: 'read_desk',
    from: sql`chat_sessions as item`,
    owner: ofUser(sql`item.user_id`),
    at: sql`item.last_message_at`,
    tie: sql`item.id`,
    title: sql`'Chat ' || item.reference`,
    detail: words(sql`item.status`),
    link: () => sql`'?d=support&tab=chats&item=' || item.session_id`,
  }),
  source({
    kind: 'note',
    permission: 'read_desk',
    from: sql`user_notes as item`,
    owner: ofUser(sql`item.user_id`),
    at: sql`item.created_at`,
    tie: sql`item.id`,
    title: sql`case when item.pinned then 'Pinned note' else 'Note' end`,
    detail: sql`left(item.text, 300)`,
    admin: sql`item.admin_id`,
    link: () => sql`''`,
  }),
  source({
    kind: 'audit',
    permission: 'audit',
    from: sql`audit_log as item`,
    owner: ({ userId }) => sql`item.entity = 'user' and item.entity_id = ${String(userId)}`,
    at: sql`item.created_at`,
    tie: sql`item.id`,
    title: words(sql`replace(item.action, '.', ' ')`),
    detail: sql`''`,
    admin: sql`item.admin_id`,
    link: () => sql`'?d=audit-log&entity=user'`,
  }),
]
