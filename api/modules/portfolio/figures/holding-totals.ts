/** Sums of the holdings, and the cash alongside. */
import { calculateShare } from '#modules/holdings/register/investor-holdings'
import { type Decimal, zero } from '#shared/calculations/decimal'
import type { Position } from '#shared/calculations/portfolio-by-day'
import {
  type FigureExplanation,
  type FigureRequest,
  getCurrentPosition,
  getLatestDay,
  listHeldPositions,
  listRegisterSources,
  toMoneyInput,
} from './figure-explanation.ts'
import { calculateUnrealizedGain } from './holding-figures.ts'
import { getHoldingPath, links, sources } from './record-links.ts'

/** Null if any is unknown. */
const sumKnown = (amounts: readonly (Decimal | null)[]): Decimal | null =>
  amounts.reduce<Decimal | null>((total, amount) => (total && amount ? total.plus(amount) : null), zero)

const formulas = {
  units_cost: 'Sum of the cost basis of all series held.',
  units_value: 'Sum of the values of all series held.',
  units_gain: 'Sum of the unrealized gains (value − cost basis) of all series held.',
} as const
export const holdingTotals = ['units_cost', 'units_value', 'units_gain'] as const
type HeldSum = (typeof holdingTotals)[number]

const amountsOf: Record<HeldSum, (position: Position) => Decimal | null> = {
  units_cost: ({ cost }) => cost,
  units_value: ({ unitValue, value }) => (unitValue ? value : null),
  units_gain: calculateUnrealizedGain,
}

/** A sum over the series held. */
export function getHoldingTotalFigure(of: HeldSum, { portfolio }: FigureRequest): FigureExplanation {
  const held = listHeldPositions(getCurrentPosition(portfolio))
  const amountOf = amountsOf[of]
  const { register } = portfolio.records
  // A cost is dated by the latest entry, a value by its valuation.
  const dayOf = ({ symbol, valuedAt }: Position) =>
    of === 'units_cost' ? (register.findLast((row) => row.symbol === symbol)?.at ?? null) : valuedAt
  const days = held.flatMap((position) => dayOf(position) ?? []).toSorted()
  return {
    formula: formulas[of],
    value: sumKnown(held.map(amountOf))?.toFixed(2) ?? null,
    unit: 'USD',
    as_of: days.at(-1) ?? null,
    inputs: held.map((position) =>
      toMoneyInput(
        position.symbol,
        dayOf(position),
        amountOf(position) ?? zero,
        getHoldingPath(position.symbol),
      ),
    ),
    sources: [
      ...held.map(({ symbol }) => sources.register(symbol)),
      ...(of === 'units_cost' ? [] : held.map(({ symbol }) => sources.valuation(symbol))),
    ],
  }
}

/** The cash as a percentage of the total. */
export function getCashShareFigure({ portfolio }: FigureRequest): FigureExplanation {
  const { cash, value } = getCurrentPosition(portfolio)
  const as_of = getLatestDay(portfolio)
  return {
    value: calculateShare(cash.toFixed(2), value.toFixed(2)),
    unit: 'percent of the total',
    as_of,
    formula: 'Share = cash balance ÷ total × 100, where total = value of holdings + cash balance.',
    inputs: [
      toMoneyInput('Cash balance', as_of, cash, links.ledger),
      toMoneyInput('Total', as_of, value, links.investments),
    ],
    sources: [sources.ledger, ...listRegisterSources(portfolio)],
  }
}

/** Gains other than those on units held: interest, distributions, and units redeemed or transferred, less fees. */
export function getOtherGainsFigure({ portfolio }: FigureRequest): FigureExplanation {
  const present = getCurrentPosition(portfolio)
  const held = listHeldPositions(present)
  const gain = sumKnown(held.map(calculateUnrealizedGain))
  const givenUp = present.positions.flatMap(({ symbol, paid, cost, transferred, transferredCost }) => [
    toMoneyInput(
      `Realized gain on ${symbol} units redeemed (proceeds less cost basis)`,
      null,
      paid.plus(cost).minus(transferredCost),
      getHoldingPath(symbol),
    ),
    // A transfer carries its cost basis over: what the units gained before it is unrealized gain of the recipient, but
    // was earned by the previous holder.
    toMoneyInput(
      `Cost basis less value of ${symbol} units transferred`,
      null,
      transferredCost.minus(transferred),
      getHoldingPath(symbol),
    ),
  ])
  return {
    value: gain && present.gains.minus(gain).toFixed(2),
    unit: 'USD',
    as_of: getLatestDay(portfolio),
    formula:
      'Total gains − unrealized gain = interest and distributions − fees + realized gains on units redeemed + cost basis less value of units transferred in (for units transferred out, the reverse).',
    inputs: [
      ...givenUp,
      toMoneyInput('Interest and distributions', null, present.income, links.interest),
      toMoneyInput('Fees', null, present.fees.times(-1), links.fees),
    ].filter(({ amount }) => Number(amount) !== 0),
    sources: [sources.ledger, ...listRegisterSources(portfolio)],
  }
}
