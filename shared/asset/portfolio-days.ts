/**
 * A portfolio day by day, derived from what is recorded of it: the ledger of money, the register of units, and the
 * valuations of the series. Money is exact, to the cent.
 *
 * value = Σ units × unit value + cash
 * cash = deposits − withdrawals + income − fees + what movements of units paid or cost
 * (deposited + received) − (withdrawn + given) + gains = value
 */
import type { Day } from './calendar.ts'
import { type Decimal, type DecimalInput, decimal, roundTo, sum, zero } from './decimal.ts'

/** The completed transactions of a day. Income is interest and distributions; fees are rows and the fees of rows. */
export interface LedgerDay {
  at: Day
  deposited: DecimalInput
  withdrawn: DecimalInput
  income: DecimalInput
  fees: DecimalInput
}

/** The movements of a day in one series. */
export interface RegisterDay {
  at: Day
  symbol: string
  units: DecimalInput
  cost: DecimalInput
  /** Proceeds of redemptions less the cost of units allotted. */
  paid: DecimalInput
  /** Units received less units given by transfer: they come from outside of the portfolio, as a deposit does. */
  transferred: DecimalInput
}

/** The movements of each day and series together, in the order of their first ones. */
export function sumDays(movements: readonly RegisterDay[]): RegisterDay[] {
  const days = Map.groupBy(movements, ({ at, symbol }) => `${at} ${symbol}`)
  const amounts = ['units', 'cost', 'paid', 'transferred'] as const
  return [...days.values()].flatMap((rows) => {
    const [first] = rows
    if (!first) return []
    const { at, symbol } = first
    const [units, cost, paid, transferred] = amounts.map((name) => sum(rows.map((row) => row[name])))
    return [
      {
        at,
        symbol,
        units: units ?? zero,
        cost: cost ?? zero,
        paid: paid ?? zero,
        transferred: transferred ?? zero,
      },
    ]
  })
}

/** The value of one unit from the end of a day on. */
export interface UnitValueDay {
  at: Day
  symbol: string
  value: DecimalInput
}

/** All that a portfolio is derived from. Each list in order of its days. */
export interface PortfolioRecords {
  ledger: readonly LedgerDay[]
  register: readonly RegisterDay[]
  unitValues: readonly UnitValueDay[]
}

/** Units of one series at the end of a day. */
export interface Position {
  symbol: string
  units: Decimal
  /** Average cost of the units held. */
  cost: Decimal
  /** Null before the first valuation: then the units do not count in the value. */
  unitValue: Decimal | null
  /** Day of the unit value. */
  valuedAt: Day | null
  value: Decimal
  /** Proceeds of redemptions less the cost of units allotted, up to this day. */
  paid: Decimal
  /** Value of the units received less those given, each at the unit value of its day. */
  transferred: Decimal
}

/** Figures at the end of a day; all but the value and the cash are sums up to it. */
export interface PortfolioDay {
  at: Day
  value: Decimal
  cash: Decimal
  deposited: Decimal
  withdrawn: Decimal
  /** Value of the units received by transfer, each at the unit value of its day. */
  received: Decimal
  /** The same of units given. Of one day and series, only the difference counts. */
  given: Decimal
  income: Decimal
  fees: Decimal
  gains: Decimal
  /** Money and units from outside on this day, and those that left. */
  inflow: Decimal
  outflow: Decimal
}

/** A day and the positions at its end. */
export interface PortfolioPosition extends PortfolioDay {
  /** In order of their symbols; those without units any more are included. */
  positions: readonly Position[]
}

type Change =
  | { order: 0; at: Day; unitValue: UnitValueDay }
  | { order: 1; at: Day; register: RegisterDay }
  | { order: 2; at: Day; ledger: LedgerDay }

/** All changes by day; a unit value of a day applies to the movements of that day. */
export const changesOf = ({ ledger, register, unitValues }: PortfolioRecords, to: Day): Change[] =>
  [
    ...unitValues.map((unitValue): Change => ({ order: 0, at: unitValue.at, unitValue })),
    ...register.map((row): Change => ({ order: 1, at: row.at, register: row })),
    ...ledger.map((row): Change => ({ order: 2, at: row.at, ledger: row })),
  ]
    .filter(({ at }) => at <= to)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.order - b.order))

/** Units at their unit value, to the cent; zero without one. */
export const worthOf = (units: Decimal, unitValue: Decimal | null): Decimal =>
  unitValue === null ? zero : roundTo(units.times(unitValue), 2)

const noPosition = (symbol: string): Position => ({
  symbol,
  units: zero,
  cost: zero,
  unitValue: null,
  valuedAt: null,
  value: zero,
  paid: zero,
  transferred: zero,
})

/** Adds up changes in order. */
class Running {
  readonly positions = new Map<string, Position>()
  #held = zero
  #paid = zero
  #received = zero
  #given = zero
  #deposited = zero
  #withdrawn = zero
  #income = zero
  #fees = zero
  #inflow = zero
  #outflow = zero

  add(change: Change): void {
    if ('ledger' in change) this.#book(change.ledger)
    else if ('register' in change) this.#move(change.register)
    else this.#revalue(change.unitValue)
  }

