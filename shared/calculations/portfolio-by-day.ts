/**
 * A portfolio day by day, calculated from its records: the ledger of money, the register of units, and the valuations
 * of the series. Money is exact, to the cent.
 *
 * value = Σ units × unit value + cash
 * cash = deposits − withdrawals + income − fees + net proceeds of unit movements
 * (deposited + received) − (withdrawn + given) + gains = value
 */
import type { Day } from './calendar.ts'
import { type Decimal, type DecimalInput, roundTo, sum, toDecimal, zero } from './decimal.ts'

/**
 * The completed transactions of a day. Income is interest and distributions; fees are fee rows and the fees of other
 * rows.
 */
export interface LedgerDay {
  at: Day
  deposited: DecimalInput
  withdrawn: DecimalInput
  income: DecimalInput
  fees: DecimalInput
}

/** One movement in a series, or those of a day together. */
export interface RegisterDay {
  at: Day
  symbol: string
  units: DecimalInput
  cost: DecimalInput
  /** Redemption proceeds less the cost of units allotted. */
  paid: DecimalInput
  /** Units transferred in less units transferred out: external flows, like a deposit. */
  transferred: DecimalInput
}

/** The unit value from the end of a day. */
export interface UnitValueDay {
  at: Day
  symbol: string
  value: DecimalInput
}

/** Everything a portfolio is calculated from. Each list is in date order. */
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
  /** Null before the first valuation: until then the units do not count in the value. */
  unitValue: Decimal | null
  /** Day of the unit value. */
  valuedAt: Day | null
  value: Decimal
  /** Redemption proceeds less the cost of units allotted, up to this day. */
  paid: Decimal
  /** Net change in value caused by unit transfers, each at the unit value of its day. */
  transferred: Decimal
  /** Cost basis that transfers brought in less what they took along. */
  transferredCost: Decimal
}

/** Figures at the end of a day; all except value and cash are cumulative. */
export interface PortfolioDay {
  at: Day
  value: Decimal
  cash: Decimal
  deposited: Decimal
  withdrawn: Decimal
  /** Value of the units transferred in, each at the unit value of its day. */
  received: Decimal
  /** The same for units transferred out. Within a day and series only the difference counts. */
  given: Decimal
  income: Decimal
  fees: Decimal
  gains: Decimal
  /** External inflows and outflows of money and units on this day. */
  inflow: Decimal
  outflow: Decimal
}

/** A day and the positions at its end. */
export interface PortfolioPosition extends PortfolioDay {
  /** Ordered by symbol; positions that have reached zero units are included. */
  positions: readonly Position[]
}

type Change =
  | { order: 0; at: Day; unitValue: UnitValueDay }
  | { order: 1; at: Day; register: RegisterDay }
  | { order: 2; at: Day; ledger: LedgerDay }

/** All changes by day; a unit value of a day applies to that day's movements. */
export const listChangesByDay = ({ ledger, register, unitValues }: PortfolioRecords, to: Day): Change[] =>
  [
    ...unitValues.map((unitValue): Change => ({ order: 0, at: unitValue.at, unitValue })),
    ...register.map((row): Change => ({ order: 1, at: row.at, register: row })),
    ...ledger.map((row): Change => ({ order: 2, at: row.at, ledger: row })),
  ]
    .filter(({ at }) => at <= to)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.order - b.order))

/** Units at their unit value, to the cent; zero without one. */
export const calculateMarketValue = (units: Decimal, unitValue: Decimal | null): Decimal =>
  unitValue === null ? zero : roundTo(units.times(unitValue), 2)

/**
 * The value of a transfer: the position's value after it less the value before, each rounded to the cent, so that a
 * transfer causes neither a gain nor a loss. `units` are the units after the transfer.
 */
export const calculateTransferValue = (
  units: Decimal,
  transferred: DecimalInput,
  unitValue: Decimal | null,
): Decimal =>
  calculateMarketValue(units, unitValue).minus(
    calculateMarketValue(units.minus(toDecimal(transferred)), unitValue),
  )

const noPosition = (symbol: string): Position => ({
  symbol,
  units: zero,
  cost: zero,
  unitValue: null,
  valuedAt: null,
  value: zero,
  paid: zero,
  transferred: zero,
  transferredCost: zero,
})

/** Applies changes in order. */
class Running {
  readonly positions = new Map<string, Position>()
  #day: Day = ''
  /** The transfers of the day by series. */
  readonly #transfers = new Map<string, Decimal>()
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
    if (change.at !== this.#day) this.#settle()
    this.#day = change.at
    if ('ledger' in change) this.#book(change.ledger)
    else if ('register' in change) this.#move(change.register)
    else this.#revalue(change.unitValue)
  }

