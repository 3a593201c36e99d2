import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import type { Subscription } from '#contract/holdings/subscriptions'
import { createLoadErrorMessage } from '#core/api/error-messages'
import { formatMoney } from '#core/format/format'
import { getSubscriptionStore } from '#core/query/holdings/subscriptions'
import { getData } from '#core/query/remote'
import { BackLink } from '#site/investor/kit/BackLink.tsx'
import { IllustrativeBadge } from '#site/investor/kit/IllustrativeBadge.tsx'
import { ItemNotFound, isNotFound } from '#site/investor/kit/ItemNotFound.tsx'
import { NotFound } from '#site/investor/kit/NotFound.tsx'
import { Page } from '#site/investor/kit/Page.tsx'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { NonBreakingReferences } from '#ui/ReferenceNumber'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { SubscriptionFacts } from './SubscriptionFacts.tsx'
import { SubscriptionLoading } from './SubscriptionLoading.tsx'
import { SubscriptionNextStep } from './SubscriptionNextStep.tsx'
import { SubscriptionTimeline } from './SubscriptionTimeline.tsx'
import { investorSubscriptionStatusLabels, investorSubscriptionStatusTones } from './subscription-statuses.ts'

const LIST = '/access/dashboard?tab=investments'

/** One subscription: the next step, its figures and its timeline. */
export function SubscriptionPage() {
  const { name = '' } = useParams()
  if (!/^[1-9]\d{0,8}$/.test(name)) return <NotFound />
  return <OneSubscription key={name} id={Number(name)} />
}

function OneSubscription({ id }: { id: number }) {
  const { $view, refresh } = getSubscriptionStore(id)
  const view = useStore($view)
  const subscription = getData(view)
  const { reference = `S-${String(id).padStart(6, '0')}` } = subscription ?? {}
  const title = `Subscription ${reference}`
  return (
    <Page
      title={title}
      heading={<NonBreakingReferences>{title}</NonBreakingReferences>}
      lead={subscription ? `${formatMoney(subscription.amount)} for ${subscription.symbol}` : '\u00a0'}
      above={<BackLink to={LIST}>My Investments</BackLink>}
      aside={
        <p className="flex min-h-6 flex-wrap gap-3">
          {subscription ? (
            <>
              <IllustrativeBadge series={subscription} />
              <Badge tone={investorSubscriptionStatusTones[subscription.state]}>
                {investorSubscriptionStatusLabels[subscription.state]}
              </Badge>
            </>
          ) : (
            view.status === 'loading' && <Skeleton className="h-6 w-24" />
          )}
        </p>
      }
    >
      {isNotFound(view) ? (
        <ItemNotFound title="Subscription not found">
          <p>
            Your subscriptions are listed in{' '}
            <Link className="underline underline-offset-2" to={LIST}>
              My Investments
            </Link>
            .
          </p>
        </ItemNotFound>
      ) : (
        <div className="@container mt-5 grid grid-cols-1 gap-5">
          <SubmittedNotice />
          <RemoteView
            view={view}
            failure={createLoadErrorMessage('The subscription could not be loaded')}
            last="Showing the last data loaded."
            onRetry={refresh}
            loading={<SubscriptionLoading />}
          >
            {(loaded) => <Parts subscription={loaded} />}
          </RemoteView>
        </div>
      )}
    </Page>
  )
}

function Parts({ subscription }: { subscription: Subscription }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 @min-[58rem]:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-5">
        <SubscriptionNextStep subscription={subscription} />
        <SubscriptionFacts subscription={subscription} />
      </div>
      <SubscriptionTimeline subscription={subscription} />
    </div>
  )
}

/** Shown once, after the subscription was submitted on the previous page. */
function SubmittedNotice() {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const isSubmitted = Boolean((state as { submitted?: boolean } | null)?.submitted)
  const wasSubmitted = useRef(isSubmitted)
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isSubmitted) return
    banner.current?.focus({ preventScroll: true })
    // A reload shows the subscription without it.
    void navigate(pathname, { replace: true, state: null, preventScrollReset: true })
  }, [isSubmitted, pathname, navigate])
  if (!wasSubmitted.current) return null
  return (
    <Banner kind="success" ref={banner}>
      Subscription submitted. No payment is due until it is approved.
    </Banner>
  )
}
