/** Source of a portfolio's figures. */
import { sql } from 'drizzle-orm'
import type { PortfolioSource } from '#contract/portfolio/portfolio'
import { prepareStatement } from '#db/prepared-queries'
import { portfolios } from '#db/schema/portfolio/portfolios'

const readEntered = prepareStatement<[isEntered: boolean]>(
  () => sql`select is_recorded from ${portfolios} where user_id = ${sql.placeholder('userId')}`,
)

/** Manual if an administrator has entered figures; a portfolio that only contains a request is calculated. */
export async function getFigureSource(userId: number): Promise<PortfolioSource> {
  const [row] = await readEntered({ userId })
  return row?.[0] ? 'entered' : 'derived'
}
