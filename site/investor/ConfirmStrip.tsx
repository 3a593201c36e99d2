import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { accounts } from '#contract/accounts'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { refreshOwnUser } from '#core/query/own-email'
import { investorSession } from '#core/session/session'

const createSending = () =>
  createForm<object, void>({
    initial: {},
    explain: (error) => explainRejection(error, 'The link could not be sent. Please try again.'),
    save: async () => {
      await callInvestor(accounts.sendConfirmation, { body: {} })
    },
  })

/** Asks for the confirmation of the email until it is done, also on another device. */
export function ConfirmStrip() {
  const user = useStore(investorSession.$session)?.user
  const [sending] = useState(createSending)
  const { status } = useStore(sending.$state)

  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void refreshOwnUser()
    void refreshOwnUser()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  if (user?.email_confirmed !== false) return null
  const message =
    status.name === 'failed' ? status.message : status.name === 'saved' ? 'The link is on its way.' : ''
  return (
    <section aria-label="Email address" className="border-line border-b bg-sunken">
      <div className="wrap flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-[0.875rem] leading-snug">
        <p className="min-w-0 text-ink-2 wrap-anywhere">
          Confirm your email address: follow the link sent to{' '}
          <strong className="font-medium text-ink">{user.email}</strong>. Subscriptions wait for it.
        </p>
        <button
          type="button"
          className="min-h-6 cursor-pointer text-accent-text underline decoration-1 underline-offset-4 disabled:cursor-default disabled:text-ink-3"
          disabled={status.name === 'saving'}
          onClick={() => void sending.submit()}
        >
          {status.name === 'saving' ? 'Sending...' : 'Send it again'}
        </button>
        <p role="status" className="text-ink-2 empty:hidden">
          {message}
        </p>
      </div>
    </section>
  )
}
