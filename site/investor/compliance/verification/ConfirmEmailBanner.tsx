import { useStore } from '@nanostores/react'
import { useLocation } from 'react-router'
import { emailLinkPaths } from '#contract/identity/email-links'
import { investorSession } from '#core/session/session'
import { useEmailConfirmation } from '#site/investor/identity/settings/use-email-confirmation.ts'

/** Asks a verified account to confirm its email; before verification, its steps ask for this. */
export function ConfirmEmailBanner() {
  const { pathname } = useLocation()
  const user = useStore(investorSession.$session)?.user
  const { isSending, message, send } = useEmailConfirmation()
  // The confirmation page itself already asks for this.
  if (pathname === emailLinkPaths.confirm || !user?.is_verified || user.email_confirmed !== false) return null
  return (
    <section aria-label="Email address" className="border-line border-b bg-sunken">
      <div className="wrap flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-[0.875rem] leading-snug">
        <p className="min-w-0 text-ink-2 wrap-anywhere">
          Confirm your email address using the link sent to{' '}
          <strong className="font-medium text-ink">{user.email}</strong>.
          {user.must_confirm_email && ' You cannot subscribe until it is confirmed.'}
        </p>
        <button
          type="button"
          className="min-h-6 cursor-pointer text-accent-text underline decoration-1 underline-offset-4 disabled:cursor-default disabled:text-ink-3"
          disabled={isSending}
          onClick={send}
        >
          {isSending ? 'Sending...' : 'Resend link'}
        </button>
        <p role="status" className="text-ink-2 empty:hidden">
          {message}
        </p>
      </div>
    </section>
  )
}
