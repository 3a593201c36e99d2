import { and, asc, eq, gt, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { formatSubscriptionReference } from '#contract/holdings/subscriptions'
import type { DeletionImpact } from '#contract/people/admin-users'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { transactionTotals } from '#db/schema/cash/transactions'
import { tokens } from '#db/schema/catalog/tokens'
import { verifications } from '#db/schema/compliance/verifications'
import { supportTickets } from '#db/schema/desk/support'
import { holdings, registerEntries } from '#db/schema/holdings/register'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { users } from '#db/schema/identity/accounts'
import { auditLog } from '#db/schema/platform/audit'
import { portfolios } from '#db/schema/portfolio/portfolios'
import { getCashByUser } from '#modules/cash/cash-guard'
import { hasUndismissedHit, isWaiting } from '#modules/compliance/screening/screening-matches'
import { isWrittenBy } from '#modules/identity/accounts/email-ownership'
import { hasOpenDispute } from '#modules/identity/email-disputes/open-disputes'
import { concernsInvestorCondition } from '#modules/platform/audit/entry-investors'
import { listCalculatedPortfolios } from '#modules/portfolio/calculated-figures'
import { NO_PENDING_INVESTMENT } from '#shared/enums/portfolios'
import { openSubscriptionStatuses } from '#shared/enums/series'
import { transactionTypes } from '#shared/enums/transactions'
import { addThousandsSeparators } from '#shared/thousands-separators'

interface PersonRow extends Record<string, unknown> {
  total_value: string
  total_invested: string
  active_investments: number
  pending_investments: string
  open_tickets: number
  is_recorded: boolean
  has_held_units: boolean
  was_verified: boolean
  /** Also deleted or cancelled ones: otherwise who deletes them could erase their owner alone. */
  had_transactions: boolean
}

/** Whether a version of a transaction in the audit log counts, or may still. */
const isBooked = (version: SQLWrapper): SQL => sql`${version}->>'status' in ('completed', 'pending')`

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** The units of an investor, by symbol. */
const readUnits = (userId: number) =>
  database()
    .select({ symbol: tokens.symbol, units: holdings.units })
    .from(holdings)
    .innerJoin(tokens, eq(tokens.id, holdings.token_id))
    .where(and(eq(holdings.user_id, userId), gt(holdings.units, '0')))
    .orderBy(asc(tokens.symbol))

/**
 * Why an investor's account cannot be deleted: units, cash or an open subscription would lose their owner,
 * a dispute about the email its subject, and a watchlist match would be forgotten or never found.
 */
async function explainObstacle(
  userId: number,
  { units: [held], cash }: Pick<DeletionImpact, 'units' | 'cash'>,
): Promise<string | null> {
  if (held)
    return `This investor holds ${addThousandsSeparators(held.units)} units of ${held.symbol}. Redeem or transfer them first.`
  const amount = `$${addThousandsSeparators(cash.replace('-', ''))}`
  if (cents(cash) > 0n) return `This investor has a cash balance of ${amount}. Pay it out first.`
  if (cents(cash) < 0n)
    return `The cash balance of this investor is overdrawn by ${amount}. Settle the overdraft first.`
  const [open] = await database()
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(eq(subscriptions.user_id, userId), inArray(subscriptions.state, [...openSubscriptionStatuses])),
    )
    .limit(1)
  if (open)
    return `Subscription ${formatSubscriptionReference(open.id)} of this investor is still open. Allot or reject it first.`
  if (await hasOpenDispute({ role: 'investor', id: userId }))
    return 'A change of the email address of this account is disputed. Resolve the dispute first.'
  if (await hasUndismissedHit(userId))
    return 'This investor has an open or confirmed screening match. The account cannot be deleted until all matches are cleared under Screening.'
  return (await isWaiting(userId))
    ? 'This investor has not yet been screened against the current watchlist. Try again in a moment.'
    : null
}

/**
 * What an investor still has, shown before the account is deleted. Tickets are counted as the deletion finds
 * them. Throws `not_found`.
 */
export async function getDeletionImpact(userId: number): Promise<DeletionImpact> {
  const [[person], totals, units, cashOf, [derived]] = await Promise.all([
    database().execute<PersonRow>(sql`
      select coalesce(total_value, 0)::numeric(20, 2)::text as total_value,
        coalesce(total_invested, 0)::numeric(20, 2)::text as total_invested,
        coalesce(active_investments, 0) as active_investments, coalesce(is_recorded, false) as is_recorded,
        coalesce(pending_investments, ${NO_PENDING_INVESTMENT}) as pending_investments,
        (select count(*)::int from ${supportTickets}
          where support_tickets.status not in ('resolved', 'closed')
            and ${isWrittenBy(supportTickets, userId)}) as open_tickets,
        (${users.verified_name} <> '' or exists (select from ${verifications}
          where ${verifications.user_id} = ${userId} and ${verifications.submitted_at} is not null)) as was_verified,
        exists (select from ${registerEntries} where ${registerEntries.user_id} = ${userId}) as has_held_units,
        exists (select from ${auditLog} where ${auditLog.entity} = 'transaction'
          and (${isBooked(auditLog.before)} or ${isBooked(auditLog.after)})
          and ${concernsInvestorCondition(userId)}) as had_transactions
      from ${users} left join ${portfolios} on portfolios.user_id = users.id
      where users.id = ${userId} and users.deleted_at is null`),
    database()
      .select({
        type: transactionTotals.type,
        status: transactionTotals.status,
        count: transactionTotals.count,
        amount: transactionTotals.amount,
      })
      .from(transactionTotals)
      .where(and(eq(transactionTotals.user_id, userId), gt(transactionTotals.count, 0))),
    readUnits(userId),
    getCashByUser([userId]),
    listCalculatedPortfolios([userId]),
  ])
  if (!person) throw new Problem('not_found', 'Investor not found.')
  const completed = (type: string) =>
    totals.find((total) => total.type === type && total.status === 'completed')?.amount ?? '0.00'
  const pending = transactionTypes.flatMap((type) => {
    const total = totals.find((row) => row.type === type && row.status === 'pending')
    return total ? [{ type, count: total.count, amount: total.amount }] : []
  })
  const [deposited, withdrawn] = [completed('deposit'), completed('withdrawal')]
  const { is_recorded, has_held_units, had_transactions, ...shown } = person
  const total_value = is_recorded ? person.total_value : (derived?.total_value ?? '0.00')
  const cash = cashOf.get(userId)?.balance ?? '0.00'
  return {
    user_id: userId,
    ...shown,
    total_value,
    cash,
    units,
    obstacle: await explainObstacle(userId, { units, cash }),
    deposited,
    withdrawn,
    pending_transactions: pending,
    has_money:
      cents(total_value) > 0n ||
      cents(person.total_invested) > 0n ||
      person.active_investments > 0 ||
      person.pending_investments !== NO_PENDING_INVESTMENT ||
      // Also once everything was paid out: otherwise who pays it out could erase its owner alone.
      totals.some(({ status }) => status === 'completed' || status === 'pending') ||
      has_held_units ||
      had_transactions,
  }
}
