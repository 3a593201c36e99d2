import type { ReactNode } from 'react'
import { PageTitle } from '#site/investor/PageTitle.tsx'
import { SignInLayout } from '#site/investor/session/SignInLayout.tsx'
import { Banner } from '#ui/Banner'

interface LinkPageProps {
  title: string
  lead: string
  children: ReactNode
}

const link = 'text-ink underline decoration-1 underline-offset-4'

/** A page on the way back into an account: one form, and the ways to sign in and to a person. */
export function LinkPage({ title, lead, children }: LinkPageProps) {
  return (
    <SignInLayout title={title} lead={lead}>
      <PageTitle of={title} />
      {children}
      <p className="mt-6 border-t border-line pt-5 text-[0.8125rem] leading-relaxed text-ink-2">
        <a className={link} href="/access/login">
          Back to sign-in
        </a>
        . Something wrong?{' '}
        <a className={link} href="/docs/help-support">
          Contact support
        </a>
        .
      </p>
    </SignInLayout>
  )
}

/** In place of the form where the address has no token, as when it was copied in part. */
export function MissingToken() {
  return (
    <Banner kind="warning">
      This address lacks the last part of the link. Open the link from our mail again, or copy the whole of
      it.
    </Banner>
  )
}
