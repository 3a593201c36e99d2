/** Figures in money: each the sum of its inputs. */
import type { FigureInput } from '#contract/portfolio/figures'
import { getPortfolioFigures } from '#modules/portfolio/portfolio-figures'
import { type Decimal, sum, toDecimal, zero } from '#shared/calculations/decimal'
import {
  getPortfolioOnDay,
  type PortfolioPosition,
  type Position,
} from '#shared/calculations/portfolio-by-day'
import {
  type FigureExplanation,
  type FigureRequest,
  formatUnitsTimesValue,
  getCurrentPosition,
  getLatestDay,
  listHeldPositions,
  listRegisterSources,
  recordsBeside,
  toMoneyInput,
} from './figure-explanation.ts'
import { listTotalInputs } from './ledger-rows.ts'
import { getHoldingPath, links, sources } from './record-links.ts'

/** Σ units × unit value + cash. */
export function getTotalFigure(
  { portfolio }: FigureRequest,
  named: 'Total' | 'Value' = 'Total',
): FigureExplanation {
  const present = getCurrentPosition(portfolio)
  const held = listHeldPositions(present)
  return {
    value: present.value.toFixed(2),
    unit: 'USD',
    as_of: getLatestDay(portfolio),
    formula: `${named} = units × unit value of each series (rounded to the cent) + cash balance. Units without a valuation are excluded.`,
    inputs: [
      ...held.map((position) =>
        toMoneyInput(
          formatUnitsTimesValue(position),
          position.valuedAt,
          position.value,
          getHoldingPath(position.symbol),
        ),
      ),
      toMoneyInput('Cash balance', getLatestDay(portfolio), present.cash, links.ledger),
    ],
    sources: [
      sources.ledger,
      ...listRegisterSources(portfolio),
      ...held.map(({ symbol }) => sources.valuation(symbol)),
    ],
  }
}

/** The total; or the value as entered. */
export function getValueFigure(request: FigureRequest): FigureExplanation {
  const { portfolio } = request
  if (portfolio.source === 'derived') return getTotalFigure(request, 'Value')
  const last = portfolio.entered.at(-1)
  const value = last?.value ?? '0.00'
  return {
    value,
    unit: 'USD',
    as_of: last?.at ?? null,
    formula: 'Value as entered by the investment team.',
    inputs: [toMoneyInput('Value entered by the investment team', last?.at ?? null, toDecimal(value), null)],
    ...recordsBeside(value, getCurrentPosition(portfolio).value),
    sources: [sources.entered],
  }
}

type NamedSum = 'deposited' | 'withdrawn' | 'cash'
const sumFormulas: Record<NamedSum, string> = {
  deposited: 'Deposited = completed deposits + units transferred in, at the unit value on the transfer date.',
  withdrawn:
    'Withdrawn = completed withdrawals + units transferred out, at the unit value on the transfer date.',
  cash: 'Cash balance = deposits + interest and distributions + redemption proceeds − withdrawals − fees − cost of allotted units. Transfers between your own accounts do not change the balance; only their fees are included.',
}

/** Deposited, withdrawn or cash, row by row. */
export async function getCashTotalFigure(of: NamedSum, request: FigureRequest): Promise<FigureExplanation> {
  const { userId, portfolio, span, isWhole, limit } = request
  const from = isWhole || of === 'cash' ? null : (span?.from ?? null)
  const until = getCurrentPosition(portfolio)
  const before = from === null ? undefined : getPortfolioOnDay(portfolio.records, from)
  // Manually entered figures rely on the ledger alone: no units were entered.
  const records =
    portfolio.source === 'entered' && of !== 'cash'
      ? { ...portfolio.records, register: [], movements: [] }
      : portfolio.records
  const inKind = { deposited: 'received', withdrawn: 'given' } as const
  const at = (day: PortfolioPosition): Decimal =>
    of === 'cash' ? day.cash : records.register.length > 0 ? day[of].plus(day[inKind[of]]) : day[of]
  const total = at(until).minus(before ? at(before) : zero)
  const inputs = await listTotalInputs({ userId, of, records, from, to: portfolio.today, total, limit })
  return {
    value: total.toFixed(2),
    unit: 'USD',
    as_of: inputs[0]?.at ?? null,
    formula: sumFormulas[of],
    inputs,
    sources: [sources.ledger, ...(records.register.length > 0 ? listRegisterSources(portfolio) : [])],
  }
}

