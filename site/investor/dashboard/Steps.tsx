import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import { investorSession } from '#core/session/session'
import type { NextStep, StepName } from './next-step.ts'

export interface StepWords {
  title: string
  who: string
  text: string
  /** Where it can be done before its turn. What comes next is asked for in the strips above. */
  early?: string
}

/** What each step is, and who takes it, in their order. */
const words: Record<StepName, StepWords> = {
  verified: {
    title: 'Identity check',
    who: 'You, then compliance',
    text: 'You answer a few questions, before any decision.',
  },
  token: {
    title: 'Choose a token',
    who: 'You',
    text: 'Read the sheet of its series: ground, valuation, terms and risks. Then subscribe, without waiting for the check.',
    early: '/tokens',
  },
  approved: {
    title: 'Decision',
    who: 'Investment team',
    text: 'Each request gets a decision, which comes as a notification.',
  },
  deposited: {
    title: 'First deposit',
    who: 'You',
    text: 'You pay by bank transfer. Units are then allotted in the register of holders.',
  },
}

/** What differs until the email is confirmed. */
const unconfirmed: Partial<Record<StepName, Partial<StepWords>>> = {
  verified: { text: 'You confirm your email and answer a few questions, before any decision.' },
  token: {
    text: 'Read the sheet of its series: ground, valuation, terms and risks. Ask without an amount now, or subscribe with one once your email address is confirmed.',
  },
}

const stepNames = Object.keys(words) as StepName[]

interface StepsProps {
  step?: NextStep | undefined
  /** What the identity check says in place of its own words, once its answers were sent. */
  sent?: Partial<StepWords> | undefined
}

/** The way to the first units; what is done and what is next are marked once they are known. */
export function Steps({ step, sent }: StepsProps) {
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

// Without numbers: those of the verification's strip count other steps.
const marks: Record<StepState, string> = {
  done: 'border-gain text-gain',
  next: 'border-primary text-accent-text',
  later: 'border-line-strong',
}

interface StepProps {
  words: StepWords
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
