import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { InvestorOverview } from '#contract/admin-investor'
import { dataOf } from '#core/query/remote'
import { $may } from '#core/session/admin-session'
import { useDetail } from '#site/admin/detail/use-detail.ts'
import { EmailDisputes } from '#site/admin/email-disputes/EmailDisputes.tsx'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { useAskedStep } from '#site/admin/shared/use-asked-step.ts'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { useToast } from '#site/admin/toast/use-toast.ts'
import { ledgerLocation } from '#site/admin/transactions/list.ts'
import { type Edited, TransactionDialog } from '#site/admin/transactions/TransactionDialog.tsx'
import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { userOutcome } from '#site/admin/users/changes.ts'
import { Matches } from '#site/admin/verifications/Matches.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { Desk } from './Desk.tsx'
import { Documents } from './Documents.tsx'
import { investorDetail } from './investor.ts'
import { Money } from './Money.tsx'
import { Notes } from './Notes.tsx'
import { Sessions } from './Sessions.tsx'
import { Summary } from './Summary.tsx'
import { Timeline } from './Timeline.tsx'
import { Verification } from './Verification.tsx'

const topics = [
  'users',
  'portfolio',
  'transactions',
  'subscriptions',
  'register',
  'series',
  'verifications',
  'screening',
  'support',
] as const

/** Everything about one investor, with what is done most at hand. */
export function InvestorPage({ id }: { id: number }) {
  const opened = useDetail(investorDetail, String(id))
  useLiveRefetch(topics, investorDetail.refresh)
  const outcome = useToast(userOutcome)
  const investor = dataOf(opened)
  const name = investor ? nameOf(investor.user) : `Investor ${id}`
  return (
    <SectionPage
      title={name}
      lead={investor ? <Lead of={investor} /> : ''}
      isLoading={opened.status === 'loading'}
      outcome={outcome}
      aside={<Actions id={id} name={name} isThere={investor !== undefined} />}
    >
      <RemoteView
        view={opened}
        {...loadFailure('Failed to fetch the investor')}
        onRetry={investorDetail.refresh}
        loading={<Loading />}
      >
        {(loaded) => (
          <>
            <EmailDisputes kind="investor" id={id} onDecided={investorDetail.refresh} />
            {loaded.verification && (
              <Matches
                of={loaded.verification.matches}
                openHits={loaded.verification.open_hits}
                openNames={loaded.verification.open_hit_names}
                userId={id}
              />
            )}
            <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
              <div className="grid min-w-0 gap-5 xl:order-2">
                <Summary of={loaded} />
                {loaded.verification && <Verification of={loaded.verification} userId={id} />}
                <Desk of={loaded.desk} email={loaded.user.email} />
                <Notes userId={id} />
                <Sessions of={loaded.sessions} userId={id} name={nameOf(loaded.user)} />
              </div>
              <div className="grid min-w-0 gap-5">
                {loaded.money && <Money of={loaded.money} user={loaded.user} />}
                {loaded.documents && <Documents of={loaded.documents} userId={id} />}
                <Timeline userId={id} />
              </div>
            </div>
          </>
        )}
      </RemoteView>
    </SectionPage>
  )
}

function Lead({ of: { user, account_number, verification } }: { of: InvestorOverview }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="num text-[0.875rem]">{account_number}</span>
      <span className="wrap-anywhere">{user.email}</span>
      <Badge tone={user.is_active ? 'gain' : 'loss'}>{user.is_active ? 'Active' : 'Inactive'}</Badge>
      <Badge tone={user.is_verified ? 'gain' : 'warn'}>{user.is_verified ? 'Verified' : 'Unverified'}</Badge>
      {verification && verification.matches.length > 0 && <Badge tone="loss">On a list</Badge>}
    </span>
  )
}

function Actions({ id, name, isThere }: { id: number; name: string; isThere: boolean }) {
  const may = useStore($may)
  const [edited, setEdited] = useState<Edited>()
  useAskedStep(
    'do',
    (asked) => asked === 'book' && isThere && (() => may('money') && setEdited({ userId: id })),
  )
  return (
    <>
      <Link className="button button-quiet button-small" to={{ search: '?d=users' }}>
        All investors
      </Link>
      {may('desk') && (
        <Link className="button button-quiet button-small" to={{ search: `?d=notifications&user=${id}` }}>
          Message
        </Link>
      )}
      {may('money') && (
        <Button small disabled={!isThere} aria-haspopup="dialog" onClick={() => setEdited({ userId: id })}>
          Book transaction
        </Button>
      )}
      <TransactionDialog
        of={edited}
        owner={name}
        onClose={() => setEdited(undefined)}
        onSaved={async (message, saved) => {
          await investorDetail.refresh()
          userOutcome.succeed(message, { label: `Show #${saved.id}`, to: ledgerLocation(saved) })
        }}
      />
    </>
  )
}

function Loading() {
  return (
    <div role="status" className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
      <span className="visually-hidden">Loading the investor</span>
      <Skeleton className="h-96" />
      <Skeleton className="h-72" />
    </div>
  )
}
