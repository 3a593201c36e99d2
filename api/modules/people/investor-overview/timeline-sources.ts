/**
 * What the timeline of an investor is made of: each source reads the newest rows of one table by an index that begins
 * with the investor, so that an investor with very many rows is as fast as one with few. A further kind is one more
 * row in {@link timelineSources}.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { TimelineEntryType } from '#contract/people/admin-investor'
import type { Permission } from '#contract/permissions'
import { auditActions } from '#contract/platform/audit'
import { selectName, toSqlLiterals } from '#db/schema/column-types'
import { approvalActionPhrases, confidentialApprovals } from '#shared/enums/approvals'
import { amountCategories } from '#shared/enums/notifications'
import { itemLabels } from '#shared/enums/verifications'

/** Stands in links for the email of the investor, as it is written in an address. */
export const EMAIL_LINK_PLACEHOLDER = '{email}'

/** The investor whose rows are wanted, until when, and how many. */
export interface TimelineQuery {
  /** Id of the investor, as an expression. */
  user: SQL
  /** A condition on the time of an item. */
  within: ((at: SQL) => SQL) | undefined
}

export interface TimelineSource {
  kind: TimelineEntryType
  permission: Permission
  /** Tables with their joins. */
  from: SQL
  /** Condition for the rows of the investor; by default `item.user_id`. */
  owner?: (wanted: TimelineQuery) => SQL
  /** Order of the rows, with `tie` among those of one time; by default `item.id`. */
  at: SQL
  tie?: SQL
  title: SQL
  detail: SQL
  /** The administrator who did it. */
  admin?: SQL
  /** How many rows an investor has, where that is kept: counting very many takes longer than reading a page. */
  count?: (wanted: TimelineQuery) => SQL
  /** Query of the panel. */
  link: (wanted: TimelineQuery) => SQL
}

/** `open_chats` as `Open chats`. */
const words = (column: SQL): SQL =>
  sql`upper(left(${column}::text, 1)) || replace(substr(${column}::text, 2), '_', ' ')`
const money = (column: SQL): SQL => sql`'$' || trim(to_char(${column}, 'FM999,999,999,999,990.00'))`
const reference = (id: SQL): SQL => sql`'S-' || lpad(${id}::text, greatest(6, length(${id}::text)), '0')`
/** `: ` and the beginning of a text; nothing where it is empty. */
const because = (text: SQL): SQL => sql`case when ${text} = '' then '' else ': ' || left(${text}, 300) end`
const nothing = sql`''`

const ownedBy =
  (column: SQL) =>
  ({ user }: TimelineQuery): SQL =>
    sql`${column} = ${user}`
const ofMine = ownedBy(sql`mine.user_id`)

const to =
  (address: string, column?: SQL): TimelineSource['link'] =>
  () =>
    column ? sql`${sql.raw(`'${address}'`)} || ${column}` : sql`${sql.raw(`'${address}'`)}`
/** A link that ends with the id of the investor. */
const toUser =
  (address: string): TimelineSource['link'] =>
  ({ user }) =>
    sql`${sql.raw(`'${address}'`)} || ${user}`

const ownerOf = (source: TimelineSource, wanted: TimelineQuery): SQL =>
  (source.owner ?? ownedBy(sql`item.user_id`))(wanted)

/** A source as two: its confidential rows are for those who read the audit log. */
const splitConfidential = (source: TimelineSource, isConfidential: SQL): TimelineSource[] => [
  { ...source, owner: (wanted) => sql`${ownerOf(source, wanted)} and not ${isConfidential}` },
  {
    ...source,
    permission: 'audit',
    owner: (wanted) => sql`${ownerOf(source, wanted)} and ${isConfidential}`,
  },
]

const isConfidentialApproval = sql`(item.entity in (${toSqlLiterals(confidentialApprovals.entities)})
  or item.action in (${toSqlLiterals(confidentialApprovals.actions)}))`

const conditionOf = (source: TimelineSource, wanted: TimelineQuery): SQL =>
  sql`${ownerOf(source, wanted)} and ${wanted.within?.(source.at) ?? sql`true`}`

/** The newest rows of a source: `kind, at, tie, title, detail, admin_id, link`. */
export function selectNewestRows(source: TimelineSource, wanted: TimelineQuery, limit: SQL): SQL {
  const { kind, from, at, tie = sql`item.id`, title, detail, admin = sql`null::int`, link } = source
  return sql`
    select ${sql.raw(`'${kind}'`)}::text as kind, ${at} as at, ${tie}::bigint as tie, ${title} as title,
      ${detail} as detail, ${admin} as admin_id, ${link(wanted)} as link
    from ${from} where ${conditionOf(source, wanted)}
    order by ${at} desc, ${tie} desc limit ${limit}`
}

