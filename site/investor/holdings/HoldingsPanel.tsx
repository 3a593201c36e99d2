import type { Subscription } from '#contract/subscriptions'
import type { Holdings } from '#core/query/holdings'
import { Panel } from '#ui/Panel'
import { HoldingCards } from './HoldingCards.tsx'
import { HoldingsEmpty } from './HoldingsEmpty.tsx'
import { HoldingsTable } from './HoldingsTable.tsx'
import { valuedDays } from './holdings.ts'
import { Valued } from './Valued.tsx'
import { WayOut } from './WayOut.tsx'

interface HoldingsPanelProps {
  /** For links to it. */
  id: string
  response: Holdings
  /** The investor's own, for the ones that are open beside a holding. */
  subscriptions: readonly Subscription[]
  /** Of the dashboard, where it is derived: what is not of the units held is shown beside their gains. */
  totalGains: string | undefined
  /** Symbols whose plain request was approved, so that an amount can be added. */
  approved: readonly string[]
}

export const holdingsTitle = 'Holdings'

/** The units that the investor holds, with the cash beside them and the total: a table, or cards where it is too narrow for one. */
export function HoldingsPanel({ id, response, subscriptions, totalGains, approved }: HoldingsPanelProps) {
  const { holdings } = response
  if (holdings.length === 0) {
    return (
      <Panel id={id} title={holdingsTitle}>
        <HoldingsEmpty response={response} subscriptions={subscriptions} approved={approved} />
      </Panel>
    )
  }
  return (
    <Panel
      id={id}
      title={holdingsTitle}
      note={
        <>
          Units in the register of holders, at the preferred value of the latest valuation.
          <span className="no-print"> Select a figure for more.</span>
        </>
      }
      aside={<Valued days={valuedDays(holdings)} />}
    >
      <div className="@container">
        <HoldingsTable response={response} subscriptions={subscriptions} totalGains={totalGains} />
        <HoldingCards response={response} subscriptions={subscriptions} totalGains={totalGains} />
      </div>
      <div className="border-line border-t px-[22px] py-3 max-sm:px-4 print:hidden">
        <WayOut />
      </div>
    </Panel>
  )
}
