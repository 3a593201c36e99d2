import type { Subscription } from '#contract/holdings/subscriptions'
import type { FormStatus } from '#core/form/form'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { getStepId, SubscribeStep } from './SubscribeStep.tsx'

/** What a step still needs, and its number. */
export interface IncompleteStep {
  step: number
  label: string
}

interface SubmitStepProps {
  status: FormStatus<Subscription>
  /** An error is shown at its step. */
  hasFieldErrors: boolean
  missing: readonly IncompleteStep[]
}

/** The submit button, and the outcome if no other step shows it. */
export function SubmitStep({ status, hasFieldErrors, missing }: SubmitStepProps) {
  const isFailed = status.name === 'failed'
  return (
    <SubscribeStep number={4} title="Submit">
      {isFailed && !hasFieldErrors && status.message && (
        <div className="mb-4">
          <div tabIndex={-1} data-failed className="outline-none">
            <Banner kind="error">
              {status.message}
              {/in Settings/.test(status.message) && (
                <>
                  {' '}
                  <a className="underline underline-offset-2" href="/access/settings">
                    Open Settings
                  </a>
                </>
              )}
            </Banner>
          </div>
        </div>
      )}
      <p className="text-[0.9375rem] text-ink-2">
        No payment is due now. You can withdraw your subscription until your payment is received.
      </p>
      {missing.length > 0 && (
        <p className="mt-2 text-[0.9375rem] text-ink-2">
          Still missing:{' '}
          {missing.map(({ step, label }, at) => (
            <span key={step}>
              {at > 0 && ', '}
              <a
                className="text-accent-text underline decoration-1 underline-offset-4"
                href={`#${getStepId(step)}`}
              >
                {label}
              </a>
            </span>
          ))}
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={status.name === 'saving' && 'Submitting...'}>
          Submit subscription
        </Button>
        <p role="status" className="text-[0.875rem] text-loss">
          {isFailed && hasFieldErrors && 'Not submitted. Check the highlighted step above.'}
        </p>
      </div>
    </SubscribeStep>
  )
}
