/** The figures of one holding. */
import type { FigureInput, HoldingFigure } from '#contract/figures'
import { Problem } from '#contract/problem'
import type { Movement } from '#modules/portfolio/records'
import { shareOf } from '#modules/register/holdings'
import type { Day } from '#shared/asset/calendar'
import { type Decimal, type DecimalInput, decimal, roundTo, sum } from '#shared/asset/decimal'
import type { PortfolioPosition, Position } from '#shared/asset/portfolio-days'
import { codeOf } from '#shared/series-code'
import { nameMovement } from './ledger-rows.ts'
import { entriesLink, holdingLink, links, sources, valuationsLink } from './links.ts'
import { type FigureRequest, money, newestDay, now, productOf, type Stated } from './stated.ts'

interface Held {
  position: Position
  present: PortfolioPosition
  request: FigureRequest
  /** What was entered for it, newest first. */
  moved: readonly Movement[]
}

/** The newest entries with a number each, and one row with the sum of the earlier ones. */
function entriesOf(
  { position, moved, request }: Held,
  whole: Decimal,
  input: (label: string, at: Day | null, amount: Decimal) => FigureInput,
  amountOf: (row: Movement) => DecimalInput,
): FigureInput[] {
  const shown = moved.slice(0, request.limit)
  const rest = whole.minus(sum(shown.map(amountOf)))
  return [
    ...shown.map((row) =>
      input(`${nameMovement(row)} of ${position.symbol}`, row.at, decimal(amountOf(row))),
    ),
    ...(moved.length > shown.length ? [input('All earlier entries together', null, rest)] : []),
  ]
}

const unitRows = (held: Held): FigureInput[] =>
  entriesOf(
    held,
    held.position.units,
    (label, at, amount) => ({
      label,
      at,
      amount: amount.toFixed(6),
      unit: 'units',
      link: entriesLink(held.position.symbol),
    }),
    ({ units }) => units,
  )

const unitValueRows = ({ position: { symbol, unitValue, valuedAt } }: Held): FigureInput[] =>
  unitValue
    ? [
        {
          label: `Unit value of ${symbol}, preferred`,
          at: valuedAt,
          amount: unitValue.toFixed(2),
          unit: 'USD per unit',
          link: valuationsLink(symbol),
        },
      ]
    : []

/** Value and cost of the units, the second one to be taken off. */
function gainRows({ position, moved }: Held): FigureInput[] {
  const link = holdingLink(position.symbol)
  return [
    money(productOf(position), position.valuedAt, position.value, link),
    money('Less the cost of these units', moved[0]?.at ?? null, position.cost.times(-1), link),
  ]
}

/** Value less cost; null before the first valuation. */
export const gainOf = ({ unitValue, value, cost }: Position): Decimal | null =>
  unitValue ? value.minus(cost) : null

const stating: Record<HoldingFigure, (held: Held) => Omit<Stated, 'as_of' | 'sources'>> = {
  holding: (held) => ({
    title: `Value of ${held.position.symbol}`,
    value: held.position.unitValue ? held.position.value.toFixed(2) : null,
    unit: 'USD',
    formula: 'Value = sum of the units × unit value, to the cent.',
    inputs: [...unitRows(held), ...unitValueRows(held)],
  }),
  units: (held) => ({
    title: `Units of ${held.position.symbol}`,
    value: held.position.units.toFixed(6),
    unit: 'units',
    formula: 'Units = sum of your entries in the register of holders.',
    inputs: unitRows(held),
  }),
  unit_value: (held) => ({
    title: `Unit value of ${held.position.symbol}`,
    value: held.position.unitValue?.toFixed(2) ?? null,
    unit: 'USD per unit',
    formula: 'Unit value = preferred value of the latest valuation of the series.',
    inputs: unitValueRows(held),
  }),
  cost: (held) => ({
    title: `Cost of ${held.position.symbol}`,
    value: held.position.cost.toFixed(2),
    unit: 'USD',
    formula:
      'Cost = what the units cost when they were allotted, at the average cost of a unit. Units received bring their cost along; units given or redeemed take their part of it.',
    inputs: entriesOf(
      held,
      held.position.cost,
      (label, at, amount) => money(label, at, amount, entriesLink(held.position.symbol)),
      ({ cost }) => cost,
    ),
  }),
  gain: (held) => ({
    title: `Gain of ${held.position.symbol}`,
    value: gainOf(held.position)?.toFixed(2) ?? null,
    unit: 'USD',
    formula: 'Gain = value of the units held − their cost.',
    inputs: gainRows(held),
  }),
  gain_percent: (held) => {
    const { position } = held
    const gain = gainOf(position)
    return {
      title: `Gain in percent of ${position.symbol}`,
      value: gain && position.cost.gt(0) ? roundTo(gain.times(100).div(position.cost), 2).toNumber() : null,
      unit: 'percent',
      formula: 'Gain in percent = (value of the units held − their cost) ÷ their cost × 100.',
      inputs: gainRows(held),
    }
  },
  share: ({ position, present, request: { portfolio } }) => ({
    title: `Share of ${position.symbol}`,
    value: position.unitValue ? shareOf(position.value.toFixed(2), present.value.toFixed(2)) : null,
    unit: 'percent of the total',
    formula: 'Share = value of the units ÷ total × 100. The total is the value of all units + cash.',
    inputs: [
      money(productOf(position), position.valuedAt, position.value, holdingLink(position.symbol)),
      money('Total', newestDay(portfolio), present.value, links.investments),
    ],
  }),
}

/** Figures that do not come from a valuation. */
const isOfRegister = (kind: HoldingFigure): boolean => kind === 'units' || kind === 'cost'

/** A figure of one series. Throws `not_found` for a series of which the investor never held units. */
export function explainHolding(kind: HoldingFigure, code: string, request: FigureRequest): Stated {
  const present = now(request.portfolio)
  const position = present.positions.find(({ symbol }) => codeOf(symbol) === codeOf(code))
  if (!position) throw new Problem('not_found', 'You hold no units of this series.')
  const { symbol, valuedAt } = position
  const moved = request.portfolio.records.movements.filter((row) => row.symbol === symbol).toReversed()
  return {
    ...stating[kind]({ position, present, request, moved }),
    as_of: isOfRegister(kind) ? (moved[0]?.at ?? null) : valuedAt,
    sources: [
      ...(kind === 'share' ? [sources.ledger] : []),
      ...(kind === 'unit_value' ? [] : [sources.register(symbol)]),
      ...(isOfRegister(kind) ? [] : [sources.valuation(symbol)]),
    ],
  }
}
