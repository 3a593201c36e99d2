/** The figures in money: each the sum of its inputs. */
import type { FigureInput } from '#contract/figures'
import { readFigures } from '#modules/portfolio/figures'
import { type Decimal, decimal, sum, zero } from '#shared/asset/decimal'
import { type PortfolioPosition, type Position, portfolioOn } from '#shared/asset/portfolio-days'
import { readSumRows } from './ledger-rows.ts'
import { holdingLink, links, sources } from './links.ts'
import {
  type FigureRequest,
  heldOf,
  money,
  newestDay,
  now,
  productOf,
  recordsBeside,
  registersOf,
  type Stated,
} from './stated.ts'

/** Σ units × unit value + cash. */
export function explainTotal({ portfolio }: FigureRequest, named: 'Total' | 'Value' = 'Total'): Stated {
  const present = now(portfolio)
  const held = heldOf(present)
  return {
    value: present.value.toFixed(2),
    unit: 'USD',
    as_of: newestDay(portfolio),
    formula: `${named} = units × unit value of each series, to the cent, + cash. Units without a valuation do not count.`,
    inputs: [
      ...held.map((position) =>
        money(productOf(position), position.valuedAt, position.value, holdingLink(position.symbol)),
      ),
      money('Cash', newestDay(portfolio), present.cash, links.ledger),
    ],
    sources: [
      sources.ledger,
      ...registersOf(portfolio),
      ...held.map(({ symbol }) => sources.valuation(symbol)),
    ],
  }
}

/** The total; or the value as it was entered. */
export function explainValue(request: FigureRequest): Stated {
  const { portfolio } = request
  if (portfolio.source === 'derived') return explainTotal(request, 'Value')
  const last = portfolio.entered.at(-1)
  const value = last?.value ?? '0.00'
  return {
    value,
    unit: 'USD',
    as_of: last?.at ?? null,
    formula: 'Value as the investment team has entered it.',
    inputs: [money('Value entered by the investment team', last?.at ?? null, decimal(value), null)],
    ...recordsBeside(value, now(portfolio).value),
    sources: [sources.entered],
  }
}

type NamedSum = 'deposited' | 'withdrawn' | 'cash'
const sumFormulas: Record<NamedSum, string> = {
  deposited:
    'Deposited = completed deposits + units received by transfer, each at the unit value of its day.',
  withdrawn:
    'Withdrawn = completed withdrawals + units given by transfer, each at the unit value of its day.',
  cash: 'Cash = deposits + interest and distributions + proceeds of redemptions − withdrawals − fees − cost of units allotted. A transfer is recorded between your own accounts and without a direction: its amount changes nothing, only its fee counts.',
}

/** Deposited, withdrawn or cash, row by row. */
export async function explainSum(of: NamedSum, request: FigureRequest): Promise<Stated> {
  const { userId, portfolio, span, isWhole, limit } = request
  const from = isWhole || of === 'cash' ? null : (span?.from ?? null)
  const until = now(portfolio)
  const before = from === null ? undefined : portfolioOn(portfolio.records, from)
  // Entered figures come from the ledger alone: nobody has entered units.
  const records =
    portfolio.source === 'entered' && of !== 'cash'
      ? { ...portfolio.records, register: [], movements: [] }
      : portfolio.records
  const inKind = { deposited: 'received', withdrawn: 'given' } as const
  const at = (day: PortfolioPosition): Decimal =>
    of === 'cash' ? day.cash : records.register.length > 0 ? day[of].plus(day[inKind[of]]) : day[of]
  const total = at(until).minus(before ? at(before) : zero)
  const inputs = await readSumRows({ userId, of, records, from, to: portfolio.today, total, limit })
  return {
    value: total.toFixed(2),
    unit: 'USD',
    as_of: inputs[0]?.at ?? null,
    formula: sumFormulas[of],
    inputs,
    sources: [sources.ledger, ...(records.register.length > 0 ? registersOf(portfolio) : [])],
  }
}

/** What each series, income and fees brought between two days. */
function gainsBetween(from: PortfolioPosition | undefined, to: PortfolioPosition): FigureInput[] {
  const brought = (position: Position | undefined) =>
    position ? position.value.plus(position.paid).minus(position.transferred) : zero
  const before = (symbol: string) => from?.positions.find((one) => one.symbol === symbol)
  const bySeries = to.positions.map((position) =>
    money(
      `Change of value of ${position.symbol}`,
      position.valuedAt,
      brought(position).minus(brought(before(position.symbol))),
      holdingLink(position.symbol),
    ),
  )
  const income = to.income.minus(from?.income ?? zero)
  const fees = to.fees.minus(from?.fees ?? zero)
  return [
    ...bySeries,
    money('Interest and distributions', null, income, links.interest),
    money('Fees', null, fees.times(-1), links.fees),
  ].filter(({ amount }) => Number(amount) !== 0)
}