/** How many rows a source has, counted up to `most`. */
export const countRowsUpTo = (source: TimelineSource, wanted: TimelineQuery, most: SQL): SQL =>
  source.count && !wanted.within
    ? source.count(wanted)
    : sql`(select count(*) from (select 1 from ${source.from} where ${conditionOf(source, wanted)} limit ${most}) as counted)`

/** A changed transaction as it is since; a deleted one as it was. */
const lastVersion = sql`(case item.action when 'transaction.delete' then item.before else item.after end)`
/** Fields of a transaction whose change is shown, in this order. */
const CHANGEABLE = sql.raw(`'{type,status,amount,fee,currency,transaction_date,description}'::text[]`)
/** A field before or after an edit; of a date the day. */
const side = (version: SQL): SQL => sql`coalesce(nullif(left(${version}->>name,
  case when name = 'transaction_date' then 10 else 100 end), ''), 'none')`
/** What an edit of the audit log changed: `amount 500.00 → 520.50, status pending → completed`. */
const changed = sql`coalesce((
  select string_agg(replace(name, '_', ' ') || ' ' || ${side(sql`item.before`)} || ' → ' || ${side(sql`item.after`)}, ', ' order by place)
  from unnest(${CHANGEABLE}) with ordinality as field (name, place)
  where item.before->>name is distinct from item.after->>name), 'No visible changes')`

const proposal = selectName(sql`item.action`, approvalActionPhrases, sql`item.action`)

const withAmounts = sql`category in (${toSqlLiterals(amountCategories)})`
const notification = {
  kind: 'notification',
  at: sql`item.created_at`,
  title: sql`item.title`,
  detail: sql`case when item.is_read then 'Read: ' else 'Unread: ' end || left(item.message, 300)`,
  link: toUser('?d=notifications&user='),
} satisfies Omit<TimelineSource, 'permission' | 'from'>

