import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { NOTHING_PENDING, type PortfolioAnswer } from '#contract/portfolio'
import { $portfolio } from '#core/portfolio'
import { dataOf } from '#core/query-view'
import { DashboardFailure } from './DashboardFailure.tsx'
import { Deposits, DepositsLoading } from './Deposits.tsx'
import { PendingToken } from './PendingToken.tsx'
import { RefreshFailure } from './RefreshFailure.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { TokenPicker } from './TokenPicker.tsx'

/** The My Investments tab: the request that waits, the deposits made, and the way to another token. */
export function Investments() {
  const view = useStore($portfolio)
  const [picking, setPicking] = useState(false)
  const answer = dataOf(view)
  if (view.status === 'failed' && !answer) {
    return <DashboardFailure error={view.error} updating={view.updating} />
  }
  return (
    <div className="grid grid-cols-1 gap-5" aria-busy={!answer}>
      <RefreshFailure views={[view]} />
      {answer ? <Holdings answer={answer} onPick={() => setPicking(true)} /> : <DepositsLoading />}
      <TokenPicker open={picking} onClose={() => setPicking(false)} />
      <RequestDialog />
    </div>
  )
}

function Holdings({ answer, onPick }: { answer: PortfolioAnswer; onPick: () => void }) {
  const { pendingInvestments } = answer.portfolio
  const pending = pendingInvestments === NOTHING_PENDING ? undefined : pendingInvestments
  return (
    <>
      {pending && <PendingToken symbol={pending} onPick={onPick} />}
      <Deposits deposits={answer.deposits} total={answer.deposits_total} pending={pending} onPick={onPick} />
    </>
  )
}
