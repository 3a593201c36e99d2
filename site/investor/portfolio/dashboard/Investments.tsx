import { useStore } from '@nanostores/react'
import { useDeferredValue, useState } from 'react'
import type { PortfolioResponse } from '#contract/portfolio/portfolio'
import { $openOfferings } from '#core/query/catalog/series'
import { $holdings, refreshHoldings } from '#core/query/holdings/holdings'
import { $subscriptions, refreshSubscriptions } from '#core/query/holdings/subscriptions'
import { $allocation, $portfolio } from '#core/query/portfolio/portfolio'
import { getData, type Remote } from '#core/query/remote'
import { NO_PENDING_INVESTMENT } from '#shared/enums/portfolios'
import { HoldingsPanel } from '#site/investor/holdings/register/HoldingsPanel.tsx'
import { SubscriptionList } from '#site/investor/holdings/subscriptions/SubscriptionList.tsx'
import { useScrollToHash } from '#site/investor/kit/use-scroll-to-hash.ts'
import { useLatched } from '#site/ui/use-ever.ts'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { RemoteError } from '#ui/RemoteView'
import { ApprovedInvestments } from './ApprovedInvestments.tsx'
import { DashboardError } from './DashboardError.tsx'
import { Deposits, DepositsLoading } from './Deposits.tsx'
import { InvestmentRequestCard } from './InvestmentRequestCard.tsx'
import { InvestmentRequestDialog } from './InvestmentRequestDialog.tsx'
import { InvestmentsLoading } from './InvestmentsLoading.tsx'
import { OpenOfferings } from './OpenOfferings.tsx'
import { investmentSectionIds } from './section-ids.ts'
import { TokenPicker } from './TokenPicker.tsx'

const isLoading = (view: Remote<unknown>) => view.status === 'loading'

/**
 * The My Investments tab: units held, subscriptions, pending or rejected request, approved requests and deposits. It is
 * rendered once all of them have loaded or failed, so that nothing moves.
 */
export function Investments() {
  const view = useStore($portfolio)
  const allocation = useStore($allocation)
  const holdings = useStore($holdings)
  const subscriptions = useStore($subscriptions)
  const [picking, setPicking] = useState(false)
  const pick = () => setPicking(true)
  const response = getData(view)
  const hasListed = Boolean(getData(allocation)?.some(({ investments }) => investments > 0))
  // The button that opened the picker is removed once a request is pending.
  const frame = useRestoredFocus()
  // Content below the holdings is rendered later, so that opening the tab responds first.
  const isRestShown = useDeferredValue(true, false)
  const isWaiting = [view, holdings, subscriptions].some(isLoading)
  useScrollToHash(isRestShown && !isWaiting)
  // For an investor without holdings, the offerings are listed above the deposits.
  const isNew = getData(holdings)?.holdings.length === 0
  const areOfferingsKnown = useLatched(!isLoading(useStore(isNew ? $openOfferings : $holdings)))
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label="My Investments"
      className="grid grid-cols-1 gap-5 outline-none"
      aria-busy={isWaiting}
    >
      <DashboardError views={[view, allocation]} />
      {isWaiting ? (
        <InvestmentsLoading />
      ) : (
        <>
          {(response || getData(holdings)) && <Held />}
          {isRestShown && (
            // Two columns if both have content.
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,30rem),1fr))] items-start gap-5">
              <div id={investmentSectionIds.pending} className="grid min-w-0 grid-cols-1 gap-5 empty:hidden">
                {(response || getData(holdings)) && <Subscribed />}
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
      <InvestmentRequestDialog />
    </section>
  )
}

/** The token of a pending request. */
const pendingOf = ({ portfolio: { pendingInvestments } }: PortfolioResponse): string | undefined =>
  pendingInvestments === NO_PENDING_INVESTMENT ? undefined : pendingInvestments

function Held() {
  const holdings = useStore($holdings)
  const response = getData(holdings)
  const portfolio = getData(useStore($portfolio))
  const mine = getData(useStore($subscriptions)) ?? []
  const approved = getData(useStore($allocation)) ?? []
  return (
    <>
      <RemoteError
        view={holdings}
        failure="Your holdings could not be loaded"
        last="Showing the last holdings loaded."
        onRetry={refreshHoldings}
      />
      {response && (
        <HoldingsPanel
          id={investmentSectionIds.holdings}
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
      <RemoteError
        view={subscriptions}
        failure="Your subscriptions could not be loaded"
        last="Showing the last subscriptions loaded."
        onRetry={refreshSubscriptions}
      />
      <SubscriptionList subscriptions={getData(subscriptions) ?? []} />
    </>
  )
}

interface RequestedProps {
  response: PortfolioResponse
  onPick: () => void
}

/** Requests without an amount. */
function Requested({ response: { request, portfolio }, onPick }: RequestedProps) {
  const held = getData(useStore($holdings))?.holdings ?? []
  return (
    <>
      {request && <InvestmentRequestCard request={request} onPick={onPick} />}
      <ApprovedInvestments active={portfolio.activeInvestments} held={held.map(({ symbol }) => symbol)} />
    </>
  )
}
