import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Subscription } from '#contract/holdings/subscriptions'
import { getHoldingPath, getSubscribePath } from '#core/format/series-paths'
import { $isVerificationSent } from '#core/query/compliance/verification'
import { $profile } from '#core/query/identity/profile'
import { getData } from '#core/query/remote'
import { DecisionReason } from '#site/investor/kit/DecisionReason.tsx'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { PaymentInstructions } from './PaymentInstructions.tsx'
import { getNextActor, getNextStep, isWithdrawable } from './subscription-statuses.ts'
import { WithdrawSubscriptionDialog } from './WithdrawSubscriptionDialog.tsx'

const turns = { you: 'Action required', team: 'With the investment team' } as const

/** The next step of a subscription, who acts, and what the investor can do. */
export function SubscriptionNextStep({ subscription }: { subscription: Subscription }) {
  const [isWithdrawing, setWithdrawing] = useState(false)
  // The button that opened the dialog disappears once the subscription is withdrawn.
  const frame = useRestoredFocus()
  const { title, text } = getNextStep(subscription)
  const actor = getNextActor(subscription)
  const { state, payment, reason, symbol } = subscription
  const isUnderReview = state === 'submitted' || state === 'in_review'
  const identity = useIdentity()
  return (
    <section
      ref={frame}
      tabIndex={-1}
      className="panel sheet-corners outline-none"
      aria-labelledby="next-action"
    >
      <div className="px-[22px] py-5 max-sm:px-4">
        {actor && (
          <p className="kicker">
            {isUnderReview && identity === 'missing' ? 'Pending your verification' : turns[actor]}
          </p>
        )}
        <h2 id="next-action" className="mt-1 text-[1.3125rem] leading-snug wrap-anywhere">
          {title}
        </h2>
        <p className="mt-2 max-w-[64ch] text-[0.9375rem] text-ink-2">{text}</p>
        {state === 'rejected' && reason && <DecisionReason>{reason}</DecisionReason>}
        {isUnderReview && identity && <IdentityNote isSent={identity === 'sent'} />}
      </div>
      {payment && <PaymentInstructions payment={payment} />}
      <div
        className={`flex flex-wrap gap-3 px-[22px] pb-5 empty:hidden max-sm:px-4 print:hidden ${payment ? 'pt-4' : ''}`}
      >
        {isWithdrawable(subscription) && (
          <Button look="quiet" small aria-haspopup="dialog" onClick={() => setWithdrawing(true)}>
            Withdraw
          </Button>
        )}
        {isWithdrawable(subscription) && (
          <p className="min-w-0 flex-1 basis-64 self-center text-[0.875rem] text-ink-2">
            Cancels the subscription and releases its units. Nothing is charged.
          </p>
        )}
        {state === 'allotted' && (
          <Link className="button button-primary button-small" to={getHoldingPath(symbol)}>
            View holding
          </Link>
        )}
        {['withdrawn', 'rejected', 'expired'].includes(state) && (
          <Link className="button button-quiet button-small" to={getSubscribePath(symbol)}>
            Subscribe again
          </Link>
        )}
      </div>
      <WithdrawSubscriptionDialog
        subscription={subscription}
        open={isWithdrawing}
        onClose={() => setWithdrawing(false)}
      />
    </section>
  )
}

/** Verification progress of an unverified investor; `undefined` for others, and until known. */
function useIdentity(): 'missing' | 'sent' | undefined {
  const profile = getData(useStore($profile))
  const isSent = useStore($isVerificationSent)
  if (!profile || profile.is_verified) return undefined
  return isSent ? 'sent' : 'missing'
}

/** Approval requires a verified investor. */
function IdentityNote({ isSent }: { isSent: boolean }) {
  return (
    <p className="mt-3 max-w-[64ch] border-warn border-l-2 pl-3 text-[0.9375rem]">
      {isSent
        ? 'The compliance team is verifying your identity. Your subscription can be approved once this is complete.'
        : 'Your identity is not yet verified. Your subscription can be approved only once it is.'}{' '}
      <Link className="text-accent-text underline decoration-1 underline-offset-4" to="/access/verification">
        {isSent ? 'View verification' : 'Complete verification'}
      </Link>
    </p>
  )
}
