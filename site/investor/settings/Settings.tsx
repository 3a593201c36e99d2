import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/session'
import { explainFailure } from '#core/api/failures'
import { formatCalendarDate } from '#core/format/format'
import { $profile, refreshProfile } from '#core/query/profile'
import { dataOf } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { Badge } from '#ui/Badge'
import { Panel } from '#ui/Panel'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { ProfileForm } from './ProfileForm.tsx'
import { SettingsPage } from './SettingsPage.tsx'

/** /access/settings: the investor's profile, and the data of the account. */
export function Settings() {
  const view = useStore($profile)
  const session = useStore(investorSession.$session)
  // Falls back to the user stored at sign-in when the server does not respond.
  const user = dataOf(view) ?? (view.status === 'failed' ? session?.user : undefined)
  return (
    <SettingsPage section="Profile" lead="How we address you, and where we reach you.">
      {view.status === 'failed' && (
        <div className="mt-5">
          <RemoteFailure
            // The user stored at sign-in stands in for a profile that was never loaded.
            view={{ ...view, last: user }}
            failure={(error) => [explainFailure(error, 'Your profile could not be loaded.')]}
            last="These details were loaded earlier and may have been changed elsewhere since."
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
    </SettingsPage>
  )
}

/** What people look for in a profile and find in another section. */
const elsewhere = [
  {
    to: '/access/settings/security',
    label: 'Email, password, codes',
    text: 'How you sign in, and where you are signed in',
  },
  { to: '/access/settings/notifications', label: 'Mails', text: 'Which messages we send you' },
  { to: '/access/settings/data', label: 'Your data', text: 'A copy of all of it, or the end of the account' },
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
        <Fact label="Account since">
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
          Your identity is checked once, before your first investment.{' '}
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