export const timelineSources: readonly TimelineSource[] = [
  {
    kind: 'transaction',
    permission: 'read',
    from: sql`transactions as item`,
    at: sql`item.transaction_date`,
    count: ({ user }) =>
      sql`(select coalesce(sum(count), 0) from transaction_totals where user_id = ${user})`,
    title: sql`${words(sql`item.type`)} || ' of ' || ${money(sql`item.amount`)}`,
    detail: sql`item.status || ${because(sql`item.description`)}`,
    link: toUser('?d=transactions&user='),
  },
  {
    kind: 'transaction',
    permission: 'read',
    from: sql`audit_log as item`,
    // As the index `audit_log_of_changed_transactions` has it.
    owner: ({ user }) => sql`item.action in ('transaction.update', 'transaction.delete')
      and (item.before->>'user_id')::int = ${user}`,
    at: sql`item.created_at`,
    title: sql`${words(sql`(${lastVersion}->>'type')`)} || ' of ' || ${money(sql`(${lastVersion}->>'amount')::numeric`)}
      || case item.action when 'transaction.delete' then ' deleted' else ' edited' end`,
    detail: sql`case item.action when 'transaction.delete' then ${words(sql`(item.before->>'status')`)} else ${changed} end
      || ${because(sql`coalesce(item.after->>'reason', '')`)}`,
    admin: sql`item.admin_id`,
    link: toUser('?d=transactions&user='),
  },
  {
    kind: 'subscription',
    permission: 'read',
    from: sql`subscriptions as mine join subscription_steps as item on item.subscription_id = mine.id`,
    owner: ofMine,
    at: sql`item.at`,
    title: sql`${reference(sql`mine.id`)} || ' ' || case item.state when 'funded' then 'paid' else replace(item.state, '_', ' ') end`,
    detail: sql`${money(sql`mine.amount`)} || ${because(sql`item.reason`)}`,
    admin: sql`item.admin_id`,
    link: to('?d=subscriptions&item=', sql`mine.id`),
  },
  {
    kind: 'register',
    permission: 'read',
    from: sql`register_entries as entry join register_movements as item on item.id = entry.movement_id
      join tokens on tokens.id = entry.token_id`,
    owner: ownedBy(sql`entry.user_id`),
    at: sql`item.at`,
    title: sql`${words(sql`item.type`)} || ' of ' || trim_scale(abs(entry.units)) || ' units of ' || tokens.symbol`,
    detail: sql`case when item.type = 'transfer' then case when entry.units < 0 then 'Transferred out' else 'Transferred in' end when entry.units < 0 then 'Units removed' else 'Units added' end
      || ${because(sql`item.reason`)}`,
    admin: sql`item.admin_id`,
    link: ({ user }) =>
      sql`'?d=register&series=' || ltrim(tokens.symbol, '$') || '&view=entries&user=' || ${user}`,
  },
  {
    kind: 'portfolio',
    permission: 'read',
    from: sql`activities as item`,
    at: sql`item.activity_date`,
    title: sql`left(item.description, 200)`,
    detail: sql`'Balance ' || ${money(sql`item.balance`)}`,
    link: to(`?d=portfolio&search=${EMAIL_LINK_PLACEHOLDER}`),
  },
  {
    kind: 'portfolio',
    permission: 'read',
    from: sql`investments as item`,
    at: sql`item.approved_at`,
    title: sql`'Request for ' || item.token_symbol || ' approved'`,
    detail: nothing,
    admin: sql`item.approved_by`,
    link: to(`?d=portfolio&search=${EMAIL_LINK_PLACEHOLDER}`),
  },
  {
    kind: 'portfolio',
    permission: 'read',
    from: sql`audit_log as item`,
    owner: ({ user }) => sql`item.entity = 'portfolio' and item.action = 'investment.reject'
      and item.entity_id = (select id::text from portfolios where user_id = ${user})`,
    at: sql`item.created_at`,
    title: sql`'Request for ' || coalesce(item.before->>'pending_investments', 'a token') || ' rejected'`,
    detail: sql`left(coalesce(item.after->>'reason', ''), 300)`,
    admin: sql`item.admin_id`,
    link: to(`?d=portfolio&search=${EMAIL_LINK_PLACEHOLDER}`),
  },
  {
    kind: 'document',
    permission: 'read',
    from: sql`subscriptions as mine join subscription_acknowledgements as item on item.subscription_id = mine.id
      join series_document_versions as version on version.id = item.version_id
      join series_documents as paper on paper.id = version.document_id`,
    owner: ofMine,
    at: sql`item.acknowledged_at`,
    tie: sql`item.version_id`,
    title: sql`'Acknowledged ' || paper.title`,
    detail: sql`'Version ' || version.version || ', for ' || ${reference(sql`mine.id`)}`,
    link: to('?d=subscriptions&item=', sql`mine.id`),
  },
  {
    kind: 'sign_in',
    permission: 'read',
    from: sql`login_records as item`,
    at: sql`item.login_time`,
    title: sql`case when item.success then 'Signed in' else 'Sign-in failed' end`,
    detail: sql`concat_ws(', ', nullif(item.browser, ''), nullif(item.os, ''), nullif(item.city, ''), nullif(item.country, ''),
      nullif(item.ip_address, ''), nullif(replace(item.failure_reason, '_', ' '), ''))`,
    link: toUser('?d=login-tracking&user='),
  },
  {
    kind: 'account',
    permission: 'read_desk',
    from: sql`account_events as item`,
    at: sql`item.at`,
    title: words(sql`item.kind`),
    detail: sql`item.detail`,
    link: to(''),
  },
  {
    ...notification,
    permission: 'read_desk',
    from: sql`(select * from notifications where is_manual or not ${withAmounts}) as item`,
  },
  {
    ...notification,
    permission: 'read',
    from: sql`(select * from notifications where not is_manual and ${withAmounts}) as item`,
  },
  {
    kind: 'mail',
    permission: 'read',
    from: sql`outbox as item`,
    at: sql`item.created_at`,
    title: sql`item.subject`,
    detail: sql`case item.status when 'sent' then 'Sent' when 'failed' then 'Failed' else 'Pending' end`,
    link: to(`?d=mails&search=${EMAIL_LINK_PLACEHOLDER}`),
  },
  {
    kind: 'ticket',
    permission: 'read_desk',
    from: sql`support_tickets as item`,
    at: sql`item.created_at`,
    title: sql`item.reference || ' ' || item.subject`,
    detail: sql`${words(sql`item.status`)} || ': ' || left(item.message, 300)`,
    link: to('?d=support&item=', sql`item.id`),
  },
  {
    kind: 'ticket',
    permission: 'read_desk',
    from: sql`support_tickets as mine join ticket_replies as item on item.ticket_id = mine.id`,
    owner: ofMine,
    at: sql`item.created_at`,
    title: sql`case when item.author = 'agent' then 'Reply to ' else 'Follow-up on ' end || mine.reference`,
    detail: sql`left(item.message, 300)`,
    admin: sql`item.admin_id`,
    link: to('?d=support&item=', sql`mine.id`),
  },
  {
    kind: 'call',
    permission: 'read_desk',
    from: sql`call_schedules as item`,
    at: sql`item.created_at`,
    title: sql`item.reference || ' ' || item.purpose`,
    detail: sql`${words(sql`item.status`)} || ', preferred date ' || item.preferred_date`,
    link: to('?d=support&tab=calls&item=', sql`item.id`),
  },
  {
    kind: 'chat',
    permission: 'read_desk',
    from: sql`chat_sessions as item`,
    at: sql`item.last_message_at`,
    title: sql`'Chat ' || item.reference`,
    detail: words(sql`item.status`),
    link: to('?d=support&tab=chats&item=', sql`item.session_id`),
  },
  {
    kind: 'note',
    permission: 'read_desk',
    from: sql`user_notes as item`,
    at: sql`item.created_at`,
    title: sql`case when item.pinned then 'Pinned note' else 'Note' end`,
    detail: sql`left(item.text, 300)`,
    admin: sql`item.admin_id`,
    link: to(''),
  },
  {
    kind: 'audit',
    permission: 'audit',
    from: sql`audit_log as item`,
    owner: ({ user }) => sql`item.entity = 'user' and item.entity_id = ${user}::text`,
    at: sql`item.created_at`,
    title: words(sql`replace(item.action, '.', ' ')`),
    detail: nothing,
    admin: sql`item.admin_id`,
    link: toUser('?d=audit-log&entity=user&user='),
  },
  ...splitConfidential(
    {
      kind: 'verification',
      permission: 'read',
      from: sql`verification_steps as item`,
      at: sql`item.at`,
      title: sql`case item.action when 'verify' then 'Verified' when 'refuse' then 'Verification rejected'
      when 'expire' then 'Verification ended' when 'expired' then 'Verification expired'
      when 'accept_item' then 'Item accepted' when 'ask_again' then 'More information requested'
      when 'assign' then 'Verification assigned' when 'submitted' then 'Verification submitted'
      when 'rate' then 'Risk rating set' when 'file_added' then 'File added' when 'file_removed' then 'File removed'
      when 'listed' then 'Watchlist match confirmed' when 'not_listed' then 'Watchlist match cleared'
      when 'draft_ending' then 'Deletion of draft files announced' when 'evidence_removed' then 'Evidence deleted after retention period'
      when 'marked_by_hand' then 'Verified manually' when 'unmarked_by_hand' then 'Manual verification removed'
      else 'Verification: ' || replace(item.action, '_', ' ') end`,
      detail: sql`concat_ws(': ', ${selectName(sql`item.item`, itemLabels, sql`null`)}, nullif(left(item.reason, 300), ''))`,
      admin: sql`item.admin_id`,
      link: toUser('?d=verifications&item='),
    },
    sql`item.action in ('listed', 'not_listed')`,
  ),
  {
    kind: 'verification',
    permission: 'audit',
    from: sql`audit_log as item`,
    owner: ({ user }) =>
      sql`item.entity = 'verification' and item.entity_id = ${user}::text
        and item.action = ${sql.raw(`'${auditActions.openedEvidence}'`)}`,
    at: sql`item.created_at`,
    title: sql`'Evidence viewed'`,
    detail: selectName(sql`item.after->>'item'`, itemLabels, sql`''`),
    admin: sql`item.admin_id`,
    link: toUser('?d=verifications&item='),
  },
  ...splitConfidential(
    {
      kind: 'approval',
      permission: 'read',
      from: sql`approvals as item`,
      owner: ({ user }) => sql`item.concerns @> array['user:' || ${user}]`,
      at: sql`item.proposed_at`,
      title: sql`'Approval request ' || item.id || ' to ' || ${proposal}`,
      detail: sql`left(item.reason, 300)`,
      admin: sql`item.proposed_by`,
      link: to('?d=approvals&item=', sql`item.id`),
    },
    isConfidentialApproval,
  ),
  ...splitConfidential(
    {
      kind: 'approval',
      permission: 'read',
      from: sql`approvals as item`,
      owner: ({ user }) => sql`item.concerns @> array['user:' || ${user}] and item.decided_at is not null`,
      at: sql`item.decided_at`,
      title: sql`'Approval request ' || item.id || ' ' || case item.state when 'refused' then 'rejected' when 'stale' then 'outdated' else item.state end`,
      detail: sql`${words(proposal)} || ${because(sql`item.decision_reason`)}`,
      admin: sql`item.decided_by`,
      link: to('?d=approvals&item=', sql`item.id`),
    },
    isConfidentialApproval,
  ),
]
