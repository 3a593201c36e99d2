/**
 * What may wait for the desk: each source is one indexed statement of its oldest rows. A further kind is one more
 * source in {@link workQueueSources}.
 */
import { type SQL, sql } from 'drizzle-orm'
import { approvalRulePermissions } from '#contract/approval-rule'
import { WORK_QUEUE_ITEMS_MAX, type WorkQueueType } from '#contract/desk/work-queue'
import { hasPermission, type Permission } from '#contract/permissions'
import { tokens } from '#db/schema/catalog/tokens'
import { selectName, toSqlLiterals } from '#db/schema/column-types'
import { screeningHits } from '#db/schema/compliance/screening'
import { verifications } from '#db/schema/compliance/verifications'
import { approvals } from '#db/schema/desk/approvals'
import { callSchedules, chatMessages, chatSessions, supportTickets } from '#db/schema/desk/support'
import { proofFailures, proofSnapshots } from '#db/schema/holdings/proof'
import { registerHeads } from '#db/schema/holdings/register'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { admins, emailDisputes } from '#db/schema/identity/accounts'
import { outbox } from '#db/schema/messaging/outbox'
import { settings } from '#db/schema/platform/settings'
import { portfolios } from '#db/schema/portfolio/portfolios'
import { getMarketReadiness } from '#modules/market/active-feed'
import type { AdminRole } from '#shared/enums/accounts'
import { approvalActionPhrases } from '#shared/enums/approvals'

export interface WorkQueueSource {
  kind: WorkQueueType
  /** What the reader needs to do it: what somebody else has to do waits for somebody else. */
  permission: Permission
  /**
   * A select of the oldest rows with the columns `id, title, user_id, visitor, since, due_at, link, opens`; undefined
   * while nothing waits. `link` is the beginning of the panel's query, `opens` its last value; null for the investor's
   * email. `visitor` is the name of somebody without an account; of a mail, its recipient. The placeholder {@link READER_PLACEHOLDER} is who reads.
   */
  rows: (reader: readonly AdminRole[]) => SQL | undefined
  /** What comes before how long it has waited, over the columns of `source`: the smallest first. */
  rank?: SQL
}

/** One more than are shown, so that a count can say that there are more. */
const oldest = (columns: SQL): SQL =>
  sql`order by ${columns} limit ${sql.raw(String(WORK_QUEUE_ITEMS_MAX + 1))}`

/** Id of the administrator who reads the queue. */
export const READER_PLACEHOLDER = sql`${sql.placeholder('reader')}::int`

/** Due after so many business days, as `addBusinessDays` counts them: two days more for each weekend between. */
const verificationRows: WorkQueueSource = {
  kind: 'verification',
  permission: 'verify',
  rows: () => sql`
    select waiting.user_id as id, 'Verification' as title, waiting.user_id, null as visitor,
      waiting.submitted_at as since,
      waiting.submitted_at + interval '1 day' * (target.days + 2 * ((least(waiting.weekday, 5) - 1 + target.days) / 5)
        - greatest(waiting.weekday - 5, 0)) as due_at,
      '?d=verifications&item=' as link, waiting.user_id::text as opens
    from (select coalesce((select verification_target_days from ${settings} limit 1), 2) as days) as target,
      (select *, extract(isodow from submitted_at at time zone 'UTC')::int as weekday
      from ${verifications} where state in ('submitted', 'in_review') and closed_at is null
      ${oldest(sql`submitted_at, user_id`)}) as waiting`,
}

/** Days before the end of a verification from which it is shown: the investor is reminded at the same time. */
const VERIFICATION_NOTICE = 30

/** Verifications that are shown because they end soon. */
export const isExpiringCondition = sql`state = 'verified' and closed_at is null and verified_until >= (now() at time zone 'UTC')::date
      and verified_until < (now() at time zone 'UTC')::date + ${sql.raw(String(VERIFICATION_NOTICE))}`

const expiringVerifications: WorkQueueSource = {
  kind: 'verification',
  permission: 'verify',
  rows: () => sql`
    select waiting.user_id as id, 'Verification expiring' as title, waiting.user_id, null as visitor,
      (waiting.verified_until - ${sql.raw(String(VERIFICATION_NOTICE))})::timestamp at time zone 'UTC' as since,
      (waiting.verified_until + 1)::timestamp at time zone 'UTC' as due_at,
      '?d=verifications&item=' as link, waiting.user_id::text as opens
    from (select * from ${verifications} where ${isExpiringCondition}
      ${oldest(sql`verified_until, user_id`)}) as waiting`,
}

