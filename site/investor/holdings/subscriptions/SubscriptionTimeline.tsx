import type { Subscription } from '#contract/holdings/subscriptions'
import { formatDateTimeWithYear } from '#core/format/full-date-time'
import { Panel } from '#ui/Panel'
import { getActorLabel, investorSubscriptionStatusLabels } from './subscription-statuses.ts'

/** The steps of a subscription, newest first: what, who, when and why. */
export function SubscriptionTimeline({ subscription: { timeline } }: { subscription: Subscription }) {
  const steps = timeline.toReversed()
  return (
    <Panel title="Timeline">
      <ol className="px-[22px] py-5 max-sm:px-4">
        {steps.map(({ state, at, by, reason }, index) => (
          <li
            key={`${state} ${at}`}
            className="relative border-line-strong border-l pb-5 pl-5 last:border-transparent last:pb-0"
            aria-current={index === 0 ? 'step' : undefined}
          >
            <i
              className={`-left-[5px] absolute top-[7px] size-[9px] rounded-full border ${
                index === 0 ? 'border-primary bg-primary' : 'border-line-strong bg-surface'
              }`}
              aria-hidden="true"
            />
            <p className="font-medium">{investorSubscriptionStatusLabels[state]}</p>
            <p className="text-[0.8125rem] text-ink-3">
              <time dateTime={at}>{formatDateTimeWithYear(at)}</time> · {getActorLabel(by)}
            </p>
            {reason && <p className="mt-1 text-[0.875rem] text-ink-2 wrap-anywhere">{reason}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
