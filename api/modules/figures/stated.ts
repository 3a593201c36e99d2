/** What figures are stated with. */
import type { Figure, FigureInput } from '#contract/figures'
import type { Day } from '#shared/asset/calendar'
import type { Decimal } from '#shared/asset/decimal'
import { type PortfolioPosition, type Position, portfolioOn } from '#shared/asset/portfolio-days'
import type { Span } from '#shared/asset/returns'
import { groupDigits } from '#shared/group-digits'
import type { PortfolioCourse } from './course.ts'
import { sources } from './links.ts'

/**
 * What each figure says of itself; its name and its period are added by the service. A figure of one series has a title of
 * its own, others have that of `figureTitles`.
 */
export type Stated = Omit<Figure, 'name' | 'period' | 'from' | 'title' | 'basis'> & {
  title?: string
  basis?: Figure['basis']
}

export interface FigureRequest {
  userId: number
  portfolio: PortfolioCourse
  /** Null before anything happened. */
  span: Span | null
  /** The period is more than everything: then what happened before its beginning is left out. */
  isWhole: boolean
  limit: number
  /** For a file: each record instead of sums by series. */
  inRecords: boolean
}

/** Beside an entered figure: what the records add up to, where that differs. */
export const recordsBeside = (entered: string, derived: Decimal): Pick<Stated, 'records'> =>
  derived.eq(entered) ? {} : { records: derived.toFixed(2) }

export const money = (label: string, at: Day | null, amount: Decimal, link: string | null): FigureInput => ({
  label,
  at,
  amount: amount.toFixed(2),
  unit: 'USD',
  link,
})

/** Units × unit value as a text: `14.000000 units of $WITGOLD × $111.11`. */
export const productOf = ({ symbol, units, unitValue }: Position): string =>
  `${groupDigits(units.toFixed(6))} units of ${symbol} × ${unitValue ? `$${groupDigits(unitValue.toFixed(2))}` : 'no valuation yet'}`

/** The day of the newest record; null without any. */
export const newestDay = ({ days }: PortfolioCourse): Day | null => days.at(-1)?.at ?? null

/** The portfolio at this moment. */
export const now = ({ records, today }: PortfolioCourse): PortfolioPosition => portfolioOn(records, today)

/** The registers that hold entries of the investor. */
export const registersOf = ({ records }: PortfolioCourse): Figure['sources'] =>
  [...new Set(records.register.map(({ symbol }) => symbol))].toSorted().map(sources.register)

/** The positions with units. */
export const heldOf = ({ positions }: PortfolioPosition): Position[] =>
  positions.filter(({ units }) => !units.eq(0))
