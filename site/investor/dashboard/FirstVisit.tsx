import type { PortfolioResponse } from '#contract/portfolio'
import { Icon } from '#ui/Icon'
import { tickIcon } from '#ui/icons/signs'
import { Panel } from '#ui/Panel'
import { type StepName, steps } from './next-step.ts'
import { Performance } from './Performance.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { useNextStep } from './use-next-step.ts'

/** What each step is, and who takes it. */
const words: Record<StepName, { title: string; who: string; text: string }> = {
  token: {
    title: 'Choose a token',
    who: 'You',
    text: 'Read the sheet of its series: the ground, the valuation, the terms and the risks. Then request it.',
  },
  verified: {
    title: 'Identity check',
    who: 'Compliance team',
    text: 'Your identity is checked once, before anything is decided.',
  },
  approved: {
    title: 'Decision',
    who: 'Investment team',
    text: 'Each request gets a decision, which comes as a notification.',
  },
  deposited: {
    title: 'First deposit',
    who: 'You',
    text: 'You pay by bank transfer. Units are allotted after that, in the register of holders.',
  },
}

/** The overview below the figures while there is nothing in it: the way to the first units, and what will be here. */
export function FirstVisit({ response }: { response: PortfolioResponse | undefined }) {
  const step = useNextStep(response)
  return (
    <div className="grid h-full grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
      <Panel title="From your request to your units" note="Nothing is charged before a request is approved.">
        <ol className="grow px-[22px] py-2 max-sm:px-4">
          {steps.map((name, at) => (
            <Step key={name} name={name} place={at + 1} state={stateOf(at, step)} />
          ))}
        </ol>
        <p className="border-line border-t bg-sunken px-[22px] py-3.5 text-[0.875rem] text-ink-2 max-sm:px-4">
          Your first records bring the rest of this page: how your value is made up, its course over time,
          your returns after fees and the allocation by category.
        </p>
      </Panel>
      <div className="flex min-w-0 flex-col gap-5">
        <Performance performance={response?.portfolio.performance} />
        <RecentActivity activities={response?.recentActivity} brief />
      </div>
    </div>
  )
}

type StepState = 'done' | 'next' | 'later'

const stateOf = (at: number, step: ReturnType<typeof useNextStep>): StepState => {
  if (!step) return 'later'
  if (step.done[at]) return 'done'
  return step.at === at ? 'next' : 'later'
}

const marks: Record<StepState, string> = {
  done: 'border-gain text-gain',
  next: 'border-primary bg-primary text-on-primary',
  later: 'border-line-strong text-ink-2',
}

function Step({ name, place, state }: { name: StepName; place: number; state: StepState }) {
  const { title, who, text } = words[name]
  return (
    <li
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-line border-t py-3.5 first:border-t-0"
      aria-current={state === 'next' ? 'step' : undefined}
    >
      <span
        className={`num mt-0.5 grid size-7 place-content-center rounded border text-[0.8125rem] font-medium ${marks[state]}`}
        aria-hidden="true"
      >
        {state === 'done' ? <Icon of={tickIcon} size={16} /> : place}
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="font-medium">
            {title}
            {state === 'done' && <span className="visually-hidden"> (done)</span>}
          </span>
          <span className="text-[0.8125rem] leading-[1.9] text-ink-3">{who}</span>
        </p>
        <p className="text-[0.9375rem] text-ink-2">{text}</p>
      </div>
    </li>
  )
}
