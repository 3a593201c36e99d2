import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError } from '#core/api/call-errors'
import { getServerErrorMessage } from '#core/api/error-messages'
import type { FormStatus } from '#core/form/form'
import { investorSession } from '#core/session/session'
import { BenefitItem, SidePanel } from '#site/investor/identity/sign-in/AccountBenefits.tsx'
import { SignInLayout } from '#site/investor/identity/sign-in/SignInLayout.tsx'
import { PageTitle } from '#site/investor/kit/PageTitle.tsx'
import { Banner } from '#ui/Banner'

interface LinkPageProps {
  title: string
  /** What the form does; omitted if there is no form. */
  lead?: string | undefined
  /** For a reusable link. */
  isLasting?: boolean
  /** What the page will show is not known yet, so what follows is rendered later. */
  isLoading?: boolean
  children: ReactNode
}

const link = 'text-ink underline decoration-1 underline-offset-4'

/** An account recovery page: one form, with links to sign in and to contact support. */
export function RecoveryLayout({
  title,
  lead,
  isLasting = false,
  isLoading = false,
  children,
}: LinkPageProps) {
  return (
    <SignInLayout title={title} lead={lead} sheet={<SafetySheet isLasting={isLasting} isLate={isLoading} />}>
      <PageTitle title={title} />
      {children}
      {!isLoading && <Below />}
    </SignInLayout>
  )
}

function Below() {
  const isSignedIn = useStore(investorSession.$session) !== null
  return (
    <p className="mt-6 border-t border-line pt-5 text-[0.8125rem] leading-relaxed text-ink-2">
      <a className={link} href={isSignedIn ? '/access/dashboard' : '/access/login'}>
        {isSignedIn ? 'Back to the dashboard' : 'Back to sign-in'}
      </a>
      . Something wrong?{' '}
      <a className={link} href="/docs/help-support">
        Contact support
      </a>
      .
    </p>
  )
}

/** Shown beside these pages: how to recognize genuine emails. */
const SafetySheet = ({ isLasting, isLate }: { isLasting: boolean; isLate: boolean }) => (
  <SidePanel
    // On a phone, it is below the form.
    className={isLate ? 'max-lg:hidden' : ''}
    kicker="Account security"
    title="How our emails protect you"
    foot="If you were not expecting an email from us, you can safely ignore it. Opening a link never changes anything by itself."
  >
    {isLasting ? (
      <BenefitItem title="One purpose">
        This link only unsubscribes you from these emails. Nothing changes until you confirm.
      </BenefitItem>
    ) : (
      <BenefitItem title="Links work once">
        Each link has one purpose, works once and expires. Nothing changes until you confirm.
      </BenefitItem>
    )}
    <BenefitItem title="We never ask for secrets">
      We never ask for your password, one-time codes or recovery codes, by email or in person.
    </BenefitItem>
    <BenefitItem title="We notify you of every change">
      We email you when a password, email address or passkey changes or a new device signs in, with a link to
      undo it or secure your account.
    </BenefitItem>
  </SidePanel>
)

/** Shown instead of the form if the URL has no token, for example because it was copied incompletely. */
export function MissingToken() {
  return (
    <Banner kind="warning">The link is incomplete. Open it again from our email, or copy all of it.</Banner>
  )
}

type Failed = Extract<FormStatus<void>, { name: 'failed' }>

/** Whether a call failed because its link can no longer be used. */
export const isLinkExpiredError = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'conflict' ||
    error.code === 'not_found' ||
    error.details?.some(({ path }) => path === '/token') === true)

/** The message for such a failure. */
export const getLinkErrorMessage = (error: unknown): string =>
  getServerErrorMessage(error, 'This link no longer works.')

/** Whether a form's link can no longer be used, so that pressing the button again is pointless. */
export const isLinkExpired = (status: FormStatus<void>): status is Failed =>
  status.name === 'failed' && isLinkExpiredError(status.error)

interface LinkOverProps {
  /** Why it can no longer be used. */
  message: string
  /** Where to go from there. */
  children: ReactNode
}

/** Shown instead of the form if a link was used or has expired. */
export function ExpiredLink({ message, children }: LinkOverProps) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  return (
    <div className="grid gap-5">
      <Banner kind="warning" ref={banner}>
        {message}
      </Banner>
      {children}
    </div>
  )
}
