/** Sums of the holdings, and the cash beside them. */
import { shareOf } from '#modules/register/holdings'
import { type Decimal, zero } from '#shared/asset/decimal'
import type { Position } from '#shared/asset/portfolio-days'
import { gainOf } from './holding-figures.ts'
import { holdingLink, links, sources } from './links.ts'
import { type FigureRequest, heldOf, money, newestDay, now, registersOf, type Stated } from './stated.ts'

/** Null where one is unknown. */
const sumKnown = (amounts: readonly (Decimal | null)[]): Decimal | null =>
  amounts.reduce<Decimal | null>((total, amount) => (total && amount ? total.plus(amount) : null), zero)

const formulas = {
  units_cost: 'Sum of the costs of the series held.',
  units_value: 'Sum of the values of the series held.',
  units_gain: 'Sum of the gains (value − cost) of the series held.',
} as const
export const heldSums = ['units_cost', 'units_value', 'units_gain'] as const
type HeldSum = (typeof heldSums)[number]

const amountsOf: Record<HeldSum, (position: Position) => Decimal | null> = {
  units_cost: ({ cost }) => cost,
  units_value: ({ unitValue, value }) => (unitValue ? value : null),
  units_gain: gainOf,
}

/** A sum over the series held. */
export function explainHeldSum(of: HeldSum, { portfolio }: FigureRequest): Stated {
  const held = heldOf(now(portfolio))
  const amountOf = amountsOf[of]
  const { register } = portfolio.records
  // A cost is of the newest entry, a value of its valuation.
  const dayOf = ({ symbol, valuedAt }: Position) =>
    of === 'units_cost' ? (register.findLast((row) => row.symbol === symbol)?.at ?? null) : valuedAt
  const days = held.flatMap((position) => dayOf(position) ?? []).toSorted()
  return {
    formula: formulas[of],
    value: sumKnown(held.map(amountOf))?.toFixed(2) ?? null,
    unit: 'USD',
    as_of: days.at(-1) ?? null,
    inputs: held.map((position) =>
      money(position.symbol, dayOf(position), amountOf(position) ?? zero, holdingLink(position.symbol)),
    ),
    sources: [
      ...held.map(({ symbol }) => sources.register(symbol)),
      ...(of === 'units_cost' ? [] : held.map(({ symbol }) => sources.valuation(symbol))),
    ],
  }
}

/** The cash in percent of the total. */
export function explainCashShare({ portfolio }: FigureRequest): Stated {
  const { cash, value } = now(portfolio)
  const as_of = newestDay(portfolio)
  return {
    value: shareOf(cash.toFixed(2), value.toFixed(2)),
    unit: 'percent of the total',
    as_of,
    formula: 'Share = cash ÷ total × 100. The total is the value of all units + cash.',
    inputs: [money('Cash', as_of, cash, links.ledger), money('Total', as_of, value, links.investments)],
    sources: [sources.ledger, ...registersOf(portfolio)],
  }
}

/** The gains that are not of the units held: interest, distributions and units given up, less fees. */
export function explainOtherGains({ portfolio }: FigureRequest): Stated {
  const present = now(portfolio)
  const held = heldOf(present)
  const gain = sumKnown(held.map(gainOf))
  const givenUp = present.positions.map((position) =>
    money(
      `Units of ${position.symbol} redeemed or transferred: what they brought less their cost`,
      null,
      position.paid.plus(position.cost).minus(position.transferred),
      holdingLink(position.symbol),
    ),
  )
  return {
    value: gain && present.gains.minus(gain).toFixed(2),
    unit: 'USD',
    as_of: newestDay(portfolio),
    formula:
      'Total gains − gain of the units held = interest and distributions − fees + what units redeemed or transferred brought beyond their cost.',
    inputs: [
      ...givenUp,
      money('Interest and distributions', null, present.income, links.interest),
      money('Fees', null, present.fees.times(-1), links.fees),
    ].filter(({ amount }) => Number(amount) !== 0),
    sources: [sources.ledger, ...registersOf(portfolio)],
  }
}
