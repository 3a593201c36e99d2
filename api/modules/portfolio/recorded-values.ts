/** The points of a portfolio's value chart, written by a trigger whenever its figures change. */
import { and, desc, eq } from 'drizzle-orm'
import { database } from '#db/connection'
import { type portfolios, portfolioValues } from '#db/schema/portfolio/portfolios'

type PortfolioRow = typeof portfolios.$inferSelect

/** A point as the audit log stores it. */
interface RecordedPoint {
  recorded_at: string
  total_value: string
  total_invested: string
  total_gains: string
}

/**
 * Copies the figures of the portfolio to the point before the latest one and removes the latest: the figures applied
 * from the time of the mistaken point. Call this after the update of `portfolio`, in the same transaction. Returns the
 * former point; undefined if no figure in the chart has changed, or there is no earlier point.
 */
export async function correctLatestValue(portfolio: PortfolioRow): Promise<RecordedPoint | undefined> {
  const { portfolio_id, recorded_at } = portfolioValues
  const { total_value, total_invested, total_gains } = portfolio
  const [written, wrong] = await database()
    .select()
    .from(portfolioValues)
    .where(eq(portfolio_id, portfolio.id))
    .orderBy(desc(recorded_at))
    .limit(2)
  // Without a change to these figures the trigger has written no point, so there is nothing to correct.
  if (!wrong || written?.recorded_at.getTime() !== portfolio.updated_at.getTime()) return undefined
  const at = (time: Date) => and(eq(portfolio_id, portfolio.id), eq(recorded_at, time))
  await database().delete(portfolioValues).where(at(written.recorded_at))
  await database()
    .update(portfolioValues)
    .set({ total_value, total_invested, total_gains })
    .where(at(wrong.recorded_at))
  return {
    recorded_at: wrong.recorded_at.toISOString(),
    total_value: wrong.total_value,
    total_invested: wrong.total_invested,
    total_gains: wrong.total_gains,
  }
}
