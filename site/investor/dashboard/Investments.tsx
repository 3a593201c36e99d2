import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { NOTHING_PENDING, type PortfolioResponse } from '#contract/portfolio'
import { $allocation, $portfolio } from '#core/query/portfolio'
import { dataOf } from '#core/query/remote'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { ApprovedInvestments } from './ApprovedInvestments.tsx'
import { DashboardFailure } from './DashboardFailure.tsx'
import { Deposits, DepositsLoading } from './Deposits.tsx'
import { RequestCard } from './RequestCard.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { TokenPicker } from './TokenPicker.tsx'

/**
 * The My Investments tab: the pending or rejected request, the approved ones, the deposits, and the button to request another
 * token.
 */
export function Investments() {
  const view = useStore($portfolio)
  const allocation = useStore($allocation)
  const [picking, setPicking] = useState(false)
  const response = dataOf(view)
  // The button that opened the picker is removed once a request is pending.
  const frame = useRestoredFocus()
  const isFailed = view.status === 'failed' && !response
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label="My Investments"
      className="grid grid-cols-1 gap-5 outline-none"
      aria-busy={!response && !isFailed}
    >
      <DashboardFailure views={[view, allocation]} />
      {response ? (
        <Holdings
          response={response}
          hasListed={Boolean(dataOf(allocation)?.length)}
          onPick={() => setPicking(true)}
        />
      ) : (
        isFailed || <DepositsLoading />
      )}
      <TokenPicker open={picking} onClose={() => setPicking(false)} />
      <RequestDialog />
    </section>
  )
}

interface HoldingsProps {
  response: PortfolioResponse
  /** Whether an approved investment is listed by its token. */
  hasListed: boolean
  onPick: () => void
}

function Holdings({ response, hasListed, onPick }: HoldingsProps) {
  const { pendingInvestments, activeInvestments } = response.portfolio
  const pending = pendingInvestments === NOTHING_PENDING ? undefined : pendingInvestments
  return (
    <>
      {response.request && <RequestCard request={response.request} onPick={onPick} />}
      <ApprovedInvestments active={activeInvestments} />
      <Deposits
        deposits={response.deposits}
        total={response.deposits_total}
        pending={pending}
        hasApproved={activeInvestments > 0 || hasListed}
        onPick={onPick}
      />
    </>
  )
}
