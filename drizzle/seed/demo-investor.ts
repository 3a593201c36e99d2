import { eq } from 'drizzle-orm'
import type { Database } from '#db/client'
import { transactions as transactionRows } from '#db/schema/cash/transactions'
import { tokens } from '#db/schema/catalog/tokens'
import { supportTickets, ticketReplies } from '#db/schema/desk/support'
import { admins, users } from '#db/schema/identity/accounts'
import { notifications } from '#db/schema/messaging/notifications'
import { settings } from '#db/schema/platform/settings'
import { activities, investments, portfolios, portfolioValues } from '#db/schema/portfolio/portfolios'
import type { BuiltSeries } from '#shared/calculations/series-content'
import { formatMoney } from './demo-arithmetic.ts'
import type { DemoDistribution } from './demo-distribution.ts'
import { type DemoHolder, planHolders } from './demo-holders.ts'
import { buildDemoLedger, type DemoLedger, type DemoTransaction } from './demo-ledger.ts'
import { createDemoSeries } from './demo-market.ts'
import { createDemoNotifications } from './demo-notifications.ts'
import { addDistribution, addSubscriptions } from './demo-register.ts'
import { type SeededSeries, type StoreSeriesFile, seedDemoSeries, type Transaction } from './demo-series.ts'
import type { DemoSubscription } from './demo-subscriptions.ts'
import { planTransactions } from './demo-transactions.ts'
import { type StoreEvidence, seedVerifications } from './demo-verifications.ts'

export interface NewDemoInvestor {
  email: string
  /** Created with `Bun.password.hash`. */
  passwordHash: string
  /** The last day of the year of history. */
  now?: Date
  /** The series as listed by the build. If there are any, `db` must be connected as the owner of the tables. */
  series?: readonly BuiltSeries[]
  storeFile?: StoreSeriesFile
  storeEvidence?: StoreEvidence
}

/** Payment account for approved demonstration subscriptions: not a real one. */
const PAYMENT_ACCOUNT =
  'Illustrative, not a real account: pay nothing to it\nBeneficiary: Client account of the issuer\nBank: Bank of Nowhere\nIBAN ZZ00 0000 0000 0000\nBIC NOWHZZ00'
/** A country that every demonstration offering admits. */
const COUNTRY = 'Switzerland'
const NO_PASSWORD = '!'

const decimal = formatMoney

/**
 * Creates an investor with a year of consistent history: value = units × unit values + cash = deposits - withdrawals +
 * gains. With series, it creates these and the other holders of their units too. Returns the investor's id, or
 * undefined if the email is taken. The tokens must exist, see `seedEssentials`.
 */
export function seedDemoInvestor(
  db: Database,
  {
    email,
    passwordHash,
    now = new Date(),
    series = [],
    storeFile = storedAsNamed,
    storeEvidence,
  }: NewDemoInvestor,
): Promise<number | undefined> {
  const planned = series.map((content) => ({ content, market: createDemoSeries(content, now) }))
  return db.transaction(async (tx) => {
    const symbols = new Set((await tx.select().from(tokens)).map(({ symbol }) => symbol))
    const present = planned.filter(({ content }) => symbols.has(content.symbol))
    const markets = present.map(({ market }) => market)
    const others = planHolders(now, markets)
    const ledger = buildDemoLedger(now, markets, others)
    const [user] = await tx
      .insert(users)
      .values({
        email,
        password_hash: passwordHash,
        first_name: 'Demo',
        last_name: 'Investor',
        country: COUNTRY,
        is_verified: true,
        created_at: ledger.openedAt,
        updated_at: ledger.openedAt,
      })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (!user) return undefined
    const user_id = user.id
    await tx
      .update(settings)
      .set({ payment_account: PAYMENT_ACCOUNT })
      .where(eq(settings.payment_account, ''))
    const seeded = await seedDemoSeries(tx, present, storeFile, now)
    const holders = await addHolders(tx, others)

    const accounts = [
      { userId: user_id, transactions: ledger.transactions, subscriptions: ledger.subscriptions },
      ...others.map((holder, position) => ({
        userId: holders[position] ?? 0,
        transactions: planTransactions(holder, position, ledger.distribution),
        subscriptions: holder.subscriptions,
      })),
    ]
    const references = await addAccounts(tx, accounts, ledger.distribution, seeded)
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
    if (ledger.investments.length > 0) {
      await tx.insert(investments).values(
        ledger.investments.map(({ symbol, at }) => ({
          user_id,
          token_id: idOf.get(symbol) ?? null,
          token_symbol: symbol,
          requested_at: new Date(at.getTime() - 86_400_000),
          approved_at: at,
        })),
      )
    }
    await insertPortfolio(tx, user_id, ledger)
    const booked = await tx.select().from(transactionRows).where(eq(transactionRows.user_id, user_id))
    const nameOf = (at: Date, description: string) => `${at.getTime()} ${description}`
    const numbers = new Map(
      booked.map(({ id, transaction_date, description }) => [nameOf(transaction_date, description), id]),
    )
    await tx.insert(notifications).values(
      createDemoNotifications(
        ledger,
        references,
        ({ at, description }) => numbers.get(nameOf(at, description)) ?? 0,
      ).map((notice) => ({
        ...notice,
        user_id,
        email: 'off' as const,
      })),
    )
    await insertTicket(tx, user_id, email, now)
    await seedVerifications(tx, { userId: user_id, openedAt: ledger.openedAt, now, storeEvidence })
    return user_id
  })
}

