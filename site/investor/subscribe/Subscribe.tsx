import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { explainLoad } from '#core/api/failures'
import { sheetPath } from '#core/format/series-paths'
import { dataOf, type Remote } from '#core/query/remote'
import { type PublicSeries, seriesOf } from '#core/query/series'
import { $subscriptions, refreshSubscriptions } from '#core/query/subscriptions'
import { isSeriesCode } from '#shared/series-code'
import { BackLink } from '#site/investor/BackLink.tsx'
import { isMissing, Missing } from '#site/investor/Missing.tsx'
import { NotFound } from '#site/investor/NotFound.tsx'
import { Page } from '#site/investor/Page.tsx'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { closureOf, nextChangeIn } from './offering.ts'
import { SubscribeSteps } from './SubscribeSteps.tsx'

const LIST = '/access/dashboard?tab=investments'
/** The longest delay of a timer, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1

/** The subscription for units of a series, in four steps on one screen. */
export function Subscribe() {
  const { name = '' } = useParams()
  if (!isSeriesCode(name)) return <NotFound />
  return <OneSeries key={name} code={name.toLowerCase()} />
}

/** Fetches the series again when its offering opens or closes by time. */
function useTimelyOffering(series: PublicSeries | undefined, refresh: () => Promise<void>) {
  const offering = series?.offering
  useEffect(() => {
    const delay = offering ? nextChangeIn(offering) : undefined
    if (delay === undefined || delay > LONGEST_MS) return
    const timer = setTimeout(() => void refresh(), delay + 500)
    return () => clearTimeout(timer)
  }, [offering, refresh])
}

function OneSeries({ code }: { code: string }) {
  const { $view, refresh } = seriesOf(code)
  const view = useStore($view)
  const mine = useStore($subscriptions)
  const series = dataOf(view)
  useTimelyOffering(series, refresh)
  const retry = () => {
    void refresh()
    void refreshSubscriptions()
  }
  if (isMissing(view)) {
    return (
      <Frame title="Subscribe">
        <Missing title="There is no series with this symbol">
          <p>It may not be open for investment any more.</p>
          <p className="mt-4">
            <a className="button button-quiet button-small" href="/tokens">
              See all series
            </a>
          </p>
        </Missing>
      </Frame>
    )
  }
  const failed: Remote<unknown> = view.status === 'failed' ? view : mine
  return (
    <Frame
      title={`Subscribe for ${series?.token.symbol ?? `$${code.toUpperCase()}`}`}
      lead={series ? `${series.token.name} · ${series.token.category}` : '\u00a0'}
    >
      <div className="@container mt-5 grid grid-cols-1 gap-5">
        <RemoteFailure
          view={failed}
          failure={explainLoad('The offering could not be loaded')}
          last="What is shown was loaded before."
          onRetry={retry}
        />
        {series && closureOf(series) ? (
          <Closed series={series} />
        ) : series && dataOf(mine) ? (
          <SubscribeSteps
            code={code}
            series={series}
            subscriptions={dataOf(mine) ?? []}
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

/** The offering takes no subscriptions now. */
function Closed({ series }: { series: PublicSeries }) {
  const closure = closureOf(series)
  return (
    <section className="panel px-[22px] py-8 max-sm:px-4" aria-labelledby="closure">
      <h2 id="closure" className="text-[1.3125rem] leading-snug wrap-anywhere">
        {closure?.title}
      </h2>
      <p className="mt-2 max-w-[64ch] text-ink-2">{closure?.text}</p>
      <p className="mt-5 flex flex-wrap gap-3">
        <a className="button button-quiet button-small" href={sheetPath(series.token.symbol)}>
          Read the sheet of {series.token.symbol}
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
      <span className="visually-hidden">Loading the offering</span>
      <Skeleton className="h-80 @min-[58rem]:col-start-2" />
      <div className="grid gap-5 @min-[58rem]:col-start-1 @min-[58rem]:row-start-1">
        <Skeleton className="h-72" />
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    </div>
  )
}
