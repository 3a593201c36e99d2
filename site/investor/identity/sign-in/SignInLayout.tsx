import type { ReactNode } from 'react'
import { Skeleton } from '#ui/Skeleton'
import { AccountBenefits } from './AccountBenefits.tsx'
import { SignInTerms } from './SignInTerms.tsx'

interface SignInFrameProps {
  title: string
  /** Shown below the title, unless what follows is sufficient. */
  lead?: string | undefined
  /** The form, and the text below it. */
  children: ReactNode
  /** Beside the form. */
  sheet?: ReactNode
}

/** The layout around the form: its heading, and beside it a description of an account or other content. */
export function SignInLayout({ title, lead, children, sheet = <AccountBenefits /> }: SignInFrameProps) {
  return (
    <div className="wrap py-14 max-lg:py-10 max-sm:pt-0">
      <div className="panel grid overflow-clip max-sm:-mx-[16px] max-sm:rounded-none max-sm:border-0 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,0.9fr)]">
        <section className="mx-auto w-full max-w-[33rem] px-10 py-12 max-sm:px-4 max-sm:py-9">
          <h1 className="text-[clamp(2rem,4vw,2.5rem)] leading-[1.1] font-normal tracking-[-0.02em]">
            {title}
          </h1>
          <p className={`text-ink-2 ${lead ? 'mt-2 mb-8' : 'mb-6'}`}>{lead}</p>
          {children}
        </section>
        {sheet}
      </div>
    </div>
  )
}

/** The page's text in sign-in mode. */
export const signInTexts = {
  title: 'Access Platform',
  lead: 'Sign in to view your portfolio, transactions and market data.',
}

/** The page before its script runs: its text, and a placeholder exactly as large as the form. */
export function SignInSkeleton() {
  return (
    <SignInLayout {...signInTexts}>
      <div className="grid gap-5" role="status">
        <span className="visually-hidden">Loading</span>
        {['email', 'password'].map((name) => (
          <div key={name} className="grid gap-1.5">
            <Skeleton className="h-[1.1375rem] w-20" />
            <Skeleton className="h-[2.775rem]" />
          </div>
        ))}
        <Skeleton className="mt-1 h-[46px]" />
      </div>
      <div className="mt-4 flex h-10 items-center justify-center">
        <Skeleton className="h-4 w-60" />
      </div>
      <div className="flex h-8 items-center justify-center">
        <Skeleton className="h-4 w-40" />
      </div>
      <SignInTerms mode="sign-in" />
    </SignInLayout>
  )
}
