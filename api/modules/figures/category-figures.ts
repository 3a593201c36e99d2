/** The value of a category among the units held, and its share. */
import type { CategoryFigure } from '#contract/figures'
import { Problem } from '#contract/problem'
import { listHoldings } from '#modules/portfolio/service'
import { decimal, roundTo, sum } from '#shared/asset/decimal'
import { codeOf } from '#shared/series-code'
import { holdingLink, links, sources } from './links.ts'
import { type FigureRequest, heldOf, money, now, type Stated } from './stated.ts'

/**
 * The category of a series that the investor holds, as the allocation divides the units. Throws `not_found` for a
 * series without units, or whose units have no value yet.
 */
export async function explainCategory(
  kind: CategoryFigure,
  code: string,
  { userId, portfolio }: FigureRequest,
): Promise<Stated> {
  const valued = (await listHoldings(userId)).filter(({ value }) => value !== null)
  const named = valued.find(({ symbol }) => codeOf(symbol) === codeOf(code))
  if (!named) throw new Problem('not_found', 'You hold no units of this series that have a value.')
  const title = named.category || 'Tokens no longer listed'
  const positions = heldOf(now(portfolio))
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
    money(member.symbol, dayOf(member.symbol), decimal(member.value ?? 0), holdingLink(member.symbol)),
  )
  if (kind === 'category') {
    const formula = 'Value = sum of the values of the series of this category: units × unit value each.'
    return { ...stated, title, value: value.toFixed(2), unit: 'USD', formula, inputs }
  }
  return {
    ...stated,
    title: `Share of ${title}`,
    value: total.gt(0) ? roundTo(value.times(100).div(total), 2).toNumber() : null,
    unit: 'percent of the total',
    formula:
      'Share = value of the series of this category ÷ value of all units held × 100. Cash does not count.',
    inputs: [...inputs, money('Value of all units held', as_of, total, links.investments)],
  }
}
