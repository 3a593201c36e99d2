import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { OnboardingStep } from '#contract/compliance/verification'
import { emailLinkPaths } from '#contract/identity/email-links'
import { $verification, refreshVerification } from '#core/query/compliance/verification'
import { getData } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { useEmailConfirmation } from '#site/investor/identity/settings/use-email-confirmation.ts'

const turns = { you: 'Action required', compliance: 'With the compliance team' }

const marks: Record<OnboardingStep['state'], string> = {
  done: 'border-gain text-gain',
  current: 'border-primary bg-primary text-on-primary',
  later: 'border-line-strong text-ink-3',
}

/** An account's progress to verification, above every page until it is done. */
export function OnboardingBanner() {
  const verification = getData(useStore($verification))
  const { pathname } = useLocation()
  const user = useStore(investorSession.$session)?.user
  const isUnconfirmed = user?.must_confirm_email === true
  const isDone = verification?.is_done
  useEffect(() => {
    // The stored user may predate the decision.
    if (isDone && investorSession.read()?.user.is_verified === false) {
      investorSession.updateUser({ is_verified: true })
    }
  }, [isDone])
  const wasUnconfirmed = useRef(isUnconfirmed)
  useEffect(() => {
    if (wasUnconfirmed.current && !isUnconfirmed) void refreshVerification()
    wasUnconfirmed.current = isUnconfirmed
  }, [isUnconfirmed])
  // The confirmation page itself already asks for this.
  if (isDone || pathname === emailLinkPaths.confirm) return null
  if (!verification) return <div className="onboarding" aria-hidden="true" />
  const { steps } = verification
  const current = steps.find(({ state }) => state === 'current')
  return (
    <section aria-label="Your verification" className="onboarding">
      <div className="wrap flex h-full items-center justify-between gap-x-6">
        <ol className="flex flex-none gap-x-4 text-[0.8125rem] @max-[62rem]:sr-only">
          {steps.map((step, at) => (
            <Mark key={step.id} step={step} place={at + 1} />
          ))}
        </ol>
        <p
          className="num flex-none text-[0.8125rem] text-ink-3 max-[22rem]:hidden @min-[62rem]:hidden"
          aria-hidden="true"
        >
          {steps.findIndex(({ state }) => state === 'current') + 1}/{steps.length}
        </p>
        {user && isUnconfirmed ? (
          <Confirm email={user.email} />
        ) : (
          current && <Current step={current} pathname={pathname} />
        )}
      </div>
    </section>
  )
}
const textClass =
  'line-clamp-2 max-sm:line-clamp-3 min-w-0 flex-1 text-[0.8125rem] leading-snug text-ink-2 wrap-anywhere'

/** The next step: whose turn it is, what is done, and where. */
function Current({ step: { actor, text, action }, pathname }: { step: OnboardingStep; pathname: string }) {
  return (
    <>
      <p className={textClass}>
        {actor && <strong className="font-medium text-ink">{turns[actor]}: </strong>}
        {text}
      </p>
      {action && action.link !== pathname && (
        <Link
          className={`button button-small flex-none ${actor === 'you' ? 'button-primary' : 'button-quiet'}`}
          to={action.link}
        >
          {action.label}
        </Link>
      )}
    </>
  )
}

/** The first step: the link in the email. */
function Confirm({ email }: { email: string }) {
  const { isSending, message, send } = useEmailConfirmation()
  return (
    <>
      <p className={textClass} role="status">
        {message || (
          <>
            <strong className="font-medium text-ink">{turns.you}: </strong>confirm{' '}
            <strong className="font-medium text-ink">{email}</strong> using the link we emailed you
          </>
        )}
      </p>
      <button
        type="button"
        className="button button-small button-quiet flex-none"
        disabled={isSending}
        onClick={send}
      >
        {isSending ? 'Sending...' : 'Resend link'}
      </button>
    </>
  )
}

function Mark({ step: { label, state }, place }: { step: OnboardingStep; place: number }) {
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
