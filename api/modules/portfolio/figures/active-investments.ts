/** The number of investments, with the series counted. */
import { sql } from 'drizzle-orm'
import type { FigureInput } from '#contract/portfolio/figures'
import { database } from '#db/connection'
import { tokens } from '#db/schema/catalog/tokens'
import { selectActiveSeries } from '#modules/portfolio/calculated-figures'
import { getPortfolioFigures } from '#modules/portfolio/portfolio-figures'
import type { Day } from '#shared/calculations/calendar'
import type { FigureExplanation, FigureRequest } from './figure-explanation.ts'
import { getHoldingPath, links, sources } from './record-links.ts'

interface ActiveSeries extends Record<string, unknown> {
  symbol: string
  /** Day of the latest register entry, or of the approval. */
  at: Day
  is_held: boolean
}

/** The investor's series held and approved requests, each series once, ordered by symbol. */
const readActiveSeries = (userId: number) =>
  database().execute<ActiveSeries>(sql`
    select min(coalesce(token_symbol, token.symbol)) as symbol,
      to_char(max(since) at time zone 'UTC', 'YYYY-MM-DD') as at, bool_or(is_held) as is_held
    from (${selectActiveSeries(sql`${userId}`)}) as each left join ${tokens} as token on token.id = each.token_id
    group by series order by symbol`)

const investment = (label: string, at: Day | null, number: number, link: string | null): FigureInput => ({
  label,
  at,
  amount: number.toFixed(1),
  unit: 'investments',
  link,
})

/** Series held and approved requests, each series once; or the number as entered. */
export async function getActiveInvestmentsFigure({
  userId,
  portfolio,
  limit,
}: FigureRequest): Promise<FigureExplanation> {
  const stated = { unit: 'investments' } as const
  if (portfolio.source === 'entered') {
    const { activeInvestments } = (await getPortfolioFigures(userId)).portfolio
    const as_of = portfolio.entered.at(-1)?.at ?? null
    return {
      ...stated,
      value: activeInvestments,
      as_of,
      formula: 'Number of investments, as entered by the investment team.',
      inputs: [investment('Entered by the investment team', as_of, activeInvestments, null)],
      sources: [sources.entered],
    }
  }
  const all = await readActiveSeries(userId)
  const rest = all.length - limit
  return {
    ...stated,
    value: all.length,
    as_of: all.reduce<Day | null>((newest, { at }) => (newest === null || at > newest ? at : newest), null),
    formula: 'Active investments = series held + series with an approved request only.',
    inputs: [
      ...all
        .slice(0, limit)
        .map(({ symbol, at, is_held }) =>
          is_held
            ? investment(`Units of ${symbol} held`, at, 1, getHoldingPath(symbol))
            : investment(`Request for ${symbol} approved`, at, 1, links.investments),
        ),
      ...(rest > 0 ? [investment('All other series', null, rest, links.investments)] : []),
    ],
    sources: [
      ...all.filter(({ is_held }) => is_held).map(({ symbol }) => sources.register(symbol)),
      { label: 'Approved requests', link: links.investments },
    ],
  }
}
