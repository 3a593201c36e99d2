import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Subscription } from '#contract/subscriptions'
import { holdingPath, subscribePath } from '#core/format/series-paths'
import { $profile } from '#core/query/profile'
import { dataOf } from '#core/query/remote'
import { $isVerificationSent } from '#core/query/verification'
import { Reason } from '#site/investor/Reason.tsx'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { PaymentInstructions } from './PaymentInstructions.tsx'
import { actorOf, isWithdrawable, nextStepOf } from './states.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'

const turns = { you: 'Your turn', team: 'With the investment team' } as const

/** What happens next with a subscription, who acts, and what the investor can do. */
export function NextAction({ subscription }: { subscription: Subscription }) {
  const [isWithdrawing, setWithdrawing] = useState(false)
  // The button that opened the dialog goes once it is withdrawn.
  const frame = useRestoredFocus()
  const { title, text } = nextStepOf(subscription)
  const actor = actorOf(subscription)
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
            {isUnderReview && identity === 'missing' ? 'Waits for your verification' : turns[actor]}
          </p>
        )}
        <h2 id="next-action" className="mt-1 text-[1.3125rem] leading-snug wrap-anywhere">
          {title}
        </h2>
        <p className="mt-2 max-w-[64ch] text-[0.9375rem] text-ink-2">{text}</p>
        {state === 'rejected' && reason && <Reason>{reason}</Reason>}
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
            Ends the subscription and frees its units for others. Nothing is charged.
          </p>
        )}
        {state === 'allotted' && (
          <Link className="button button-primary button-small" to={holdingPath(symbol)}>
            See your holding
          </Link>
        )}
        {['withdrawn', 'rejected', 'expired'].includes(state) && (
          <Link className="button button-quiet button-small" to={subscribePath(symbol)}>
            Subscribe again
          </Link>
        )}
      </div>
      <WithdrawDialog
        subscription={subscription}
        open={isWithdrawing}
        onClose={() => setWithdrawing(false)}
      />
    </section>
  )
}

/** How far the identity of an investor is who is not verified; `undefined` of others, and until it is known. */
function useIdentity(): 'missing' | 'sent' | undefined {
  const profile = dataOf(useStore($profile))
  const isSent = useStore($isVerificationSent)
  if (!profile || profile.is_verified) return undefined
  return isSent ? 'sent' : 'missing'
}

/** An approval needs a verified investor. */
function IdentityNote({ isSent }: { isSent: boolean }) {
  return (
    <p className="mt-3 max-w-[64ch] border-warn border-l-2 pl-3 text-[0.9375rem]">
      {isSent
        ? 'The compliance team checks your identity; the subscription can be approved after that.'
        : 'Your identity is not verified yet, and the subscription can be approved only after that.'}{' '}
      <Link className="text-accent-text underline decoration-1 underline-offset-4" to="/access/verification">
        {isSent ? 'See your verification' : 'Go to your verification'}
      </Link>
    </p>
  )
}