/** Gains of the period: derived by what brought them, entered by the change of the entered value. */
export async function explainGains(request: FigureRequest): Promise<Stated> {
  const { userId, portfolio, span, isWhole, limit, inRecords } = request
  if (portfolio.source === 'entered') return explainEnteredGains({ portfolio, span, isWhole })
  const until = now(portfolio)
  const from = isWhole || !span ? undefined : portfolioOn(portfolio.records, span.from)
  const total = until.gains.minus(from?.gains ?? zero)
  const rows = { userId, of: 'gains', records: portfolio.records, to: portfolio.today, total, limit } as const
  return {
    value: total.toFixed(2),
    unit: 'USD',
    as_of: newestDay(portfolio),
    formula:
      'Gains = change of value of each series + interest and distributions − fees; the same as value − deposited + withdrawn.',
    inputs: inRecords
      ? await readSumRows({ ...rows, from: from ? (span?.from ?? null) : null })
      : gainsBetween(from, until),
    sources: [
      sources.ledger,
      ...registersOf(portfolio),
      ...until.positions.map(({ symbol }) => sources.valuation(symbol)),
    ],
  }
}

function explainEnteredGains({
  portfolio,
  span,
  isWhole,
}: Pick<FigureRequest, 'portfolio' | 'span' | 'isWhole'>): Stated {
  const { entered } = portfolio
  const last = entered.at(-1)
  const stated: Pick<Stated, 'unit' | 'as_of' | 'sources'> = {
    unit: 'USD',
    as_of: last?.at ?? null,
    sources: [sources.entered],
  }
  if (isWhole || !span) {
    const value = last?.gains ?? '0.00'
    const input = money('Gains entered by the investment team', last?.at ?? null, decimal(value), null)
    return {
      ...stated,
      value,
      formula: 'Gains as the investment team has entered them.',
      inputs: [input],
      ...recordsBeside(value, now(portfolio).gains),
    }
  }
  const opening = entered.findLast(({ at }) => at <= span.from)
  const isHeldBefore = portfolio.course.flows.some(({ at }) => at <= span.from)
  if (!opening && isHeldBefore) {
    const formula = `No value is recorded from before ${entered[0]?.at ?? portfolio.today}: the gains of a period that begins before it are not known.`
    return { ...stated, value: null, formula, inputs: [] }
  }
  const flows = sum(portfolio.course.flows.filter(({ at }) => at > span.from).map(({ amount }) => amount))
  const inputs = [
    money('Value entered last', last?.at ?? null, decimal(last?.value ?? 0), null),
    money('Value at the beginning', opening?.at ?? span.from, decimal(opening?.value ?? 0).times(-1), null),
    money('Deposits less withdrawals since then', null, flows.times(-1), links.ledger),
  ]
  return {
    ...stated,
    value: sum(inputs.map(({ amount }) => amount)).toFixed(2),
    formula: 'Gains of the period = value at the end − value at the beginning − deposits + withdrawals.',
    inputs,
    sources: [sources.entered, sources.ledger],
  }
}

/** Gains in percent of what was deposited; or as it was entered. */
export async function explainPerformance({ userId, portfolio }: FigureRequest): Promise<Stated> {
  const { portfolio: present } = await readFigures(userId)
  const stated = { value: present.performance, unit: 'percent' } as const
  if (portfolio.source === 'entered') {
    const as_of = portfolio.entered.at(-1)?.at ?? null
    const formula = 'Return as the investment team has entered it.'
    return { ...stated, as_of, formula, inputs: [], sources: [sources.entered] }
  }
  const as_of = newestDay(portfolio)
  return {
    ...stated,
    as_of,
    formula:
      'Total return = gains ÷ deposited × 100. The time of a deposit does not matter; see the returns by period.',
    inputs: [
      money('Gains', as_of, decimal(present.totalGains), links.ledger),
      money('Deposited', as_of, decimal(present.totalDeposited), links.deposits),
    ],
    sources: [sources.ledger, ...registersOf(portfolio)],
  }
}
