/**
 * How chart responses scale: two years of history of a hundred coins, each range timed against a select by primary key
 * in the same run, alternating; with their high and low against without; and all sparklines in one read. In a temporary
 * database of the embedded engine.
 */
import { chartIntervals } from '#contract/market/chart-intervals'
import { chartRanges, sparklineStep } from '#contract/market/market'
import { seedPriceHistory } from '#db/seed/price-history'
import { getHighAndLow, listPriceHistories, listPriceHistory } from '#modules/market/price-history'
import type { Report } from './compare-servers.ts'
import { compareWithPrimaryKeyLookup, type Sql, withScratchDatabase } from './scratch-database.ts'

const ASSETS = 104

async function benchRanges(sql: Sql, report: Report): Promise<void> {
  const points = await seedPriceHistory(sql, { coins: ASSETS, feed: 'live' })
  await sql`vacuum analyze price_points`
  const before = Date.now()
  for (const range of chartRanges) {
    const assetOf = (round: number) => 1 + ((round * 7919) % ASSETS)
    const { ours, key } = await compareWithPrimaryKeyLookup(
      (round) => listPriceHistory(assetOf(round), { ...chartIntervals[range], before }),
      async (round) => sql`select * from assets where id = ${assetOf(round)}`,
    )
    report({
      what: `chart of ${range}, ${points.toLocaleString('en-US')} points of two years, against a key select`,
      ours: `${ours.toFixed(2)} ms`,
      floor: `${key.toFixed(2)} ms`,
      ratio: ours / key,
      goal: '<= 5',
      reached: ours / key <= 5,
    })
    // Concurrently, as the service reads them.
    const withSpan = await compareWithPrimaryKeyLookup(
      (round) => {
        const request = { ...chartIntervals[range], before }
        return Promise.all([
          listPriceHistory(assetOf(round), request),
          getHighAndLow(assetOf(round), request),
        ])
      },
      (round) => listPriceHistory(assetOf(round), { ...chartIntervals[range], before }),
    )
    report({
      what: `chart of ${range} with its high and low, against the same chart without`,
      ours: `${withSpan.ours.toFixed(2)} ms`,
      floor: `${withSpan.key.toFixed(2)} ms`,
      ratio: withSpan.ours / withSpan.key,
      goal: 'none',
      reached: true,
    })
  }
  const assets = Array.from({ length: ASSETS }, (_, at) => at + 1)
  const lines = await compareWithPrimaryKeyLookup(
    () => listPriceHistories(assets, { ...sparklineStep, before }),
    (round) => listPriceHistory(1 + (round % ASSETS), { ...chartIntervals['7d'], before }),
  )
  report({
    what: `the sparklines of ${ASSETS} assets in one read, against one chart of 7d`,
    ours: `${lines.ours.toFixed(2)} ms`,
    floor: `${lines.key.toFixed(2)} ms`,
    ratio: lines.ours / lines.key,
    goal: 'none',
    reached: true,
  })
}

/** Reports a row for each range of the charts. */
export const benchMarket = (report: Report): Promise<void> =>
  withScratchDatabase((sql) => benchRanges(sql, report))
