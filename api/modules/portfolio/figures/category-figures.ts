/** The value of a category among the units held, and its share. */
import type { CategoryFigure } from '#contract/portfolio/figures'
import { Problem } from '#contract/problem'
import { listAllocationSeries } from '#modules/portfolio/service'
import { roundTo, sum, toDecimal } from '#shared/calculations/decimal'
import { toSeriesCode } from '#shared/series-code'
import {
  type FigureExplanation,
  type FigureRequest,
  getCurrentPosition,
  listHeldPositions,
  toMoneyInput,
} from './figure-explanation.ts'
import { getHoldingPath, links, sources } from './record-links.ts'

/**
 * The category of a series held by the investor, as the allocation divides the units. Throws `not_found` for a series
 * without units, or whose units have no value yet.
 */
export async function getCategoryFigure(
  kind: CategoryFigure,
  code: string,
  { userId, portfolio }: FigureRequest,
): Promise<FigureExplanation> {
  const valued = (await listAllocationSeries(userId)).filter(({ value }) => value !== null)
  const named = valued.find(({ symbol }) => toSeriesCode(symbol) === toSeriesCode(code))
  if (!named) throw new Problem('not_found', 'You hold no units of this series with a valuation.')
  const title = named.category || 'Delisted tokens'
  const positions = listHeldPositions(getCurrentPosition(portfolio))
  const dayOf = (symbol: string) => positions.find((one) => one.symbol === symbol)?.valuedAt ?? null
  const members = valued.filter(({ category }) => category === named.category)
  const days = members.flatMap(({ symbol }) => dayOf(symbol) ?? []).toSorted()
  const value = sum(members.map((member) => member.value ?? 0))
  const total = sum(valued.map((each) => each.value ?? 0))
  const as_of = days.at(-1) ?? null
  const stated = {
    as_of,
    sources: members.flatMap(({ symbol }) => [sources.register(symbol), sources.valuation(symbol)]),
  }
  const inputs = members.map((member) =>
    toMoneyInput(
      member.symbol,
      dayOf(member.symbol),
      toDecimal(member.value ?? 0),
      getHoldingPath(member.symbol),
    ),
  )
  if (kind === 'category') {
    const formula = 'Value = sum of units × unit value for each series in this category.'
    return { ...stated, title, value: value.toFixed(2), unit: 'USD', formula, inputs }
  }
  return {
    ...stated,
    title: `Share of ${title}`,
    value: total.gt(0) ? roundTo(value.times(100).div(total), 2).toNumber() : null,
    unit: 'percent of the total',
    formula: 'Share = value of the series in this category ÷ value of all holdings × 100. Cash is excluded.',
    inputs: [...inputs, toMoneyInput('Value of all holdings', as_of, total, links.investments)],
  }
}