/** Hits of the screening: until one is decided, its investor cannot be verified. In the order of their section. */
const screening: WorkQueueSource = {
  kind: 'screening',
  permission: 'verify',
  rank: sql`100 - source.score`,
  rows: () => sql`
    select waiting.id, 'Possible match: ' || entry_name || ' on ' || list || ', score ' || score || '%' as title,
      waiting.user_id, null as visitor, waiting.created_at as since,
      waiting.created_at + interval '2 days' as due_at,
      '?d=screening&state=open&user=' || waiting.user_id || '&decide=' as link, waiting.id::text as opens, waiting.score
    from (select * from ${screeningHits} where state = 'open' ${oldest(sql`score desc, created_at, id`)}) as waiting`,
}

/** Accounts that are locked because a change of their email is in dispute. */
const disputesOfInvestors: WorkQueueSource = {
  kind: 'email_dispute',
  permission: 'verify',
  rows: () => sql`
    select waiting.id, 'Email change disputed' as title, waiting.user_id, null as visitor,
      waiting.created_at as since, waiting.created_at + interval '1 day' as due_at,
      '?d=users&user=' as link, waiting.user_id::text as opens
    from (select * from ${emailDisputes} where decision is null and user_id is not null
      ${oldest(sql`created_at, id`)}) as waiting`,
}

const disputesOfAdministrators: WorkQueueSource = {
  kind: 'email_dispute',
  permission: 'administer',
  rows: () => sql`
    select waiting.id, 'Email change disputed: ' || account.username as title, null::int as user_id, null as visitor,
      waiting.created_at as since, waiting.created_at + interval '1 day' as due_at,
      '?d=administrators' as link, null as opens
    from (select * from ${emailDisputes} where decision is null and admin_id is not null
      ${oldest(sql`created_at, id`)}) as waiting
    join ${admins} as account on account.id = waiting.admin_id`,
}

const tickets: WorkQueueSource = {
  kind: 'ticket',
  permission: 'desk',
  rows: () => sql`
    select waiting.id, reference || ' ' || subject as title, waiting.user_id, waiting.name as visitor,
      waiting.created_at as since, waiting.due as due_at,
      '?d=support&item=' as link, waiting.id::text as opens
    from (select * from ${supportTickets} where status = 'open' ${oldest(sql`created_at, id`)}) as waiting`,
}

const calls: WorkQueueSource = {
  kind: 'call',
  permission: 'desk',
  rows: () => sql`
    select waiting.id, reference || ' ' || purpose as title, waiting.user_id, waiting.name as visitor,
      waiting.created_at as since, waiting.due as due_at,
      '?d=support&tab=calls&item=' as link, waiting.id::text as opens
    from (select * from ${callSchedules} where status = 'pending' ${oldest(sql`created_at, id`)}) as waiting`,
}

/** Conversations in which the visitor wrote last. */
const chats: WorkQueueSource = {
  kind: 'chat',
  permission: 'desk',
  rows: () => sql`
    select waiting.id, reference || ' ' || left(waiting.message, 120) as title, waiting.user_id, waiting.name as visitor,
      waiting.last_message_at as since, waiting.due as due_at,
      '?d=support&tab=chats&item=' as link, waiting.session_id::text as opens
    from (
      select chat.*, said.message from ${chatSessions} as chat
      join lateral (select author, message from ${chatMessages} where chat_session_id = chat.id
        order by chat_messages.id desc limit 1) as said on said.author = 'user'
      where chat.status = 'open' ${oldest(sql`chat.last_message_at, chat.id`)}
    ) as waiting`,
}

const subscriptionsToDecide: WorkQueueSource = {
  kind: 'subscription',
  permission: 'money',
  rows: () => sql`
    select waiting.id,
      'S-' || lpad(waiting.id::text, greatest(6, length(waiting.id::text)), '0') || ' ' || tokens.symbol || ': ' ||
        case state when 'submitted' then 'to review' when 'in_review' then 'to decide' else 'to allot' end as title,
      waiting.user_id, null as visitor,
      waiting.updated_at as since, waiting.updated_at + interval '2 days' as due_at,
      '?d=subscriptions&item=' as link, waiting.id::text as opens
    from (select * from ${subscriptions} where state in ('submitted', 'in_review', 'funded')
      ${oldest(sql`updated_at, id`)}) as waiting
    join ${tokens} on tokens.id = waiting.token_id`,
}

/** Requests for a token without an amount, which the section of pending requests approves or rejects. */
const requests: WorkQueueSource = {
  kind: 'request',
  permission: 'money',
  rows: () => sql`
    select waiting.id, waiting.pending_investments as title,
      waiting.user_id, null as visitor, waiting.pending_since as since,
      waiting.pending_since + interval '2 days' as due_at,
      '?d=token-pending&search=' as link, null as opens
    from (select * from ${portfolios} where pending_investments <> 'none' and pending_since is not null
      ${oldest(sql`pending_since, id`)}) as waiting`,
}

