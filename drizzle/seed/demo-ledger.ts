/**
 * A year of a demonstration account, in whole cents. At every point its value is units × the unit values of that day +
 * cash. Pure: the same `now` and series produce the same year.
 */
import { tokenCatalog } from '#shared/default-tokens'
import { formatDollars, multiplyUnitsByPrice } from './demo-arithmetic.ts'
import { type DemoDistribution, formatPayment, planDistribution } from './demo-distribution.ts'
import type { DemoHolder } from './demo-holders.ts'
import { DAY, type DemoSeries, getDayStart, getUnitValueOn, toDay } from './demo-market.ts'
import {
  DEPOSIT_DAYS_BEFORE,
  type DemoSubscription,
  getAllottedAt,
  getBusinessTime,
  planAllottedSubscription,
  planOpenSubscription,
} from './demo-subscriptions.ts'
import { createRandom } from './seeded-random.ts'

type TransactionType = 'deposit' | 'withdrawal' | 'transfer' | 'fee' | 'interest'

export interface DemoTransaction {
  type: TransactionType
  status: 'completed' | 'pending' | 'failed' | 'cancelled'
  amount: number
  fee: number
  description: string
  at: Date
  /** The subscription that this deposit paid for. */
  pays?: DemoSubscription
  /** The distribution booked by it. */
  isDistribution?: boolean
}

export interface DemoActivity {
  type: 'activity' | 'deposit' | 'withdrawal' | 'investment'
  description: string
  netGrowth: number
  /** Value of the portfolio after it. */
  balance: number
  at: Date
}

export interface DemoValue {
  at: Date
  value: number
  invested: number
  gains: number
}

export interface DemoLedger {
  openedAt: Date
  transactions: DemoTransaction[]
  activities: DemoActivity[]
  /** The portfolio after each change; the last is the current one. */
  values: DemoValue[]
  /** Approved requests, oldest first. */
  investments: { symbol: string; name: string; at: Date }[]
  pending: { symbol: string; name: string; at: Date }
  /** Allotted ones, oldest first, followed by pending ones. */
  subscriptions: DemoSubscription[]
  distribution: DemoDistribution | undefined
}

const DAYS = 365
const WANTED = '$MAGREE'

/** What is bought, for how many cents and how many days before now. */
const purchases = [
  ['$BAST', 2_400_000, 300],
  ['$BUSHVELD', 1_800_000, 225],
  ['$GAClay', 1_500_000, 160],
  ['$MONZ', 1_200_000, 100],
  ['$WITGOLD', 2_000_000, 45],
] as const

/** For the first series that currently accepts subscriptions. */
const waiting = [
  ['approved', 800_000, ['$BUSHVELD', '$WITGOLD', '$MONZ']],
  ['submitted', 500_000, ['$MTPASS', '$REECLAY', '$HALL']],
] as const

/** The bank's fee for a transfer, in cents. */
const BANK_CHARGE = 2_500
const HOUR = 3_600_000

/** Unit values apply from the start of their day, before any other event. */
const VALUED_HOUR = 6

const nameOf = (symbol: string): string =>
  tokenCatalog.find((token) => token.symbol === symbol)?.name ?? symbol

/** An event at an instant; it sees the account after all earlier ones. */
interface Event {
  at: Date
  apply(): void
}

/** The first day in the year on which a series can be allotted, from the preferred one on. */
function planPurchase(
  series: DemoSeries,
  amount: number,
  wanted: Date,
  { openedAt, now }: { openedAt: Date; now: Date },
  minute: number,
): DemoSubscription | undefined {
  const first = Math.max(wanted.getTime(), openedAt.getTime() + 20 * DAY)
  for (let day = first; day < now.getTime() - 2 * DAY; day += DAY) {
    const planned = planAllottedSubscription(series, amount, new Date(day), minute)
    if (planned) return planned
  }
  return undefined
}

