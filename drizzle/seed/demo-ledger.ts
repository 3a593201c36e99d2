/** A year of a demonstration account, in whole cents. Pure: the same `now` makes the same year. */
import { tokenCatalogue } from '#shared/token-catalogue'
import { createRandom } from './random.ts'

type TransactionType = 'deposit' | 'withdrawal' | 'transfer' | 'fee' | 'interest'

export interface DemoTransaction {
  type: TransactionType
  status: 'completed' | 'pending' | 'failed' | 'cancelled'
  amount: number
  fee: number
  description: string
  at: Date
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
}

const DAY = 86_400_000
const DAYS = 365
const HELD = ['$WITGOLD', '$BUSHVELD', '$MTPASS', '$GAClay', '$MONZ']
const WANTED = '$MAGREE'

const nameOf = (symbol: string): string =>
  tokenCatalogue.find((token) => token.symbol === symbol)?.name ?? symbol

/** An event on a day; it sees the value after the days before it. */
interface Event {
  at: Date
  apply(value: number): void
}

/** Builds the year that ends at `now`. */
export function buildDemoLedger(now: Date, seed = 2026): DemoLedger {
  const random = createRandom(seed)
  const between = (low: number, high: number) => Math.round(low + random() * (high - low))
  /** A working hour, `daysAgo` days before now. */
  const on = (daysAgo: number): Date => {
    const midnight = Math.floor((now.getTime() - daysAgo * DAY) / DAY) * DAY
    return new Date(midnight + (between(8 * 60, 17 * 60) * 60 + between(0, 59)) * 1000)
  }

  const transactions: DemoTransaction[] = []
  const activities: DemoActivity[] = []
  const values: DemoValue[] = []
  const investments: DemoLedger['investments'] = []
  let value = 0
  let invested = 0
  let withdrawn = 0

  const change = (at: Date, netGrowth: number, type: DemoActivity['type'], description: string) => {
    value += netGrowth
    activities.push({ type, description, netGrowth, balance: value, at })
    values.push({ at, value, invested, gains: value - invested + withdrawn })
  }
  const book = (
    at: Date,
    type: TransactionType,
    amount: number,
    description: string,
    more: Partial<DemoTransaction> = {},
  ) => transactions.push({ type, status: 'completed', amount, fee: 0, description, at, ...more })

  const deposit = (at: Date, amount: number): Event => ({
    at,
    apply: () => {
      book(at, 'deposit', amount, 'Deposit by bank transfer')
      invested += amount
      change(at, amount, 'deposit', 'Deposit by bank transfer')
    },
  })
  const withdraw = (at: Date, amount: number, fee: number): Event => ({
    at,
    apply: () => {
      book(at, 'withdrawal', amount, 'Withdrawal to bank account', { fee })
      withdrawn += amount
      change(at, -amount - fee, 'withdrawal', 'Withdrawal to bank account, fee included')
    },
  })
  const interest = (at: Date): Event => ({
    at,
    apply: (current) => {
      const amount = Math.round(current * 0.0006) + between(0, 99)
      book(at, 'interest', amount, 'Interest on uninvested cash')
      change(at, amount, 'activity', 'Interest on uninvested cash')
    },
  })
  const custodyFee = (at: Date, quarter: number): Event => ({
    at,
    apply: (current) => {
      const amount = Math.max(100, Math.round(current * 0.00125))
      book(at, 'fee', amount, `Custody fee, quarter ${quarter} of 4`)
      change(at, -amount, 'activity', `Custody fee, quarter ${quarter} of 4`)
    },
  })
  const valuation = (at: Date): Event => ({
    at,
    apply: (current) =>
      change(
        at,
        Math.round(current * (random() * 0.042 - 0.014)),
        'activity',
        'Monthly valuation of holdings',
      ),
  })
  const invest = (at: Date, symbol: string): Event => ({
    at,
    apply: () => {
      const name = nameOf(symbol)
      investments.push({ symbol, name, at })
      change(at, 0, 'investment', `Investment approved: ${symbol} ${name}`)
    },
  })
  const unfinished = (
    at: Date,
    type: TransactionType,
    status: DemoTransaction['status'],
    amount: number,
    description: string,
  ): Event => ({ at, apply: () => book(at, type, amount, description, { status }) })

  const months = Array.from({ length: 12 }, (_, month) => DAYS - 12 - month * 30)
  const events: Event[] = [
    deposit(on(DAYS - 3), 2_500_000),
    ...months.map((daysAgo) => deposit(on(daysAgo), between(20, 70) * 10_000)),
    ...months.map((daysAgo) => interest(on(daysAgo - 9))),
    ...months.map((daysAgo) => valuation(on(daysAgo - 11))),
    ...[270, 180, 90, 5].map((daysAgo, index) => custodyFee(on(daysAgo), index + 1)),
    ...[
      [232, 180_000],
      [141, 325_000],
      [47, 240_000],
    ].map(([daysAgo = 0, amount = 0]) => withdraw(on(daysAgo), amount, 2_500)),
    ...HELD.map((symbol, index) => invest(on(354 - index * 68), symbol)),
    unfinished(on(300), 'transfer', 'completed', 500_000, 'Transfer between sub-accounts'),
    unfinished(on(120), 'transfer', 'completed', 350_000, 'Transfer between sub-accounts'),
    unfinished(on(206), 'deposit', 'failed', 450_000, 'Deposit by card, refused by the issuing bank'),
    unfinished(on(76), 'withdrawal', 'cancelled', 150_000, 'Withdrawal cancelled on request'),
    unfinished(on(1), 'deposit', 'pending', 400_000, 'Deposit by bank transfer, awaiting funds'),
  ]
  for (const event of events.sort((a, b) => a.at.getTime() - b.at.getTime())) event.apply(value)

  return {
    openedAt: new Date(now.getTime() - DAYS * DAY),
    transactions,
    activities,
    values,
    investments,
    pending: { symbol: WANTED, name: nameOf(WANTED), at: on(2) },
  }
}
