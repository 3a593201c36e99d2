import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/identity/session'
import { getErrorMessage } from '#core/api/error-messages'
import { formatCalendarDate } from '#core/format/format'
import { $profile, refreshProfile } from '#core/query/identity/profile'
import { getData } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { Badge } from '#ui/Badge'
import { Panel } from '#ui/Panel'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { ProfileForm } from './ProfileForm.tsx'
import { SettingsLayout } from './SettingsLayout.tsx'

/** /access/settings: the investor's profile and account data. */
export function ProfileSettings() {
  const view = useStore($profile)
  const session = useStore(investorSession.$session)
  // Falls back to the user stored at sign-in if the server does not respond.
  const user = getData(view) ?? (view.status === 'failed' ? session?.user : undefined)
  return (
    <SettingsLayout section="Profile" lead="Your name and contact details.">
      {view.status === 'failed' && (
        <div className="mt-5">
          <RemoteError
            // The user stored at sign-in stands in for a profile that has never loaded.
            view={{ ...view, lastData: user }}
            failure={(error) => [getErrorMessage(error, 'Your profile could not be loaded.')]}
            last="Showing previously loaded details. They may have changed since."
            onRetry={refreshProfile}
          />
        </div>
      )}
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel title="Profile">{user ? <ProfileForm user={user} /> : <Loading />}</Panel>
        <Panel title="Account">
          <AccountFacts user={user} />
        </Panel>
      </div>
    </SettingsLayout>
  )
}

/** Links to what people look for in a profile but is in another section. */
const elsewhere = [
  {
    to: '/access/settings/security',
    label: 'Sign-in and security',
    text: 'Email, password, two-step verification and sessions',
  },
  { to: '/access/settings/notifications', label: 'Notifications', text: 'Choose what we send you' },
  { to: '/access/settings/data', label: 'Your data', text: 'Export your data or close your account' },
] as const

function AccountFacts({ user }: { user: User | undefined }) {
  return (
    <>
      <dl className="grid gap-px bg-line text-[0.9375rem]">
        <Fact label="Identity">
          {user ? (
            <Badge tone={user.is_verified ? 'gain' : 'warn'}>
              {user.is_verified ? 'Verified' : 'Not verified yet'}
            </Badge>
          ) : (
            <Skeleton className="h-6 w-28" />
          )}
        </Fact>
        <Fact label="Account opened">
          {user ? formatCalendarDate(user.created_at) : <Skeleton className="my-1 h-4 w-32" />}
        </Fact>
      </dl>
      <ul className="border-line border-t py-2 text-[0.9375rem]">
        {elsewhere.map(({ to, label, text }) => (
          <li key={to + label} className="px-[22px] py-2 max-sm:px-4">
            <Link className="text-accent-text underline decoration-1 underline-offset-4" to={to}>
              {label}
            </Link>
            <span className="block text-[0.8125rem] leading-snug text-ink-3">{text}</span>
          </li>
        ))}
      </ul>
      {user && !user.is_verified && (
        <p className="border-line border-t px-[22px] py-4 text-[0.875rem] leading-normal text-ink-2 max-sm:px-4">
          We verify your identity before your first investment.{' '}
          <Link
            className="text-accent-text underline decoration-1 underline-offset-4"
            to="/access/verification"
          >
            Go to your verification
          </Link>
        </p>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-surface px-[22px] py-3.5 max-sm:px-4">
      <dt className="text-ink-2">{label}</dt>
      <dd className="flex min-w-0 justify-end text-right">{children}</dd>
    </div>
  )
}

/** As tall as the form. */
function Loading() {
  return (
    <div className="grid gap-x-5 gap-y-6 p-[22px] max-sm:p-4 sm:grid-cols-2" role="status">
      <span className="visually-hidden">Loading your profile</span>
      {['first', 'last', 'phone', 'telegram', 'linkedin', 'twitter'].map((name) => (
        <div key={name} className="grid gap-1.5">
          <Skeleton className="h-[18px] w-28" />
          <Skeleton className="h-11" />
          {name === 'telegram' && <Skeleton className="h-4 w-24" />}
        </div>
      ))}
      <div className="grid gap-1.5 border-line border-t pt-6 sm:col-span-2">
        <Skeleton className="h-[18px] w-28" />
        <Skeleton className="h-11" />
        <Skeleton className="h-4 w-72 max-w-full" />
      </div>
      <Skeleton className="h-[46px] w-36 justify-self-end sm:col-span-2" />
    </div>
  )
}