/** Builds the year that ends at `now`. Without series the account holds cash only. */
export function buildDemoLedger(
  now: Date,
  series: readonly DemoSeries[] = [],
  others: readonly DemoHolder[] = [],
  seed = 2026,
): DemoLedger {
  const openedAt = new Date(now.getTime() - DAYS * DAY)
  const random = createRandom(seed)
  const between = (low: number, high: number) => Math.round(low + random() * (high - low))
  /** A working hour, `daysAgo` days before now. */
  const on = (daysAgo: number): Date =>
    new Date(getBusinessTime(now, -daysAgo, between(0, 9 * 60)).getTime() + between(0, 59) * 1000)

  const bySymbol = new Map(series.map((one) => [one.symbol, one]))
  const bought = purchases.flatMap(([symbol, amount, daysAgo], index) => {
    const one = bySymbol.get(symbol)
    const wanted = new Date(now.getTime() - daysAgo * DAY)
    return (one && planPurchase(one, amount, wanted, { openedAt, now }, 40 + index * 17)) ?? []
  })
  const open = waiting.flatMap(([state, amount, symbols]) => {
    for (const symbol of symbols) {
      const one = bySymbol.get(symbol)
      const planned = one && planOpenSubscription(one, amount, state, now)
      if (planned) return planned
    }
    return []
  })
  const distribution = planDistribution(openedAt, now, bought, others)

  const transactions: DemoTransaction[] = []
  const activities: DemoActivity[] = []
  const values: DemoValue[] = []
  const investments: DemoLedger['investments'] = []
  const held = new Map<string, number>()
  let cash = 0
  let value = 0
  let invested = 0
  let withdrawn = 0

  const valueAt = (at: Date): number =>
    [...held].reduce((sum, [symbol, units]) => {
      const one = bySymbol.get(symbol)
      return sum + multiplyUnitsByPrice(units, (one && getUnitValueOn(one, toDay(at))) ?? 0)
    }, cash)
  /** Records the account's value after a change. */
  const record = (at: Date, type: DemoActivity['type'], description: string) => {
    const before = value
    value = valueAt(at)
    activities.push({ type, description, netGrowth: value - before, balance: value, at })
    values.push({ at, value, invested, gains: value - invested + withdrawn })
  }
  const book = (
    at: Date,
    type: TransactionType,
    amount: number,
    description: string,
    more: Partial<DemoTransaction> = {},
  ) => transactions.push({ type, status: 'completed', amount, fee: 0, description, at, ...more })

  const deposit = (at: Date, amount: number, pays?: DemoSubscription): Event => ({
    at,
    apply: () => {
      book(at, 'deposit', amount, 'Deposit by bank transfer', pays && { pays })
      invested += amount
      cash += amount
      record(at, 'deposit', 'Deposit by bank transfer')
    },
  })
  const withdraw = (at: Date, amount: number): Event => ({
    at,
    apply: () => {
      book(at, 'withdrawal', amount, 'Withdrawal to bank account')
      withdrawn += amount
      cash -= amount
      record(at, 'withdrawal', 'Withdrawal to bank account')
    },
  })
  /** The bank's fee for a withdrawal, passed on an hour later. */
  const passOnBankCharge = (paidAt: Date, withdrawal: number): Event => {
    const at = new Date(paidAt.getTime() + HOUR)
    const description = `Bank charge for the transfer of ${formatDollars(withdrawal)}`
    return {
      at,
      apply: () => {
        book(at, 'fee', BANK_CHARGE, description)
        cash -= BANK_CHARGE
        record(at, 'activity', description)
      },
    }
  }
  const interest = (at: Date): Event => ({
    at,
    apply: () => {
      const amount = Math.round(cash * 0.0025) + between(1, 99)
      book(at, 'interest', amount, 'Interest on uninvested cash')
      cash += amount
      record(at, 'activity', 'Interest on uninvested cash')
    },
  })
  const valuation = (day: string): Event => ({
    at: new Date(getDayStart(day).getTime() + VALUED_HOUR * HOUR),
    apply() {
      if (valueAt(this.at) !== value) record(this.at, 'activity', 'Monthly valuation of holdings')
    },
  })
  const allot = (subscription: DemoSubscription, at: Date): Event => ({
    at,
    apply: () => {
      const { symbol, units, cost } = subscription
      held.set(symbol, (held.get(symbol) ?? 0) + units)
      cash -= cost
      record(at, 'investment', `Units allotted: ${symbol} ${nameOf(symbol)}`)
    },
  })
  const approve = (at: Date, symbol: string): Event => ({
    at,
    apply: () => {
      const name = nameOf(symbol)
      investments.push({ symbol, name, at })
      record(at, 'investment', `Investment approved: ${symbol} ${name}`)
    },
  })
  const distribute = (distribution: DemoDistribution): Event => ({
    at: distribution.paidAt,
    apply: () => {
      const { paidAt, shares, description } = distribution
      const { amount, units } = shares[0] ?? { amount: 0, units: 0 }
      book(paidAt, 'interest', amount, formatPayment(distribution, units), { isDistribution: true })
      cash += amount
      record(paidAt, 'activity', description)
    },
  })
  const unfinished = (
    at: Date,
    type: TransactionType,
    status: DemoTransaction['status'],
    amount: number,
    description: string,
  ): Event => ({ at, apply: () => book(at, type, amount, description, { status }) })

  /** Each purchase is paid by its own deposit of the same amount, between its approval and its allotment. */
  const purchase = (subscription: DemoSubscription, index: number): Event[] => {
    const at = getAllottedAt(subscription) ?? now
    const paidAt = getBusinessTime(at, -DEPOSIT_DAYS_BEFORE, 130 + index * 23)
    return [
      approve(getBusinessTime(at, -9, 75 + index * 29), subscription.symbol),
      deposit(paidAt, subscription.amount, subscription),
      allot(subscription, at),
    ]
  }
  const inOrder = bought.toSorted(
    (a, b) => (getAllottedAt(a)?.getTime() ?? 0) - (getAllottedAt(b)?.getTime() ?? 0),
  )
  const months = Array.from({ length: 12 }, (_, month) => DAYS - 12 - month * 30)
  const valuedDays = new Set(series.flatMap(({ values }) => values.map(({ day }) => day)))
  const events: Event[] = [
    deposit(on(DAYS - 3), 500_000),
    ...months.map((daysAgo) => deposit(on(daysAgo), between(6, 14) * 10_000)),
    ...months.map((daysAgo) => interest(on(daysAgo - 9))),
    ...[...valuedDays].filter((day) => getDayStart(day) > openedAt).map(valuation),
    ...[
      [232, 180_000],
      [141, 325_000],
      [47, 240_000],
    ].flatMap(([daysAgo = 0, amount = 0]) => {
      const at = on(daysAgo)
      return [withdraw(at, amount), passOnBankCharge(at, amount)]
    }),
    ...inOrder.flatMap(purchase),
    ...(distribution ? [distribute(distribution)] : []),
    unfinished(on(300), 'transfer', 'completed', 500_000, 'Transfer between sub-accounts'),
    unfinished(on(120), 'transfer', 'completed', 350_000, 'Transfer between sub-accounts'),
    unfinished(on(206), 'deposit', 'failed', 450_000, 'Deposit by card, declined by the issuing bank'),
    unfinished(on(76), 'withdrawal', 'cancelled', 150_000, 'Withdrawal cancelled on request'),
    unfinished(on(1), 'deposit', 'pending', 250_000, 'Deposit by bank transfer'),
  ]
  for (const event of events.sort((a, b) => a.at.getTime() - b.at.getTime())) event.apply()

  return {
    openedAt,
    transactions,
    activities,
    values,
    investments,
    pending: { symbol: WANTED, name: nameOf(WANTED), at: on(2) },
    subscriptions: [...inOrder, ...open],
    distribution,
  }
}
