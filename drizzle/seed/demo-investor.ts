import type { Database } from '#db/client'
import { users } from '#db/schema/accounts'
import { notifications } from '#db/schema/notifications'
import { activities, investments, portfolios, portfolioValues } from '#db/schema/portfolios'
import { supportTickets, ticketReplies } from '#db/schema/support'
import { tokens } from '#db/schema/tokens'
import { transactions } from '#db/schema/transactions'
import { buildDemoLedger, type DemoLedger } from './demo-ledger.ts'

export interface NewDemoInvestor {
  email: string
  /** Made by `Bun.password.hash`. */
  passwordHash: string
  /** The last day of the year of history. */
  now?: Date
}

const decimal = (cents: number): string => (cents / 100).toFixed(2)

/**
 * Makes an investor with a year of history whose figures add up: value = deposits - withdrawals + gains, gains =
 * interest + valuations - fees. Returns its id, or undefined when the email is taken. The tokens must exist, see
 * `seedEssentials`.
 */
export function seedDemoInvestor(
  db: Database,
  { email, passwordHash, now = new Date() }: NewDemoInvestor,
): Promise<number | undefined> {
  const ledger = buildDemoLedger(now)
  return db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({
        email,
        password_hash: passwordHash,
        first_name: 'Demo',
        last_name: 'Investor',
        is_verified: true,
        created_at: ledger.openedAt,
        updated_at: ledger.openedAt,
      })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (!user) return undefined
    const user_id = user.id

    await tx.insert(transactions).values(
      ledger.transactions.map(({ at, amount, fee, ...rest }) => ({
        ...rest,
        user_id,
        amount: decimal(amount),
        fee: decimal(fee),
        transaction_date: at,
        created_at: at,
        updated_at: at,
      })),
    )
    await tx.insert(activities).values(
      ledger.activities.map(({ at, type, description, netGrowth, balance }) => ({
        user_id,
        type,
        description,
        net_growth: decimal(netGrowth),
        balance: decimal(balance),
        activity_date: at,
        created_at: at,
        updated_at: at,
      })),
    )
    const idOf = new Map((await tx.select().from(tokens)).map(({ symbol, id }) => [symbol, id]))
    await tx.insert(investments).values(
      ledger.investments.map(({ symbol, at }) => ({
        user_id,
        token_id: idOf.get(symbol) ?? null,
        token_symbol: symbol,
        requested_at: new Date(at.getTime() - 86_400_000),
        approved_at: at,
      })),
    )
    await insertPortfolio(tx, user_id, ledger)
    await tx.insert(notifications).values(notices(ledger).map((notice) => ({ ...notice, user_id })))
    await insertTicket(tx, user_id, email, now)
    return user_id
  })
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** A question about the newest fee, and its answer a day later. */
async function insertTicket(tx: Transaction, user_id: number, email: string, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const [ticket] = await tx
    .insert(supportTickets)
    .values({
      user_id,
      name: 'Demo Investor',
      email,
      subject: 'What the custody fee covers',
      message: 'My history shows a custody fee for quarter 4. Which months does it cover?',
      category: 'investment',
      status: 'resolved',
      created_at: daysAgo(4),
      updated_at: daysAgo(3),
    })
    .returning({ id: supportTickets.id })
  if (!ticket) throw new Error('An insert returned no row')
  await tx.insert(ticketReplies).values({
    ticket_id: ticket.id,
    message:
      'It covers the three months before the day on which it was charged. A statement of those days, under Transactions, lists every entry.',
    created_at: daysAgo(3),
  })
}

async function insertPortfolio(tx: Transaction, user_id: number, ledger: DemoLedger): Promise<void> {
  const last = ledger.values.at(-1)
  if (!last) throw new Error('The demonstration year is empty')
  const [portfolio] = await tx
    .insert(portfolios)
    .values({
      user_id,
      total_value: decimal(last.value),
      total_invested: decimal(last.invested),
      total_gains: decimal(last.gains),
      active_investments: ledger.investments.length,
      pending_investments: ledger.pending.symbol,
      pending_since: ledger.pending.at,
      performance: ((last.gains / last.invested) * 100).toFixed(4),
      created_at: ledger.openedAt,
      updated_at: last.at,
    })
    .returning({ id: portfolios.id })
  if (!portfolio) throw new Error('An insert returned no row')
  await tx
    .insert(portfolioValues)
    .values(
      ledger.values.map(({ at, value, invested, gains }) => ({
        portfolio_id: portfolio.id,
        recorded_at: at,
        total_value: decimal(value),
        total_invested: decimal(invested),
        total_gains: decimal(gains),
      })),
    )
    // The trigger has written the last one.
    .onConflictDoNothing()
}

type Notice = Omit<typeof notifications.$inferInsert, 'user_id'>

/** Notifications that the platform would have sent; the newest three are unread. */
function notices({ openedAt, transactions, investments, pending }: DemoLedger): Notice[] {
  const all: Notice[] = [
    {
      category: 'system',
      type: 'info',
      title: 'Welcome to Lodefield',
      message: 'Your account is open. Complete your profile to start investing.',
      created_at: openedAt,
    },
    ...investments.map(
      ({ symbol, name, at }): Notice => ({
        category: 'investment',
        type: 'success',
        title: 'Investment approved',
        message: `Your request to invest in ${symbol} ${name} was approved.`,
        created_at: at,
      }),
    ),
    ...transactions.flatMap(({ type, status, amount, at }): Notice[] => {
      const usd = `$${Math.trunc(amount / 100).toLocaleString('en-US')}.${String(amount % 100).padStart(2, '0')}`
      if (type === 'withdrawal' && status === 'completed') {
        return [
          transactionNotice('success', 'Withdrawal completed', `Your withdrawal of ${usd} was paid out.`, at),
        ]
      }
      if (status === 'failed') {
        return [
          transactionNotice('warning', 'Deposit failed', `Your deposit of ${usd} did not go through.`, at),
        ]
      }
      if (status === 'pending') {
        return [
          transactionNotice('info', 'Deposit announced', `Your deposit of ${usd} is awaiting funds.`, at),
        ]
      }
      return []
    }),
    {
      category: 'investment',
      type: 'info',
      title: 'Investment request received',
      message: `Your request to invest in ${pending.symbol} ${pending.name} is with the investment team.`,
      created_at: pending.at,
    },
  ]
  const byAge = all.sort((a, b) => (a.created_at?.getTime() ?? 0) - (b.created_at?.getTime() ?? 0))
  return byAge.map((notice, index) => {
    const is_read = index < byAge.length - 3
    return { ...notice, is_read, read_at: is_read ? notice.created_at : null, updated_at: notice.created_at }
  })
}

const transactionNotice = (
  type: 'success' | 'warning' | 'info',
  title: string,
  message: string,
  at: Date,
): Notice => ({
  category: 'transaction',
  type,
  title,
  message,
  created_at: at,
})
