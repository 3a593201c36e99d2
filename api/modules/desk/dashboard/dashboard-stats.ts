/** The figures of the administrators' dashboard. */
import { sql } from 'drizzle-orm'
import type { AdminStats } from '#contract/desk/admin-dashboard'
import { database } from '#db/connection'
import { transactions } from '#db/schema/cash/transactions'
import { screeningHits } from '#db/schema/compliance/screening'
import { verifications } from '#db/schema/compliance/verifications'
import { callSchedules, chatMessages, chatSessions, supportTickets } from '#db/schema/desk/support'
import { proofFailures, proofSnapshots } from '#db/schema/holdings/proof'
import { registerHeads } from '#db/schema/holdings/register'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { users } from '#db/schema/identity/accounts'
import { outbox } from '#db/schema/messaging/outbox'
import { portfolios } from '#db/schema/portfolio/portfolios'
import { isExpiringCondition, needsAttestationCondition } from '#modules/desk/work-queue/work-queue-sources'

/** Today is one of the days of the deposits; days are those of UTC, as in the filters of the list. */
const DEPOSIT_DAYS = 30
const lastDay = sql`(now() at time zone 'UTC')::date`
const firstDay = sql`(${lastDay} - ${sql.raw(String(DEPOSIT_DAYS - 1))})`

/**
 * Counts and sums in one query: all of the same time. All figures of investors cover the same accounts, those that
 * are not deleted. Deposits are those that the list of transactions shows for the same days, type and status.
 */
export async function getDashboardStats(): Promise<AdminStats> {
  const [row] = await database().execute<AdminStats & Record<string, unknown>>(sql`
    select accounts.*,
      (select count(*)::int from ${portfolios} join ${users} on users.id = user_id and deleted_at is null
        where pending_investments <> 'none') as pending_requests,
      (select count(*)::int from ${subscriptions} where state in ('submitted', 'in_review', 'funded')) as waiting_subscriptions,
      (select count(*)::int from ${registerHeads} as head
        left join lateral binding_attestation(head.token_id) as attestation on true
        where head.units_in_issue > 0 and (attestation.id is null or attestation.units_held < head.units_in_issue
          or attestation.expires < (now() at time zone 'UTC')::date)) as stopped_series,
      (select count(*)::int from ${registerHeads} as head
        left join lateral binding_attestation(head.token_id) as attestation on true
        where ${needsAttestationCondition}) as warned_series,
      (select count(*)::int from ${outbox} where status = 'failed') as failed_mails,
      (select count(*)::int from ${proofFailures} where code <> 'missed'
        and after_number = (select coalesce(max(number), 0) from ${proofSnapshots})) as failed_snapshots,
      (select count(*)::int from ${verifications}
        where state in ('submitted', 'in_review') and closed_at is null) as waiting_verifications,
      (select count(*)::int from ${verifications} where ${isExpiringCondition}) as expiring_verifications,
      (select count(*)::int from ${screeningHits} where state = 'open') as open_hits,
      (select count(*)::int from ${supportTickets} where status = 'open') as open_tickets,
      (select count(*)::int from ${callSchedules} where status = 'pending') as waiting_calls,
      (select count(*)::int from ${chatSessions} as chat where chat.status = 'open' and 'agent' is distinct from (
        select said.author from ${chatMessages} as said where said.chat_session_id = chat.id
        order by said.id desc limit 1)) as open_chats,
      (select coalesce(sum(amount), 0)::numeric(20, 2)::text from ${transactions}
        where type = 'deposit' and status = 'completed'
          and transaction_date >= ${firstDay}::timestamp at time zone 'UTC'
          and transaction_date < (${lastDay} + 1)::timestamp at time zone 'UTC') as deposits_30d,
      json_build_object('from', ${firstDay}, 'to', ${lastDay}) as deposits_days
    from (
      select count(*)::int as users,
        (count(*) filter (where is_active))::int as active_users,
        (count(*) filter (where is_verified))::int as verified_users
      from ${users} where deleted_at is null
    ) as accounts`)
  if (!row) throw new Error('The figures have no row')
  return row
}