  /** The figures at the end of a day; the next change begins another day. */
  close(at: Day): PortfolioDay {
    const cash = this.#deposited.minus(this.#withdrawn).plus(this.#income).minus(this.#fees).plus(this.#paid)
    const value = this.#held.plus(cash)
    const [inflow, outflow] = [this.#inflow, this.#outflow]
    this.#inflow = zero
    this.#outflow = zero
    return {
      at,
      value,
      cash,
      deposited: this.#deposited,
      withdrawn: this.#withdrawn,
      received: this.#received,
      given: this.#given,
      income: this.#income,
      fees: this.#fees,
      gains: value.minus(this.#deposited).minus(this.#received).plus(this.#withdrawn).plus(this.#given),
      inflow,
      outflow,
    }
  }

  #book({ deposited, withdrawn, income, fees }: LedgerDay): void {
    this.#deposited = this.#deposited.plus(decimal(deposited))
    this.#withdrawn = this.#withdrawn.plus(decimal(withdrawn))
    this.#income = this.#income.plus(decimal(income))
    this.#fees = this.#fees.plus(decimal(fees))
    this.#inflow = this.#inflow.plus(decimal(deposited))
    this.#outflow = this.#outflow.plus(decimal(withdrawn))
  }

  #move({ symbol, units, cost, paid, transferred }: RegisterDay): void {
    const before = this.positions.get(symbol) ?? noPosition(symbol)
    const inKind = worthOf(decimal(transferred), before.unitValue)
    this.#set(before, {
      ...before,
      units: before.units.plus(decimal(units)),
      cost: before.cost.plus(decimal(cost)),
      paid: before.paid.plus(decimal(paid)),
      transferred: before.transferred.plus(inKind),
    })
    this.#paid = this.#paid.plus(decimal(paid))
    if (inKind.gt(0)) {
      this.#received = this.#received.plus(inKind)
      this.#inflow = this.#inflow.plus(inKind)
    } else {
      this.#given = this.#given.minus(inKind)
      this.#outflow = this.#outflow.minus(inKind)
    }
  }

  #revalue({ at, symbol, value }: UnitValueDay): void {
    const before = this.positions.get(symbol) ?? noPosition(symbol)
    this.#set(before, { ...before, unitValue: decimal(value), valuedAt: at })
  }

  #set(before: Position, changed: Position): void {
    const value = worthOf(changed.units, changed.unitValue)
    this.positions.set(changed.symbol, { ...changed, value })
    this.#held = this.#held.minus(before.value).plus(value)
  }
}

/** The day of the first transaction or movement; undefined without any. Valuations before it do not matter. */
const firstDayOf = ({ ledger, register }: PortfolioRecords): Day | undefined =>
  [ledger[0]?.at, register[0]?.at].filter((at) => at !== undefined).sort()[0]

/** Every day on which something was recorded, from the first transaction or movement until the end of `to`. */
export function portfolioDays(records: PortfolioRecords, to: Day): PortfolioDay[] {
  const first = firstDayOf(records)
  if (first === undefined) return []
  const running = new Running()
  const changes = changesOf(records, to)
  return changes.flatMap((change, at) => {
    running.add(change)
    return change.at < first || changes[at + 1]?.at === change.at ? [] : [running.close(change.at)]
  })
}

/** The portfolio at the end of a day. */
export function portfolioOn(records: PortfolioRecords, day: Day): PortfolioPosition {
  const running = new Running()
  for (const change of changesOf(records, day)) running.add(change)
  const positions = [...running.positions.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
  return { ...running.close(day), positions }
}

/** A movement by transfer at the unit value of its day. */
export interface InKind {
  at: Day
  symbol: string
  units: Decimal
  amount: Decimal
  /** Whether its day and series count as received: of these, only the difference of all movements counts. */
  isReceived: boolean
}

/**
 * The transfers of units until the end of `to`, in order; those of a day and series whose units are equal cancel out. The
 * amounts of the others add up to the value of their difference, to the cent.
 */
export function transfersInKind(
  { unitValues }: Pick<PortfolioRecords, 'unitValues'>,
  movements: readonly RegisterDay[],
  to: Day,
): InKind[] {
  const transfers = movements.filter(({ at, transferred }) => at <= to && !decimal(transferred).eq(0))
  const days = Map.groupBy(transfers, ({ at, symbol }) => `${at} ${symbol}`)
  return [...days.values()].flatMap((rows) => {
    const total = sum(rows.map(({ transferred }) => transferred))
    if (total.eq(0)) return []
    const valued = unitValues.findLast(
      ({ symbol, at }) => symbol === rows[0]?.symbol && at <= (rows[0]?.at ?? ''),
    )
    const unitValue = valued ? decimal(valued.value) : null
    let moved = zero
    return rows.map(({ at, symbol, transferred }) => {
      const before = worthOf(moved, unitValue)
      const units = decimal(transferred)
      moved = moved.plus(units)
      return { at, symbol, units, amount: worthOf(moved, unitValue).minus(before), isReceived: total.gt(0) }
    })
  })
}