/** Proposals of others that the reader may decide, until they expire. */
const proposals: WorkQueueSource = {
  kind: 'approval',
  permission: 'approve',
  rows: (reader) => sql`
    select waiting.id, 'Approval request ' || waiting.id || ' from ' || proposer.username || ': ' ||
        ${selectName(sql`waiting.action`, approvalActionPhrases, sql`waiting.action`)} as title,
      (select substring(concern from 6)::int from unnest(waiting.concerns) as concern
        where concern like 'user:%' limit 1) as user_id, null as visitor,
      waiting.proposed_at as since, waiting.expires_at as due_at, '?d=approvals&item=' as link, waiting.id::text as opens
    from (select * from ${approvals} where state = 'waiting' and expires_at > now()
      and permission in (${toSqlLiterals(approvalRulePermissions.filter((permission) => hasPermission(reader, permission)))})
      and proposed_by <> ${READER_PLACEHOLDER} ${oldest(sql`expires_at, id`)}) as waiting
    join ${admins} as proposer on proposer.id = waiting.proposed_by`,
}

const failedMails: WorkQueueSource = {
  kind: 'mail',
  permission: 'publish',
  rows: () => sql`
    select waiting.id, waiting.subject as title, waiting.user_id, waiting.recipient as visitor,
      waiting.created_at as since, waiting.created_at + interval '4 hours' as due_at,
      '?d=mails&state=failed&search=' as link, waiting.recipient::text as opens
    from (select * from ${outbox} where status = 'failed' ${oldest(sql`created_at, id`)}) as waiting`,
}

/** Days before the end of an attestation from which a new one is asked for. */
const ATTESTATION_NOTICE = 30

/** Of a `head` of the register and the binding `attestation`: units are in issue, and a new attestation is needed. */
export const needsAttestationCondition = sql`head.units_in_issue > 0 and (attestation.id is null
      or attestation.units_held < head.units_in_issue
      or attestation.expires < (now() at time zone 'UTC')::date + ${sql.raw(String(ATTESTATION_NOTICE))})`

/** Series with units in issue whose attestation counts too few of them, has expired or is about to. */
const attestations: WorkQueueSource = {
  kind: 'attestation',
  permission: 'money',
  rows: () => sql`
    select head.token_id as id,
      tokens.symbol || case when attestation.id is null then ': no attestation'
        when attestation.expires < (now() at time zone 'UTC')::date then ': attestation expired'
        when attestation.units_held < head.units_in_issue then ': attested units below units in issue'
        else ': attestation expiring' end as title,
      null::int as user_id, null as visitor,
      coalesce(least(now(), greatest(attestation.created_at,
        (attestation.expires - ${sql.raw(String(ATTESTATION_NOTICE))})::timestamp at time zone 'UTC')), now()) as since,
      (attestation.expires + 1)::timestamp at time zone 'UTC' as due_at,
      '?d=tokens&token=' as link, ltrim(tokens.symbol, '$') as opens
    from ${registerHeads} as head join ${tokens} on tokens.id = head.token_id
    left join lateral binding_attestation(head.token_id) as attestation on true
    where ${needsAttestationCondition}
    ${oldest(sql`since, head.token_id`)}`,
}

/** Attempts at a snapshot that failed since the last one that was made. */
const failedSnapshots: WorkQueueSource = {
  kind: 'snapshot',
  permission: 'money',
  rows: () => sql`
    select failure.id, 'Snapshot for ' || to_char(failure.day, 'YYYY-MM-DD') || ' failed: ' || failure.reason as title,
      null::int as user_id, null as visitor, failure.at as since, failure.at + interval '1 day' as due_at,
      '?d=register' as link, null as opens
    from ${proofFailures} as failure
    where failure.code <> 'missed'
      and failure.after_number = (select coalesce(max(number), 0) from ${proofSnapshots})
    ${oldest(sql`failure.at, failure.id`)}`,
}

/** The market source, while none of its prices is current. Nothing in the panel mends it, so that it has no link. */
const marketSource: WorkQueueSource = {
  kind: 'feed',
  permission: 'publish',
  rows() {
    const { market } = getMarketReadiness()
    if (market !== 'stale' && market !== 'unavailable') return undefined
    return sql`
      select 1 as id, 'Market prices are ' || ${sql.raw(market === 'stale' ? `'outdated'` : `'unavailable'`)} ||
        '; the server is retrying its sources' as title,
        null::int as user_id, null as visitor, newest.at as since, newest.at + interval '1 hour' as due_at, '' as link, '' as opens
      from (select coalesce(max(as_of), now()) as at from quotes) as newest`
  },
}

/** Every kind, in the order in which the dashboard names them. */
export const workQueueSources: readonly WorkQueueSource[] = [
  verificationRows,
  expiringVerifications,
  screening,
  disputesOfInvestors,
  disputesOfAdministrators,
  subscriptionsToDecide,
  requests,
  proposals,
  tickets,
  calls,
  chats,
  failedMails,
  attestations,
  failedSnapshots,
  marketSource,
]
