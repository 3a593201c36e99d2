/** The context given with a figure. */
import type { Figure, FigureInput } from '#contract/portfolio/figures'
import type { Day } from '#shared/calculations/calendar'
import type { Decimal } from '#shared/calculations/decimal'
import {
  getPortfolioOnDay,
  type PortfolioPosition,
  type Position,
} from '#shared/calculations/portfolio-by-day'
import type { MeasurementPeriod } from '#shared/calculations/returns'
import { addThousandsSeparators } from '#shared/thousands-separators'
import type { PortfolioPerformanceData } from './performance-data.ts'
import { sources } from './record-links.ts'

/**
 * What each figure states about itself; the service adds its name and period. A figure of one series has its own title,
 * others have that of `figureTitles`.
 */
export type FigureExplanation = Omit<
  Figure,
  'name' | 'period' | 'from' | 'first_record' | 'title' | 'basis'
> & {
  title?: string
  basis?: Figure['basis']
}

export interface FigureRequest {
  userId: number
  portfolio: PortfolioPerformanceData
  /** Null before the first record. */
  span: MeasurementPeriod | null
  /** The period covers everything: nothing before its beginning is left out. */
  isWhole: boolean
  limit: number
  /** For a file: each record instead of sums by series. */
  inRecords: boolean
}

/** For an entered figure: what the records add up to, if different. */
export const recordsBeside = (entered: string, derived: Decimal): Pick<FigureExplanation, 'records'> =>
  derived.eq(entered) ? {} : { records: derived.toFixed(2) }

export const toMoneyInput = (
  label: string,
  at: Day | null,
  amount: Decimal,
  link: string | null,
): FigureInput => ({
  label,
  at,
  amount: amount.toFixed(2),
  unit: 'USD',
  link,
})

/** Units × unit value as a text: `14.000000 units of $WITGOLD × $111.11`. */
export const formatUnitsTimesValue = ({ symbol, units, unitValue }: Position): string =>
  `${addThousandsSeparators(units.toFixed(6))} units of ${symbol} × ${unitValue ? `$${addThousandsSeparators(unitValue.toFixed(2))}` : 'no valuation yet'}`

/** The day of the latest record; null without any. */
export const getLatestDay = ({ days }: PortfolioPerformanceData): Day | null => days.at(-1)?.at ?? null

/** The portfolio at this moment. */
export const getCurrentPosition = ({ records, today }: PortfolioPerformanceData): PortfolioPosition =>
  getPortfolioOnDay(records, today)

/** The registers that hold entries of the investor. */
export const listRegisterSources = ({ records }: PortfolioPerformanceData): Figure['sources'] =>
  [...new Set(records.register.map(({ symbol }) => symbol))].toSorted().map(sources.register)

/** The positions with units. */
export const listHeldPositions = ({ positions }: PortfolioPosition): Position[] =>
  positions.filter(({ units }) => !units.eq(0))