/** If no file is stored, as in tests. */
const storedAsNamed: StoreSeriesFile = async ({ name }) => name

async function addHolders(tx: Transaction, others: readonly DemoHolder[]): Promise<number[]> {
  if (others.length === 0) return []
  const rows = await tx
    .insert(users)
    .values(
      others.map(({ first_name, last_name, email, openedAt }) => ({
        first_name,
        last_name,
        email,
        password_hash: NO_PASSWORD,
        country: COUNTRY,
        is_verified: true,
        created_at: openedAt,
        updated_at: openedAt,
      })),
    )
    .returning({ id: users.id })
  return rows.map(({ id }) => id)
}

interface Account {
  userId: number
  transactions: readonly DemoTransaction[]
  subscriptions: readonly DemoSubscription[]
}

/**
 * Adds transactions, subscriptions, their units and the distribution. Returns the ids of the first account's
 * subscriptions, in order.
 */
async function addAccounts(
  tx: Transaction,
  accounts: readonly Account[],
  distribution: DemoDistribution | undefined,
  series: Map<string, SeededSeries>,
): Promise<number[]> {
  const all = accounts.flatMap(({ userId, transactions }) =>
    transactions.map((planned) => ({ userId, planned })),
  )
  const rows = await tx
    .insert(transactionRows)
    .values(
      all.map(({ userId, planned: { type, status, description, amount, fee, at } }) => ({
        user_id: userId,
        type,
        status,
        description,
        amount: decimal(amount),
        fee: decimal(fee),
        transaction_date: at,
        created_at: at,
        updated_at: at,
      })),
    )
    .returning({ id: transactionRows.id })
  // Rows are returned in the order of their values.
  const booked = all.map((one, index) => ({ ...one, transactionId: rows[index]?.id }))
  const paidBy = new Map(booked.map(({ planned, transactionId }) => [planned.pays, transactionId]))
  const [admin] = await tx.select({ id: admins.id }).from(admins).orderBy(admins.id).limit(1)
  const registered = { series, adminId: admin?.id ?? null }
  const owned = accounts.flatMap(({ userId, subscriptions }) =>
    subscriptions.map((planned) => ({ planned, userId, transactionId: paidBy.get(planned) ?? null })),
  )
  const ids = await addSubscriptions(tx, owned, registered)
  if (distribution) {
    const received = new Map(
      booked.filter(({ planned }) => planned.isDistribution).map((one) => [one.userId, one.transactionId]),
    )
    const paid = accounts.map(({ userId }) => ({ userId, transactionId: received.get(userId) }))
    await addDistribution(tx, distribution, paid, registered)
  }
  return ids.slice(0, accounts[0]?.subscriptions.length ?? 0)
}

/** A question about the fee stated in a memorandum, and the answer a day later. */
async function insertTicket(tx: Transaction, user_id: number, email: string, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const [ticket] = await tx
    .insert(supportTickets)
    .values({
      user_id,
      name: 'Demo Investor',
      email,
      subject: 'What the custody fee covers',
      message:
        'The offering memorandum of $WITGOLD names a custody and attestation fee. My history shows no such fee. When is it charged?',
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
      'It pays for custody and for the counts of the units, and it is taken from the proceeds of the series, not from your cash. Until there are proceeds nothing is charged. Each fee that is charged to you has a line of its own under Transactions.',
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
      // These figures were not entered manually: they follow from ledger, register and valuations.
      is_recorded: false,
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
