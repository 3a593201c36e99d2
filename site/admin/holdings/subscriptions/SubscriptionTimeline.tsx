import type { AdminSubscription } from '#contract/holdings/admin-subscriptions'
import { subscriptionStatusLabels } from '#core/format/series'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'

type Step = AdminSubscription['timeline'][number]

const actorOf = ({ by, admin_name }: Step): string => {
  if (by === 'desk') return admin_name || 'Administrator'
  return by === 'investor' ? 'Investor' : 'System'
}

/** Who took which step, when and why, oldest first. */
export function SubscriptionTimeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid">
      {steps.map((step, at) => (
        <li key={`${step.state} ${step.at}`} className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-4">
          <span aria-hidden="true" className="flex flex-col items-center">
            <span
              className={`mt-[0.45em] size-2.5 flex-none rounded-full border-2 ${at === steps.length - 1 ? 'border-primary bg-primary' : 'border-line-strong'}`}
            />
            {at < steps.length - 1 && <span className="w-px flex-1 bg-line-strong" />}
          </span>
          <div className="min-w-0 pb-4 text-[0.9375rem]">
            <p className="font-medium">{subscriptionStatusLabels[step.state]}</p>
            <p className="text-[0.875rem] text-ink-3 wrap-anywhere">
              {actorOf(step)}, <AdminDateTime instant={step.at} />
            </p>
            {step.reason && <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{step.reason}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
