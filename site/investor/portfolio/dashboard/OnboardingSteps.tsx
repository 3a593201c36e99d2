import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { investorSession } from '#core/session/session'
import type { OnboardingStepName } from './next-step.ts'
import type { NextStep } from './subscription-next-step.ts'

export interface StepTexts {
  title: string
  who: string
  text: string
  /** Link to a step that can be done before its turn. The next step is requested in the banners above. */
  early?: string
}

/** The steps in order: what each one is and who takes it. */
const words: Record<OnboardingStepName, StepTexts> = {
  verified: {
    title: 'Identity check',
    who: 'You, then the compliance team',
    text: 'Verify your identity. Required before any subscription can be approved.',
  },
  token: {
    title: 'Choose a token',
    who: 'You',
    text: 'Review the series: geology, valuation, terms and risks. You can subscribe before verification is complete.',
    early: '/tokens',
  },
  approved: {
    title: 'Decision',
    who: 'Investment team',
    text: 'We review every subscription and notify you of the decision.',
  },
  deposited: {
    title: 'First deposit',
    who: 'You',
    text: 'Pay by bank transfer. Units are then allotted and entered in the register of holders in your name.',
  },
}

/** Differences until the email is confirmed. */
const unconfirmed: Partial<Record<OnboardingStepName, Partial<StepTexts>>> = {
  verified: {
    text: 'Confirm your email address and verify your identity. Required before any subscription can be approved.',
  },
  token: {
    text: 'Review the series: geology, valuation, terms and risks. You can submit a request without an amount now, and subscribe once your email address is confirmed.',
  },
}

const stepNames = Object.keys(words) as OnboardingStepName[]

interface StepsProps {
  step?: NextStep | undefined
  /** Text of the identity check once its answers have been submitted. */
  sent?: Partial<StepTexts> | undefined
}

/** The steps to the first units; completed and next steps are marked once they are known. */
export function OnboardingSteps({ step, sent }: StepsProps) {
  const isUnconfirmed = useStore(investorSession.$session)?.user.must_confirm_email
  const changed = { ...(isUnconfirmed && unconfirmed), ...(sent && { verified: sent }) }
  return (
    <ol className="grow px-[22px] py-2 max-sm:px-4">
      {stepNames.map((name, at) => (
        <Step key={name} words={{ ...words[name], ...changed[name] }} state={stateOf(at, step)} />
      ))}
    </ol>
  )
}

type StepState = 'done' | 'next' | 'later'

const stateOf = (at: number, step: NextStep | undefined): StepState => {
  if (!step) return 'later'
  if (step.done[at]) return 'done'
  return step.at === at ? 'next' : 'later'
}

// Not numbered, because the verification banner numbers other steps.
const marks: Record<StepState, string> = {
  done: 'border-gain text-gain',
  next: 'border-primary text-accent-text',
  later: 'border-line-strong',
}

interface StepProps {
  words: StepTexts
  state: StepState
}

function Step({ words: { title, who, text, early }, state }: StepProps) {
  return (
    <li
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-line border-t py-3.5 first:border-t-0"
      aria-current={state === 'next' ? 'step' : undefined}
    >
      <span
        className={`mt-0.5 grid size-6 place-content-center rounded-full border text-[0.75rem] font-medium ${marks[state]}`}
        aria-hidden="true"
      >
        {state === 'done' ? '✓' : state === 'next' && <span className="size-2.5 rounded-full bg-primary" />}
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="font-medium">
            {early && state === 'later' ? (
              <Link
                className="text-accent-text underline decoration-1 underline-offset-4"
                to={early}
                reloadDocument
              >
                {title}
              </Link>
            ) : (
              title
            )}
            {state === 'done' && <span className="visually-hidden"> (done)</span>}
          </span>
          <span className="text-[0.8125rem] leading-[1.9] text-ink-3">{who}</span>
        </p>
        <p className="text-[0.9375rem] text-ink-2">{text}</p>
      </div>
    </li>
  )
}
