/** The figures of one holding. */
import type { FigureInput, HoldingFigure } from '#contract/portfolio/figures'
import { Problem } from '#contract/problem'
import { calculateShare } from '#modules/holdings/register/investor-holdings'
import type { Movement } from '#modules/portfolio/portfolio-records'
import type { Day } from '#shared/calculations/calendar'
import { type Decimal, type DecimalInput, roundTo, sum, toDecimal } from '#shared/calculations/decimal'
import type { PortfolioPosition, Position } from '#shared/calculations/portfolio-by-day'
import { toSeriesCode } from '#shared/series-code'
import {
  type FigureExplanation,
  type FigureRequest,
  formatUnitsTimesValue,
  getCurrentPosition,
  getLatestDay,
  toMoneyInput,
} from './figure-explanation.ts'
import { formatMovementDayLabel } from './ledger-rows.ts'
import { getHoldingPath, getRegisterEntriesPath, getValuationsPath, links, sources } from './record-links.ts'

interface Held {
  position: Position
  present: PortfolioPosition
  request: FigureRequest
  /** Its register entries, newest first. */
  moved: readonly Movement[]
}

/** The latest entries with one number each, and one row with the sum of the earlier ones. */
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
      input(`${formatMovementDayLabel(row)}, ${position.symbol}`, row.at, toDecimal(amountOf(row))),
    ),
    ...(moved.length > shown.length ? [input('All earlier entries', null, rest)] : []),
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
      link: getRegisterEntriesPath(held.position.symbol),
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
          link: getValuationsPath(symbol),
        },
      ]
    : []

/** Value and cost of the units; the cost is subtracted. */
function gainRows({ position, moved }: Held): FigureInput[] {
  const link = getHoldingPath(position.symbol)
  return [
    toMoneyInput(formatUnitsTimesValue(position), position.valuedAt, position.value, link),
    toMoneyInput('Less cost basis of these units', moved[0]?.at ?? null, position.cost.times(-1), link),
  ]
}

/** Value less cost; null before the first valuation. */
export const calculateUnrealizedGain = ({ unitValue, value, cost }: Position): Decimal | null =>
  unitValue ? value.minus(cost) : null

const stating: Record<HoldingFigure, (held: Held) => Omit<FigureExplanation, 'as_of' | 'sources'>> = {
  holding: (held) => ({
    title: `Value of ${held.position.symbol}`,
    value: held.position.unitValue ? held.position.value.toFixed(2) : null,
    unit: 'USD',
    formula: 'Value = units × unit value, rounded to the cent.',
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
    formula: 'Unit value = preferred value in the latest valuation of the series.',
    inputs: unitValueRows(held),
  }),
  cost: (held) => ({
    title: `Cost basis of ${held.position.symbol}`,
    value: held.position.cost.toFixed(2),
    unit: 'USD',
    formula:
      'Cost basis = cost of the units at allotment, using average cost. Units transferred in carry over their cost basis; units transferred out or redeemed reduce it proportionally.',
    inputs: entriesOf(
      held,
      held.position.cost,
      (label, at, amount) => toMoneyInput(label, at, amount, getRegisterEntriesPath(held.position.symbol)),
      ({ cost }) => cost,
    ),
  }),
  gain: (held) => ({
    title: `Unrealized gain on ${held.position.symbol}`,
    value: calculateUnrealizedGain(held.position)?.toFixed(2) ?? null,
    unit: 'USD',
    formula: 'Unrealized gain = value of the units − cost basis.',
    inputs: gainRows(held),
  }),
  gain_percent: (held) => {
    const { position } = held
    const gain = calculateUnrealizedGain(position)
    return {
      title: `Unrealized gain on ${position.symbol} (%)`,
      value: gain && position.cost.gt(0) ? roundTo(gain.times(100).div(position.cost), 2).toNumber() : null,
      unit: 'percent',
      formula: 'Unrealized gain (%) = (value of the units − cost basis) ÷ cost basis × 100.',
      inputs: gainRows(held),
    }
  },
  share: ({ position, present, request: { portfolio } }) => ({
    title: `Share of ${position.symbol}`,
    value: position.unitValue ? calculateShare(position.value.toFixed(2), present.value.toFixed(2)) : null,
    unit: 'percent of the total',
    formula: 'Share = value of the units ÷ total × 100, where total = value of holdings + cash balance.',
    inputs: [
      toMoneyInput(
        formatUnitsTimesValue(position),
        position.valuedAt,
        position.value,
        getHoldingPath(position.symbol),
      ),
      toMoneyInput('Total', getLatestDay(portfolio), present.value, links.investments),
    ],
  }),
}

/** Figures that do not depend on a valuation. */
const isOfRegister = (kind: HoldingFigure): boolean => kind === 'units' || kind === 'cost'

/** A figure of one series. Throws `not_found` for a series in which the investor never held units. */
export function getHoldingFigure(
  kind: HoldingFigure,
  code: string,
  request: FigureRequest,
): FigureExplanation {
  const present = getCurrentPosition(request.portfolio)
  const position = present.positions.find(({ symbol }) => toSeriesCode(symbol) === toSeriesCode(code))
  if (!position) throw new Problem('not_found', 'You hold no units of this series.')
  const { symbol, valuedAt } = position
  const moved = request.portfolio.records.register.filter((row) => row.symbol === symbol).toReversed()
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
