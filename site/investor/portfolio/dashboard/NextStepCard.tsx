import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PortfolioResponse } from '#contract/portfolio/portfolio'
import { NonBreakingReferences } from '#ui/ReferenceNumber'
import type { NextStep } from './subscription-next-step.ts'
import { useNextStep } from './use-next-step.ts'

interface KnownStepProps {
  response: PortfolioResponse
  /** Shown until the profile is loaded. */
  loading: ReactNode
}

/** An account's next step. */
export function NextStepCard({ response, loading }: KnownStepProps) {
  const step = useNextStep(response)
  return step ? <Step step={step} /> : loading
}

const turn = {
  you: 'Action required',
  early: 'Available now',
  investment: 'With the investment team',
  identity: 'Pending your verification',
}

/** Whether a path is outside the investor area, whose router does not know it. */
const isPublic = (to: string): boolean => to.startsWith('/') && !to.startsWith('/access/')

/** Only a step that requires the investor gets the primary button; optional steps get a quiet one. */
function Step({ step: { actor, title, text, action } }: { step: NextStep }) {
  return (
    <div className="grid grid-cols-1 items-center gap-x-6 gap-y-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <p className="wrap-anywhere">
        <strong className="font-medium">
          <NonBreakingReferences>{title}</NonBreakingReferences>
        </strong>
        <span className="text-ink-3"> · {turn[actor]}</span>
        <span className="block text-ink-2">
          <NonBreakingReferences>{text}</NonBreakingReferences>
        </span>
      </p>
      <Link
        className={`button button-small ${actor === 'you' ? 'button-primary' : 'button-quiet'} justify-self-start`}
        to={action.to}
        reloadDocument={isPublic(action.to)}
      >
        {action.label}
      </Link>
    </div>
  )
}
