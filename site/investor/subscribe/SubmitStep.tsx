import type { Subscription } from '#contract/subscriptions'
import type { FormStatus } from '#core/form/form'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Step, stepId } from './Step.tsx'

/** What a step still needs, and its number. */
export interface MissingPart {
  step: number
  label: string
}

interface SubmitStepProps {
  status: FormStatus<Subscription>
  /** What was refused is said at its step. */
  hasFieldErrors: boolean
  missing: readonly MissingPart[]
}

/** The button that submits, and what became of it where no other step says it. */
export function SubmitStep({ status, hasFieldErrors, missing }: SubmitStepProps) {
  const isFailed = status.name === 'failed'
  return (
    <Step number={4} title="Submit">
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
        Nothing is charged now. You can withdraw the subscription until your payment has arrived.
      </p>
      {missing.length > 0 && (
        <p className="mt-2 text-[0.9375rem] text-ink-2">
          Still missing:{' '}
          {missing.map(({ step, label }, at) => (
            <span key={step}>
              {at > 0 && ', '}
              <a
                className="text-accent-text underline decoration-1 underline-offset-4"
                href={`#${stepId(step)}`}
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
          {isFailed && hasFieldErrors && 'Not submitted: see the marked step above.'}
        </p>
      </div>
    </Step>
  )
}
