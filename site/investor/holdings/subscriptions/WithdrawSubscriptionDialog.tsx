import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type Subscription, subscriptions } from '#contract/holdings/subscriptions'
import { getServerErrorMessage } from '#core/api/error-messages'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { formatMoney } from '#core/format/format'
import { getSubscriptionStore } from '#core/query/holdings/subscriptions'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { NativeDialog } from '#ui/NativeDialog'

const createWithdrawal = (id: number) =>
  createForm<{ id: number }, unknown>({
    initial: { id },
    save: () => callInvestor(subscriptions.withdraw, { params: { id }, body: {} }),
    explain: (error) =>
      getServerErrorMessage(error, 'The subscription could not be withdrawn. Please try again.'),
  })

interface WithdrawDialogProps {
  subscription: Subscription
  open: boolean
  onClose: () => void
}

/** Asks for confirmation before a subscription is withdrawn. It closes once the server has withdrawn it. */
export function WithdrawSubscriptionDialog({ subscription, open, onClose }: WithdrawDialogProps) {
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
    // Also after a failure: it may have been decided in the meantime.
    void getSubscriptionStore(id).refresh()
    if (isDone) close()
  }
  return (
    <NativeDialog open={open} onClose={close} title="Withdraw this subscription?" kicker={reference}>
      <div ref={content} tabIndex={-1} className="outline-none">
        <p className="text-ink-2">
          Your {symbol} subscription of {formatMoney(amount)} will be cancelled and its units released. You
          can subscribe again while the offering is open.
        </p>
        {state === 'approved' && (
          <p className="mt-3 text-ink-2">Do not withdraw if you have already sent payment.</p>
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
            Keep subscription
          </Button>
        </div>
      </div>
    </NativeDialog>
  )
}
