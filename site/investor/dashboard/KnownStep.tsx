import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PortfolioResponse } from '#contract/portfolio'
import { WithReferences } from '#ui/Reference'
import type { NextStep } from './next-step.ts'
import { useNextStep } from './use-next-step.ts'

interface KnownStepProps {
  response: PortfolioResponse
  /** Shown until the profile is loaded. */
  loading: ReactNode
}

/** The next step of an account. */
export function KnownStep({ response, loading }: KnownStepProps) {
  const step = useNextStep(response)
  return step ? <Step step={step} /> : loading
}

const turn = {
  you: 'Your turn',
  early: 'Already possible',
  investment: 'With the investment team',
  identity: 'Waits for your verification',
}

/** Whether a path is outside the area of the investor, whose router does not know it. */
const isPublic = (to: string): boolean => to.startsWith('/') && !to.startsWith('/access/')

/** Only what is the investor's turn has the first button of the page; what is possible meanwhile has a quiet one. */
function Step({ step: { actor, title, text, action } }: { step: NextStep }) {
  return (
    <div className="grid grid-cols-1 items-center gap-x-6 gap-y-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <p className="wrap-anywhere">
        <strong className="font-medium">
          <WithReferences>{title}</WithReferences>
        </strong>
        <span className="text-ink-3"> · {turn[actor]}</span>
        <span className="block text-ink-2">
          <WithReferences>{text}</WithReferences>
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
