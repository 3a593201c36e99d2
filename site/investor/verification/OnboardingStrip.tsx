import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import type { Step } from '#contract/verification'
import { dataOf } from '#core/query/remote'
import { $verification } from '#core/query/verification'
import { investorSession } from '#core/session/session'

const turns = { you: 'Your turn', compliance: 'With the compliance team' }

const marks: Record<Step['state'], string> = {
  done: 'border-gain text-gain',
  current: 'border-primary bg-primary text-on-primary',
  later: 'border-line-strong text-ink-3',
}

/** The way of an account to its verification, above every page until it is done. */
export function OnboardingStrip() {
  const verification = dataOf(useStore($verification))
  const { pathname } = useLocation()
  const isDone = verification?.is_done
  useEffect(() => {
    // The stored user may be older than the decision.
    if (isDone && investorSession.read()?.user.is_verified === false) {
      investorSession.updateUser({ is_verified: true })
    }
  }, [isDone])
  if (isDone) return null
  if (!verification) return <div className="onboarding" aria-hidden="true" />
  const { steps } = verification
  const current = steps.find(({ state }) => state === 'current')
  return (
    <section aria-label="Your verification" className="onboarding">
      <div className="wrap flex h-full items-center justify-between gap-x-6">
        <ol className="flex flex-none gap-x-4 text-[0.8125rem] max-lg:sr-only">
          {steps.map((step, at) => (
            <Mark key={step.id} step={step} place={at + 1} />
          ))}
        </ol>
        {current && (
          <p className="line-clamp-2 min-w-0 flex-1 text-[0.8125rem] leading-snug text-ink-2">
            {current.actor && <strong className="font-medium text-ink">{turns[current.actor]}: </strong>}
            {current.text}
          </p>
        )}
        {current?.action && current.action.link !== pathname && (
          <Link
            className={`button button-small flex-none ${current.actor === 'you' ? 'button-primary' : 'button-quiet'}`}
            to={current.action.link}
          >
            {current.action.label}
          </Link>
        )}
      </div>
    </section>
  )
}

function Mark({ step: { label, state }, place }: { step: Step; place: number }) {
  return (
    <li className="flex items-center gap-1.5" aria-current={state === 'current' ? 'step' : undefined}>
      <span
        className={`num grid size-5 flex-none place-content-center rounded border text-[0.75rem] ${marks[state]}`}
        aria-hidden="true"
      >
        {state === 'done' ? '✓' : place}
      </span>
      <span className={state === 'current' ? 'font-medium' : 'text-ink-2'}>
        {label}
        {state === 'done' && <span className="visually-hidden"> (done)</span>}
      </span>
    </li>
  )
}
