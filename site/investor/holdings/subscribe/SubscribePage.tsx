import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { createLoadErrorMessage } from '#core/api/error-messages'
import { getSeriesPath } from '#core/format/series-paths'
import { getSeriesStore, type PublicSeries } from '#core/query/catalog/series'
import { $subscriptions, refreshSubscriptions } from '#core/query/holdings/subscriptions'
import { getData, type Remote } from '#core/query/remote'
import { isSeriesCode } from '#shared/series-code'
import { BackLink } from '#site/investor/kit/BackLink.tsx'
import { ItemNotFound, isNotFound } from '#site/investor/kit/ItemNotFound.tsx'
import { NotFound } from '#site/investor/kit/NotFound.tsx'
import { Page } from '#site/investor/kit/Page.tsx'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { getMillisecondsUntilChange, getUnavailability } from './offering-limits.ts'
import { SubscribeForm } from './SubscribeForm.tsx'

const LIST = '/access/dashboard?tab=investments'
/** The longest delay of a timer, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1

/** A subscription for units of a series, in four steps on one screen. */
export function SubscribePage() {
  const { name = '' } = useParams()
  if (!isSeriesCode(name)) return <NotFound />
  return <OneSeries key={name} code={name.toLowerCase()} />
}

/** Refetches the series when its offering opens or closes. */
function useTimelyOffering(series: PublicSeries | undefined, refresh: () => Promise<void>) {
  const offering = series?.offering
  useEffect(() => {
    const delay = offering ? getMillisecondsUntilChange(offering) : undefined
    if (delay === undefined || delay > LONGEST_MS) return
    const timer = setTimeout(() => void refresh(), delay + 500)
    return () => clearTimeout(timer)
  }, [offering, refresh])
}

function OneSeries({ code }: { code: string }) {
  const { $view, refresh } = getSeriesStore(code)
  const view = useStore($view)
  const mine = useStore($subscriptions)
  const series = getData(view)
  useTimelyOffering(series, refresh)
  const retry = () => {
    void refresh()
    void refreshSubscriptions()
  }
  if (isNotFound(view)) {
    return (
      <Frame title="Subscribe">
        <ItemNotFound title="Series not found">
          <p>It may no longer be open for investment.</p>
          <p className="mt-4">
            <a className="button button-quiet button-small" href="/tokens">
              View all series
            </a>
          </p>
        </ItemNotFound>
      </Frame>
    )
  }
  const failed: Remote<unknown> = view.status === 'failed' ? view : mine
  return (
    <Frame
      title={`Subscribe to ${series?.token.symbol ?? `$${code.toUpperCase()}`}`}
      lead={series ? `${series.token.name} · ${series.token.category}` : '\u00a0'}
    >
      <div className="@container mt-5 grid grid-cols-1 gap-5">
        <RemoteError
          view={failed}
          failure={createLoadErrorMessage('The offering could not be loaded')}
          last="Showing the last data loaded."
          onRetry={retry}
        />
        {series && getUnavailability(series) ? (
          <Closed series={series} />
        ) : series && getData(mine) ? (
          <SubscribeForm
            code={code}
            series={series}
            subscriptions={getData(mine) ?? []}
            onOutdated={refresh}
          />
        ) : (
          failed.status !== 'failed' && <Loading />
        )}
      </div>
    </Frame>
  )
}

function Frame({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Page title={title} lead={lead} above={<BackLink to={LIST}>My Investments</BackLink>}>
      {children}
    </Page>
  )
}

/** The offering is not open for subscription now. */
function Closed({ series }: { series: PublicSeries }) {
  const closure = getUnavailability(series)
  return (
    <section className="panel px-[22px] py-8 max-sm:px-4" aria-labelledby="closure">
      <h2 id="closure" className="text-[1.3125rem] leading-snug wrap-anywhere">
        {closure?.title}
      </h2>
      <p className="mt-2 max-w-[64ch] text-ink-2">{closure?.text}</p>
      <p className="mt-5 flex flex-wrap gap-3">
        <a className="button button-quiet button-small" href={getSeriesPath(series.token.symbol)}>
          View {series.token.symbol} details
        </a>
        <Link className="button button-quiet button-small" to={LIST}>
          My Investments
        </Link>
      </p>
    </section>
  )
}

function Loading() {
  return (
    <div
      role="status"
      aria-busy="true"
      className="grid grid-cols-1 items-start gap-5 @min-[58rem]:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <span className="visually-hidden">Loading offering</span>
      <Skeleton className="h-80 @min-[58rem]:col-start-2" />
      <div className="grid gap-5 @min-[58rem]:col-start-1 @min-[58rem]:row-start-1">
        <Skeleton className="h-72" />
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    </div>
  )
}
