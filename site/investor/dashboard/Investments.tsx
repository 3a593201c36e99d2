import { useStore } from '@nanostores/react'
import { useDeferredValue, useState } from 'react'
import { NOTHING_PENDING, type PortfolioResponse } from '#contract/portfolio'
import { $holdings, refreshHoldings } from '#core/query/holdings'
import { $allocation, $portfolio } from '#core/query/portfolio'
import { dataOf, type Remote } from '#core/query/remote'
import { $openOfferings } from '#core/query/series'
import { $subscriptions, refreshSubscriptions } from '#core/query/subscriptions'
import { HoldingsPanel } from '#site/investor/holdings/HoldingsPanel.tsx'
import { SubscriptionList } from '#site/investor/subscriptions/SubscriptionList.tsx'
import { useNamedPart } from '#site/investor/use-named-part.ts'
import { useEver } from '#site/ui/use-ever.ts'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { RemoteFailure } from '#ui/RemoteView'
import { ApprovedInvestments } from './ApprovedInvestments.tsx'
import { DashboardFailure } from './DashboardFailure.tsx'
import { Deposits, DepositsLoading } from './Deposits.tsx'
import { InvestmentsLoading } from './InvestmentsLoading.tsx'
import { investmentParts } from './investment-parts.ts'
import { OpenOfferings } from './OpenOfferings.tsx'
import { RequestCard } from './RequestCard.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { TokenPicker } from './TokenPicker.tsx'

const isLoading = (view: Remote<unknown>) => view.status === 'loading'

/**
 * The My Investments tab: the units held, the subscriptions, the pending or rejected request, the approved ones and the
 * deposits. It is drawn once all of them are loaded or have failed, so that nothing moves.
 */
export function Investments() {
  const view = useStore($portfolio)
  const allocation = useStore($allocation)
  const holdings = useStore($holdings)
  const subscriptions = useStore($subscriptions)
  const [picking, setPicking] = useState(false)
  const pick = () => setPicking(true)
  const response = dataOf(view)
  const hasListed = Boolean(dataOf(allocation)?.some(({ investments }) => investments > 0))
  // The button that opened the picker is removed once a request is pending.
  const frame = useRestoredFocus()
  // What is below the holdings follows them: opening the tab is answered before.
  const isRestShown = useDeferredValue(true, false)
  const isWaiting = [view, holdings, subscriptions].some(isLoading)
  useNamedPart(isRestShown && !isWaiting)
  // The offerings are listed for somebody who holds nothing, above the deposits.
  const isNew = dataOf(holdings)?.holdings.length === 0
  const areOfferingsKnown = useEver(!isLoading(useStore(isNew ? $openOfferings : $holdings)))
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label="My Investments"
      className="grid grid-cols-1 gap-5 outline-none"
      aria-busy={isWaiting}
    >
      <DashboardFailure views={[view, allocation]} />
      {isWaiting ? (
        <InvestmentsLoading />
      ) : (
        <>
          {(response || dataOf(holdings)) && <Held />}
          {isRestShown && (
            // Two columns where both have something in them.
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,30rem),1fr))] items-start gap-5">
              <div id={investmentParts.pending} className="grid min-w-0 grid-cols-1 gap-5 empty:hidden">
                {(response || dataOf(holdings)) && <Subscribed />}
                {response && <Requested response={response} onPick={pick} />}
                {isNew && <OpenOfferings />}
              </div>
              {response && !areOfferingsKnown && (
                <div className="grid max-lg:hidden">
                  <DepositsLoading />
                </div>
              )}
              {response && areOfferingsKnown && (
                <Deposits
                  deposits={response.deposits}
                  total={response.deposits_total}
                  pending={pendingOf(response)}
                  hasApproved={response.portfolio.activeInvestments > 0 || hasListed}
                  onPick={pick}
                />
              )}
            </div>
          )}
        </>
      )}
      <TokenPicker
        open={picking}
        pending={response && pendingOf(response)}
        onClose={() => setPicking(false)}
      />
      <RequestDialog />
    </section>
  )
}

/** The token of a request that is undecided. */
const pendingOf = ({ portfolio: { pendingInvestments } }: PortfolioResponse): string | undefined =>
  pendingInvestments === NOTHING_PENDING ? undefined : pendingInvestments

function Held() {
  const holdings = useStore($holdings)
  const response = dataOf(holdings)
  const portfolio = dataOf(useStore($portfolio))
  const mine = dataOf(useStore($subscriptions)) ?? []
  const approved = dataOf(useStore($allocation)) ?? []
  return (
    <>
      <RemoteFailure
        view={holdings}
        failure="Your holdings could not be loaded"
        last="The holdings below are the last ones loaded."
        onRetry={refreshHoldings}
      />
      {response && (
        <HoldingsPanel
          id={investmentParts.holdings}
          response={response}
          subscriptions={mine}
          totalGains={portfolio?.source === 'derived' ? portfolio.portfolio.totalGains : undefined}
          approved={approved
            .filter(({ category, investments }) => category && investments > 0)
            .map(({ symbol }) => symbol)}
        />
      )}
    </>
  )
}

function Subscribed() {
  const subscriptions = useStore($subscriptions)
  return (
    <>
      <RemoteFailure
        view={subscriptions}
        failure="Your subscriptions could not be loaded"
        last="The subscriptions below are the last ones loaded."
        onRetry={refreshSubscriptions}
      />
      <SubscriptionList subscriptions={dataOf(subscriptions) ?? []} />
    </>
  )
}

interface RequestedProps {
  response: PortfolioResponse
  onPick: () => void
}

/** Requests without an amount. */
function Requested({ response: { request, portfolio }, onPick }: RequestedProps) {
  const held = dataOf(useStore($holdings))?.holdings ?? []
  return (
    <>
      {request && <RequestCard request={request} onPick={onPick} />}
      <ApprovedInvestments active={portfolio.activeInvestments} held={held.map(({ symbol }) => symbol)} />
    </>
  )
}
