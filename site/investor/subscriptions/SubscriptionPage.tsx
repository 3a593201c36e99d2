import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import type { Subscription } from '#contract/subscriptions'
import { explainLoad } from '#core/api/failures'
import { formatMoney } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { subscriptionOf } from '#core/query/subscriptions'
import { BackLink } from '#site/investor/BackLink.tsx'
import { IllustrativeMark } from '#site/investor/IllustrativeMark.tsx'
import { isMissing, Missing } from '#site/investor/Missing.tsx'
import { NotFound } from '#site/investor/NotFound.tsx'
import { Page } from '#site/investor/Page.tsx'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { WithReferences } from '#ui/Reference'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { NextAction } from './NextAction.tsx'
import { SubscriptionFacts } from './SubscriptionFacts.tsx'
import { SubscriptionLoading } from './SubscriptionLoading.tsx'
import { stateNames, stateTones } from './states.ts'
import { Timeline } from './Timeline.tsx'

const LIST = '/access/dashboard?tab=investments'

/** One subscription: what happens next, its figures and its timeline. */
export function SubscriptionPage() {
  const { name = '' } = useParams()
  if (!/^[1-9]\d{0,8}$/.test(name)) return <NotFound />
  return <OneSubscription key={name} id={Number(name)} />
}

function OneSubscription({ id }: { id: number }) {
  const { $view, refresh } = subscriptionOf(id)
  const view = useStore($view)
  const subscription = dataOf(view)
  const { reference = `S-${String(id).padStart(6, '0')}` } = subscription ?? {}
  const title = `Subscription ${reference}`
  return (
    <Page
      title={title}
      heading={<WithReferences>{title}</WithReferences>}
      lead={subscription ? `${formatMoney(subscription.amount)} for ${subscription.symbol}` : '\u00a0'}
      above={<BackLink to={LIST}>My Investments</BackLink>}
      aside={
        <p className="flex min-h-6 flex-wrap gap-3">
          {subscription ? (
            <>
              <IllustrativeMark of={subscription} />
              <Badge tone={stateTones[subscription.state]}>{stateNames[subscription.state]}</Badge>
            </>
          ) : (
            view.status === 'loading' && <Skeleton className="h-6 w-24" />
          )}
        </p>
      }
    >
      {isMissing(view) ? (
        <Missing title="There is no subscription with this number">
          <p>
            Your subscriptions are listed in{' '}
            <Link className="underline underline-offset-2" to={LIST}>
              My Investments
            </Link>
            .
          </p>
        </Missing>
      ) : (
        <div className="@container mt-5 grid grid-cols-1 gap-5">
          <SubmittedNotice />
          <RemoteView
            view={view}
            failure={explainLoad('The subscription could not be loaded')}
            last="What is shown was loaded before."
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
        <NextAction subscription={subscription} />
        <SubscriptionFacts subscription={subscription} />
      </div>
      <Timeline subscription={subscription} />
    </div>
  )
}

/** Shown once, after the subscription was submitted on the page before. */
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
      Your subscription is submitted. Nothing is charged before it is approved.
    </Banner>
  )
}
