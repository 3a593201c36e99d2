/** Where the figures of a portfolio come from. */
import { sql } from 'drizzle-orm'
import type { PortfolioSource } from '#contract/portfolio'
import { statement } from '#db/prepared'
import { portfolios } from '#db/schema/portfolios'

const readEntered = statement<[isEntered: boolean]>(
  () => sql`select is_recorded from ${portfolios} where user_id = ${sql.placeholder('userId')}`,
)

/** Entered when an administrator has entered figures; a portfolio that only contains a request is derived. */
export async function readSource(userId: number): Promise<PortfolioSource> {
  const [row] = await readEntered({ userId })
  return row?.[0] ? 'entered' : 'derived'
}
