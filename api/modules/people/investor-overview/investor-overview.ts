/** An investor as a whole, for the page of the panel that is about one. */
import { eq, sql } from 'drizzle-orm'
import { formatAccountNumber } from '#contract/identity/account-number'
import type { InvestorOverview } from '#contract/people/admin-investor'
import { hasPermission } from '#contract/permissions'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { transactionTotals } from '#db/schema/cash/transactions'
import { users } from '#db/schema/identity/accounts'
import { portfolios } from '#db/schema/portfolio/portfolios'
import { listHoldings } from '#modules/holdings/register/investor-holdings'
import { listSubscriptions } from '#modules/holdings/subscriptions/investor-subscriptions'
import { listSessions } from '#modules/identity/account-activity/active-sessions'
import { listUsers } from '#modules/people/users/admin-users'
import { toAdminPortfolio } from '#modules/portfolio/admin-portfolios'
import { listCalculatedPortfolios } from '#modules/portfolio/calculated-figures'
import type { AdminRole } from '#shared/enums/accounts'
import { getVerificationSummary, listInvestorDocuments } from './investor-documents.ts'
import { getOpenSupportItems } from './open-support-items.ts'

/** Most subscriptions of an overview, the newest. */
const SUBSCRIPTIONS_SHOWN = 200

/** Figures of the ledger: completed deposits and withdrawals, and how many transactions there are. */
async function readTotals(userId: number) {
  const [row] = await database()
    .select({
      deposited: sql<string>`coalesce(sum(${transactionTotals.amount}) filter (where type = 'deposit' and status = 'completed'), 0)::numeric(30, 2)::text`,
      withdrawn: sql<string>`coalesce(sum(${transactionTotals.amount}) filter (where type = 'withdrawal' and status = 'completed'), 0)::numeric(30, 2)::text`,
      transactions: sql<number>`coalesce(sum(${transactionTotals.count}), 0)::int`,
    })
    .from(transactionTotals)
    .where(eq(transactionTotals.user_id, userId))
  if (!row) throw new Error('A select returned no row')
  return row
}

async function readMoney(userId: number): Promise<NonNullable<InvestorOverview['money']>> {
  // One after the other: several connections of one call would take several shares of the pool.
  const totals = await readTotals(userId)
  const { holdings, cash, total } = await listHoldings(userId)
  const [portfolio] = await database().select().from(portfolios).where(eq(portfolios.user_id, userId))
  const [derived] = await listCalculatedPortfolios([userId])
  if (!derived) throw new Error('A select returned no row')
  return {
    ...totals,
    cash,
    total,
    holdings,
    portfolio: portfolio ? toAdminPortfolio(portfolio) : null,
    derived,
    subscriptions: (await listSubscriptions(userId, { limit: SUBSCRIPTIONS_SHOWN, offset: 0 })).subscriptions,
  }
}

/** An investor as far as these roles may see. Throws `not_found` for an unknown or deleted one. */
export async function getInvestorOverview(
  userId: number,
  roles: readonly AdminRole[] | undefined,
): Promise<InvestorOverview> {
  const { users: found } = await listUsers(
    {
      id: userId,
      filter: 'all',
      page: 1,
      limit: 1,
      sort: '-created_at',
    },
    roles,
  )
  const [user] = found
  if (!user) throw new Problem('not_found', 'Investor not found.')
  const mayReadAll = hasPermission(roles, 'read')
  const [account] = await database()
    .select({ email_confirmed: users.email_confirmed })
    .from(users)
    .where(eq(users.id, userId))
  return {
    user,
    account_number: formatAccountNumber(userId),
    email_confirmed: account?.email_confirmed ?? false,
    money: mayReadAll ? await readMoney(userId) : null,
    verification: mayReadAll ? await getVerificationSummary(userId, roles) : null,
    documents: mayReadAll ? await listInvestorDocuments(userId) : null,
    desk: await getOpenSupportItems(userId),
    sessions: await listSessions({ role: 'investor', id: userId }),
  }
}
