import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type Subscription, subscriptions } from '#contract/subscriptions'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { formatMoney } from '#core/format/format'
import { subscriptionOf } from '#core/query/subscriptions'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { NativeDialog } from '#ui/NativeDialog'

const createWithdrawal = (id: number) =>
  createForm<{ id: number }, unknown>({
    initial: { id },
    save: () => callInvestor(subscriptions.withdraw, { params: { id }, body: {} }),
    explain: (error) => explainRejection(error, 'The subscription could not be withdrawn. Please try again.'),
  })

interface WithdrawDialogProps {
  subscription: Subscription
  open: boolean
  onClose: () => void
}

/** Asks before a subscription is withdrawn. It closes once the server has withdrawn it. */
export function WithdrawDialog({ subscription, open, onClose }: WithdrawDialogProps) {
  const { id, reference, amount, symbol, state } = subscription
  const [form] = useState(() => createWithdrawal(id))
  const { status } = useStore(form.$state)
  const content = useRestoredFocus<HTMLDivElement>()
  const close = () => {
    onClose()
    if (status.name !== 'saving') form.reset()
  }
  const withdraw = async () => {
    const isDone = (await form.submit()) !== undefined
    // After a failure too: it may have been decided in the meantime.
    void subscriptionOf(id).refresh()
    if (isDone) close()
  }
  return (
    <NativeDialog open={open} onClose={close} title="Withdraw this subscription?" kicker={reference}>
      <div ref={content} tabIndex={-1} className="outline-none">
        <p className="text-ink-2">
          Your subscription of {formatMoney(amount)} for {symbol} ends, and its units are free for others. You
          can subscribe again while the offering is open.
        </p>
        {state === 'approved' && (
          <p className="mt-3 text-ink-2">Do not withdraw it if you have already sent the payment.</p>
        )}
        {status.name === 'failed' && (
          <div className="mt-4">
            <Banner kind="error">{status.message}</Banner>
          </div>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button look="danger" onClick={withdraw} busy={status.name === 'saving' && 'Withdrawing...'}>
            Withdraw subscription
          </Button>
          <Button look="quiet" onClick={close}>
            Keep it
          </Button>
        </div>
      </div>
    </NativeDialog>
  )
}