/** Contribution of each series, income and fees between two days. */
function gainsBetween(from: PortfolioPosition | undefined, to: PortfolioPosition): FigureInput[] {
  const brought = (position: Position | undefined) =>
    position ? position.value.plus(position.paid).minus(position.transferred) : zero
  const before = (symbol: string) => from?.positions.find((one) => one.symbol === symbol)
  const bySeries = to.positions.map((position) =>
    toMoneyInput(
      `Change in value of ${position.symbol}`,
      position.valuedAt,
      brought(position).minus(brought(before(position.symbol))),
      getHoldingPath(position.symbol),
    ),
  )
  const income = to.income.minus(from?.income ?? zero)
  const fees = to.fees.minus(from?.fees ?? zero)
  return [
    ...bySeries,
    toMoneyInput('Interest and distributions', null, income, links.interest),
    toMoneyInput('Fees', null, fees.times(-1), links.fees),
  ].filter(({ amount }) => Number(amount) !== 0)
}

/** Gains of the period: calculated from their contributions, or the change of the entered value. */
export async function getGainsFigure(request: FigureRequest): Promise<FigureExplanation> {
  const { userId, portfolio, span, isWhole, limit, inRecords } = request
  if (portfolio.source === 'entered') return explainEnteredGains({ portfolio, span, isWhole })
  const until = getCurrentPosition(portfolio)
  const from = isWhole || !span ? undefined : getPortfolioOnDay(portfolio.records, span.from)
  const total = until.gains.minus(from?.gains ?? zero)
  const rows = { userId, of: 'gains', records: portfolio.records, to: portfolio.today, total, limit } as const
  return {
    value: total.toFixed(2),
    unit: 'USD',
    as_of: getLatestDay(portfolio),
    formula:
      'Gains = change in value of each series + interest and distributions − fees (equal to value − deposited + withdrawn).',
    inputs: inRecords
      ? await listTotalInputs({ ...rows, from: from ? (span?.from ?? null) : null })
      : gainsBetween(from, until),
    sources: [
      sources.ledger,
      ...listRegisterSources(portfolio),
      ...until.positions.map(({ symbol }) => sources.valuation(symbol)),
    ],
  }
}

function explainEnteredGains({
  portfolio,
  span,
  isWhole,
}: Pick<FigureRequest, 'portfolio' | 'span' | 'isWhole'>): FigureExplanation {
  const { entered } = portfolio
  const last = entered.at(-1)
  const stated: Pick<FigureExplanation, 'unit' | 'as_of' | 'sources'> = {
    unit: 'USD',
    as_of: last?.at ?? null,
    sources: [sources.entered],
  }
  if (isWhole || !span) {
    const value = last?.gains ?? '0.00'
    const input = toMoneyInput(
      'Gains entered by the investment team',
      last?.at ?? null,
      toDecimal(value),
      null,
    )
    return {
      ...stated,
      value,
      formula: 'Gains as entered by the investment team.',
      inputs: [input],
      ...recordsBeside(value, getCurrentPosition(portfolio).gains),
    }
  }
  const opening = entered.findLast(({ at }) => at <= span.from)
  const isHeldBefore = portfolio.course.flows.some(({ at }) => at <= span.from)
  if (!opening && isHeldBefore) {
    const formula = `No value is recorded before ${entered[0]?.at ?? portfolio.today}, so gains are not available for periods starting earlier.`
    return { ...stated, value: null, formula, inputs: [] }
  }
  const flows = sum(portfolio.course.flows.filter(({ at }) => at > span.from).map(({ amount }) => amount))
  const inputs = [
    toMoneyInput('Latest entered value', last?.at ?? null, toDecimal(last?.value ?? 0), null),
    toMoneyInput('Opening value', opening?.at ?? span.from, toDecimal(opening?.value ?? 0).times(-1), null),
    toMoneyInput('Net deposits since then', null, flows.times(-1), links.ledger),
  ]
  return {
    ...stated,
    value: sum(inputs.map(({ amount }) => amount)).toFixed(2),
    formula: 'Gains for the period = closing value − opening value − deposits + withdrawals.',
    inputs,
    sources: [sources.entered, sources.ledger],
  }
}

/** Gains as a percentage of deposits; or as entered. */
export async function getPerformanceFigure({ userId, portfolio }: FigureRequest): Promise<FigureExplanation> {
  const { portfolio: present } = await getPortfolioFigures(userId)
  const stated = { value: present.performance, unit: 'percent' } as const
  if (portfolio.source === 'entered') {
    const as_of = portfolio.entered.at(-1)?.at ?? null
    const formula = 'Return as entered by the investment team.'
    return { ...stated, as_of, formula, inputs: [], sources: [sources.entered] }
  }
  const as_of = getLatestDay(portfolio)
  return {
    ...stated,
    as_of,
    formula:
      'Total return = gains ÷ deposited × 100. Timing of deposits is not considered; see returns by period.',
    inputs: [
      toMoneyInput('Gains', as_of, toDecimal(present.totalGains), links.ledger),
      toMoneyInput('Deposited', as_of, toDecimal(present.totalDeposited), links.deposits),
    ],
    sources: [sources.ledger, ...listRegisterSources(portfolio)],
  }
}
