import type { Subscription } from '#contract/holdings/subscriptions'
import type { Holdings } from '#core/query/holdings/holdings'
import { Panel } from '#ui/Panel'
import { ExitOptions } from './ExitOptions.tsx'
import { HoldingCards } from './HoldingCards.tsx'
import { HoldingsTable } from './HoldingsTable.tsx'
import { getValuationDateRange } from './holding-totals.ts'
import { NoHoldings } from './NoHoldings.tsx'
import { ValuationDates } from './ValuationDates.tsx'

interface HoldingsPanelProps {
  /** For links to it. */
  id: string
  response: Holdings
  /** The investor's subscriptions, to show open ones beside a holding. */
  subscriptions: readonly Subscription[]
  /**
   * The dashboard's total gains if calculated: gains that are not from units held are shown beside the units' gains.
   */
  totalGains: string | undefined
  /** Symbols with an approved request without an amount, so that one can be added. */
  approved: readonly string[]
}

export const holdingsTitle = 'Holdings'

/** The investor's units, with cash and total: a table, or cards if it is too narrow for one. */
export function HoldingsPanel({ id, response, subscriptions, totalGains, approved }: HoldingsPanelProps) {
  const { holdings } = response
  if (holdings.length === 0) {
    return (
      <Panel id={id} title={holdingsTitle}>
        <NoHoldings response={response} subscriptions={subscriptions} approved={approved} />
      </Panel>
    )
  }
  return (
    <Panel
      id={id}
      title={holdingsTitle}
      note={
        <>
          Units per register of holders, at the preferred value in the latest valuation.
          <span className="no-print"> Select a figure to see how it is calculated.</span>
        </>
      }
      aside={<ValuationDates days={getValuationDateRange(holdings)} />}
    >
      <div className="@container">
        <HoldingsTable response={response} subscriptions={subscriptions} totalGains={totalGains} />
        <HoldingCards response={response} subscriptions={subscriptions} totalGains={totalGains} />
      </div>
      <div className="border-line border-t px-[22px] py-3 max-sm:px-4 print:hidden">
        <ExitOptions />
      </div>
    </Panel>
  )
}