  /** The figures at the end of a day; the next change starts another day. */
  close(at: Day): PortfolioDay {
    this.#settle()
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
    this.#deposited = this.#deposited.plus(toDecimal(deposited))
    this.#withdrawn = this.#withdrawn.plus(toDecimal(withdrawn))
    this.#income = this.#income.plus(toDecimal(income))
    this.#fees = this.#fees.plus(toDecimal(fees))
    this.#inflow = this.#inflow.plus(toDecimal(deposited))
    this.#outflow = this.#outflow.plus(toDecimal(withdrawn))
  }

  #move({ symbol, units, cost, paid, transferred }: RegisterDay): void {
    const before = this.positions.get(symbol) ?? noPosition(symbol)
    const after = before.units.plus(toDecimal(units))
    const inKind = calculateTransferValue(after, transferred, before.unitValue)
    const carriedCost = toDecimal(transferred).eq(0) ? zero : toDecimal(cost)
    this.#set(before, {
      ...before,
      units: after,
      cost: before.cost.plus(toDecimal(cost)),
      paid: before.paid.plus(toDecimal(paid)),
      transferred: before.transferred.plus(inKind),
      transferredCost: before.transferredCost.plus(carriedCost),
    })
    this.#paid = this.#paid.plus(toDecimal(paid))
    this.#transfers.set(symbol, (this.#transfers.get(symbol) ?? zero).plus(inKind))
  }

  /** Ends a day: the transfers of each series on one day count as one net inflow or outflow. */
  #settle(): void {
    for (const inKind of this.#transfers.values()) {
      if (inKind.gt(0)) {
        this.#received = this.#received.plus(inKind)
        this.#inflow = this.#inflow.plus(inKind)
      } else {
        this.#given = this.#given.minus(inKind)
        this.#outflow = this.#outflow.minus(inKind)
      }
    }
    this.#transfers.clear()
  }

  #revalue({ at, symbol, value }: UnitValueDay): void {
    const before = this.positions.get(symbol) ?? noPosition(symbol)
    this.#set(before, { ...before, unitValue: toDecimal(value), valuedAt: at })
  }

  #set(before: Position, changed: Position): void {
    const value = calculateMarketValue(changed.units, changed.unitValue)
    this.positions.set(changed.symbol, { ...changed, value })
    this.#held = this.#held.minus(before.value).plus(value)
  }
}

/** The day of the first transaction or movement; undefined if there is none. Earlier valuations do not matter. */
const firstDayOf = ({ ledger, register }: PortfolioRecords): Day | undefined =>
  [ledger[0]?.at, register[0]?.at].filter((at) => at !== undefined).sort()[0]

/** Every day with a record, from the first transaction or movement until the end of `to`. */
export function listPortfolioDays(records: PortfolioRecords, to: Day): PortfolioDay[] {
  const first = firstDayOf(records)
  if (first === undefined) return []
  const running = new Running()
  const changes = listChangesByDay(records, to)
  return changes.flatMap((change, at) => {
    running.add(change)
    return change.at < first || changes[at + 1]?.at === change.at ? [] : [running.close(change.at)]
  })
}

/** The portfolio at the end of a day. */
export function getPortfolioOnDay(records: PortfolioRecords, day: Day): PortfolioPosition {
  const running = new Running()
  for (const change of listChangesByDay(records, day)) running.add(change)
  const positions = [...running.positions.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
  return { ...running.close(day), positions }
}

/** A transfer at the unit value of its day. */
export interface InKindTransfer {
  at: Day
  symbol: string
  units: Decimal
  amount: Decimal
  /** Whether its day and series count as received: only the net of all movements counts. */
  isReceived: boolean
}

/**
 * The unit transfers until the end of `to`, in order, except transfers of one day and series that cancel out. Each has
 * the change it caused in the value of the position.
 */
export function listInKindTransfers(
  { unitValues }: Pick<PortfolioRecords, 'unitValues'>,
  movements: readonly RegisterDay[],
  to: Day,
): InKindTransfer[] {
  const held = new Map<string, Decimal>()
  const transfers = movements.flatMap(({ at, symbol, units: moved, transferred }) => {
    const after = (held.get(symbol) ?? zero).plus(toDecimal(moved))
    held.set(symbol, after)
    const units = toDecimal(transferred)
    if (at > to || units.eq(0)) return []
    const valued = unitValues.findLast((value) => value.symbol === symbol && value.at <= at)
    const amount = calculateTransferValue(after, units, valued ? toDecimal(valued.value) : null)
    return [{ at, symbol, units, amount }]
  })
  const days = Map.groupBy(transfers, ({ at, symbol }) => `${at} ${symbol}`)
  return [...days.values()].flatMap((rows) => {
    const amount = sum(rows.map((row) => row.amount))
    const net = amount.eq(0) ? sum(rows.map(({ units }) => units)) : amount
    return net.eq(0) ? [] : rows.map((row) => ({ ...row, isReceived: net.gt(0) }))
  })
}
