import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { InvestorOverview } from '#contract/people/admin-investor'
import { getData } from '#core/query/remote'
import { $may } from '#core/session/admin-session'
import { formatFullName } from '#shared/full-name'
import {
  type EditedTransaction,
  TransactionDialog,
} from '#site/admin/cash/transactions/TransactionDialog.tsx'
import { getLedgerLocation } from '#site/admin/cash/transactions/transaction-list.ts'
import { ScreeningMatches } from '#site/admin/compliance/verifications/ScreeningMatches.tsx'
import { EmailDisputes } from '#site/admin/identity/email-disputes/EmailDisputes.tsx'
import { useDetail } from '#site/admin/kit/detail/use-detail.ts'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { useToast } from '#site/admin/kit/toasts/use-toast.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { useUrlAction } from '#site/admin/kit/use-url-action.ts'
import { userToasts } from '#site/admin/people/users/user-changes.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { FinancialOverview } from './FinancialOverview.tsx'
import { InvestorDocuments } from './InvestorDocuments.tsx'
import { InvestorNotes } from './InvestorNotes.tsx'
import { InvestorSessions } from './InvestorSessions.tsx'
import { InvestorSummary } from './InvestorSummary.tsx'
import { InvestorTimeline } from './InvestorTimeline.tsx'
import { investorDetail } from './investor-store.ts'
import { OpenSupportItems } from './OpenSupportItems.tsx'
import { VerificationSummary } from './VerificationSummary.tsx'

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

/** Everything about one investor, with the most frequent actions at hand. */
export function InvestorPage({ id }: { id: number }) {
  const opened = useDetail(investorDetail, String(id))
  useRefetchOnEvents(topics, investorDetail.refresh)
  const outcome = useToast(userToasts)
  const investor = getData(opened)
  const name = investor ? formatFullName(investor.user) : `Investor ${id}`
  return (
    <SectionPage
      title={name}
      lead={investor ? <Lead overview={investor} /> : ''}
      isLoading={opened.status === 'loading'}
      outcome={outcome}
      aside={<Actions id={id} name={name} isThere={investor !== undefined} />}
    >
      <RemoteView
        view={opened}
        {...getLoadErrorProps('Failed to fetch investor')}
        onRetry={investorDetail.refresh}
        loading={<Loading />}
      >
        {(loaded) => (
          <>
            <EmailDisputes kind="investor" id={id} onDecided={investorDetail.refresh} />
            {loaded.verification && (
              <ScreeningMatches
                matches={loaded.verification.matches}
                openHits={loaded.verification.open_hits}
                openNames={loaded.verification.open_hit_names}
                userId={id}
              />
            )}
            <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
              <div className="grid min-w-0 gap-5 xl:order-2">
                <InvestorSummary overview={loaded} />
                {loaded.verification && (
                  <VerificationSummary verification={loaded.verification} userId={id} />
                )}
                <OpenSupportItems items={loaded.desk} email={loaded.user.email} />
                <InvestorNotes userId={id} />
                <InvestorSessions sessions={loaded.sessions} userId={id} name={formatFullName(loaded.user)} />
              </div>
              <div className="grid min-w-0 gap-5">
                {loaded.money && <FinancialOverview facts={loaded.money} user={loaded.user} />}
                {loaded.documents && <InvestorDocuments documents={loaded.documents} userId={id} />}
                <InvestorTimeline userId={id} />
              </div>
            </div>
          </>
        )}
      </RemoteView>
    </SectionPage>
  )
}

function Lead({ overview: { user, account_number, verification } }: { overview: InvestorOverview }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="num text-[0.875rem]">{account_number}</span>
      <span className="wrap-anywhere">{user.email}</span>
      <Badge tone={user.is_active ? 'gain' : 'loss'}>{user.is_active ? 'Active' : 'Inactive'}</Badge>
      <Badge tone={user.is_verified ? 'gain' : 'warn'}>{user.is_verified ? 'Verified' : 'Unverified'}</Badge>
      {verification && verification.matches.length > 0 && <Badge tone="loss">Watchlist match</Badge>}
    </span>
  )
}

function Actions({ id, name, isThere }: { id: number; name: string; isThere: boolean }) {
  const may = useStore($may)
  const [edited, setEdited] = useState<EditedTransaction>()
  useUrlAction(
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
          Send notification
        </Link>
      )}
      {may('money') && (
        <Button small disabled={!isThere} aria-haspopup="dialog" onClick={() => setEdited({ userId: id })}>
          Add transaction
        </Button>
      )}
      <TransactionDialog
        target={edited}
        owner={name}
        onClose={() => setEdited(undefined)}
        onSaved={async (message, saved) => {
          await investorDetail.refresh()
          userToasts.succeed(message, { label: `Show #${saved.id}`, to: getLedgerLocation(saved) })
        }}
      />
    </>
  )
}

function Loading() {
  return (
    <div role="status" className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
      <span className="visually-hidden">Loading investor</span>
      <Skeleton className="h-96" />
      <Skeleton className="h-72" />
    </div>
  )
}
