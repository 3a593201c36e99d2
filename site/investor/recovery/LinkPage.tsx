import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { explainRejection } from '#core/api/failures'
import { RejectedCall } from '#core/api/problems'
import type { FormStatus } from '#core/form/form'
import { investorSession } from '#core/session/session'
import { PageTitle } from '#site/investor/PageTitle.tsx'
import { Point, SideSheet } from '#site/investor/session/AccountSheet.tsx'
import { SignInLayout } from '#site/investor/session/SignInLayout.tsx'
import { Banner } from '#ui/Banner'

interface LinkPageProps {
  title: string
  /** What the form does; left out once there is none. */
  lead?: string | undefined
  /** Of a link that works again and again. */
  isLasting?: boolean
  /** What the page will show is not known yet: what follows it on the page comes later. */
  isLoading?: boolean
  children: ReactNode
}

const link = 'text-ink underline decoration-1 underline-offset-4'

/** A page on the way back into an account: one form, and the ways to sign in and to a person. */
export function LinkPage({ title, lead, isLasting = false, isLoading = false, children }: LinkPageProps) {
  return (
    <SignInLayout title={title} lead={lead} sheet={<SafetySheet isLasting={isLasting} isLate={isLoading} />}>
      <PageTitle of={title} />
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

/** Beside these pages: how to tell our mails from others. */
const SafetySheet = ({ isLasting, isLate }: { isLasting: boolean; isLate: boolean }) => (
  <SideSheet
    // On a phone it is below the form.
    className={isLate ? 'max-lg:hidden' : ''}
    kicker="Account security"
    title="How our mails keep you safe"
    foot="If you did not expect a mail of ours, leave its link alone: nothing changes by opening or by ignoring it."
  >
    {isLasting ? (
      <Point title="One purpose">
        This link stops these mails and opens nothing else. Opening it changes nothing: a button does.
      </Point>
    ) : (
      <Point title="Links work once">
        Each is for one purpose and ends by itself. Opening it changes nothing: a button does.
      </Point>
    )}
    <Point title="We never ask for secrets">
      No mail and nobody in our team asks for a password, a one-time code or a recovery code.
    </Point>
    <Point title="You hear of every change">
      A new password, address, passkey or device is mailed to you, with a way to take it back.
    </Point>
  </SideSheet>
)

/** In place of the form where the address has no token, as when it was copied in part. */
export function MissingToken() {
  return (
    <Banner kind="warning">
      This address lacks the last part of the link. Open the link from our mail again, or copy the whole of
      it.
    </Banner>
  )
}

type Failed = Extract<FormStatus<void>, { name: 'failed' }>

/** Whether a call has failed because its link can no longer be used. */
export const isOverFor = (error: unknown): boolean =>
  error instanceof RejectedCall &&
  (error.code === 'conflict' ||
    error.code === 'not_found' ||
    error.details?.some(({ path }) => path === '/token') === true)

/** What is said of such a failure. */
export const messageOf = (error: unknown): string => explainRejection(error, 'This link no longer works.')

/** Whether the link of a form can no longer be used, so that pressing its button again is of no use. */
export const isLinkOver = (status: FormStatus<void>): status is Failed =>
  status.name === 'failed' && isOverFor(status.error)

interface LinkOverProps {
  /** Why it can no longer be used. */
  message: string
  /** Where to go from there. */
  children: ReactNode
}

/** In place of the form of a link that was used or has expired. */
export function LinkOver({ message, children }: LinkOverProps) {
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
