import { useStore } from '@nanostores/react'
import { Link, useParams } from 'react-router'
import { createLoadErrorMessage } from '#core/api/error-messages'
import { getSeriesPath, getSubscribePath } from '#core/format/series-paths'
import { getHoldingStore, type HoldingDetails } from '#core/query/holdings/holdings'
import { $subscriptions } from '#core/query/holdings/subscriptions'
import { getData } from '#core/query/remote'
import { isSeriesCode } from '#shared/series-code'
import { ProofPanel } from '#site/investor/holdings/proof/ProofPanel.tsx'
import { SubscriptionList } from '#site/investor/holdings/subscriptions/SubscriptionList.tsx'
import { BackLink } from '#site/investor/kit/BackLink.tsx'
import { IllustrativeBadge } from '#site/investor/kit/IllustrativeBadge.tsx'
import { ItemNotFound, isNotFound } from '#site/investor/kit/ItemNotFound.tsx'
import { NotFound } from '#site/investor/kit/NotFound.tsx'
import { Page } from '#site/investor/kit/Page.tsx'
import { useScrollToHash } from '#site/investor/kit/use-scroll-to-hash.ts'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { CertificateButton } from './CertificateButton.tsx'
import { Distributions } from './Distributions.tsx'
import { ExitOptions } from './ExitOptions.tsx'
import { HoldingFigures } from './HoldingFigures.tsx'
import { RegisterEntries } from './RegisterEntries.tsx'
import { SeriesDocuments } from './SeriesDocuments.tsx'
import { Valuations } from './Valuations.tsx'

const LIST = '/access/dashboard?tab=investments'

/** One holding: its figures, register entries, valuations and the documents of its series. */
export function HoldingPage() {
  const { name = '' } = useParams()
  if (!isSeriesCode(name)) return <NotFound />
  return <OneHolding key={name} code={name.toLowerCase()} />
}

function OneHolding({ code }: { code: string }) {
  const { $view, refresh } = getHoldingStore(code)
  const view = useStore($view)
  const details = getData(view)
  const symbol = details?.holding.symbol ?? `$${code.toUpperCase()}`
  if (isNotFound(view)) {
    return (
      <Page title="Holding" above={<BackLink to={LIST}>My Investments</BackLink>}>
        <ItemNotFound title="You hold no units of this series">
          <p>Your holdings are listed in My Investments.</p>
          <p className="mt-4 flex flex-wrap justify-center gap-3">
            <Link className="button button-quiet button-small" to={LIST}>
              My Investments
            </Link>
            <a className="button button-quiet button-small" href="/tokens">
              View all series
            </a>
          </p>
        </ItemNotFound>
      </Page>
    )
  }
  return (
    <Page
      title={`${symbol} holding`}
      lead={details ? details.holding.name : '\u00a0'}
      above={<BackLink to={LIST}>My Investments</BackLink>}
      aside={details ? <Actions details={details} /> : view.status === 'loading' && <ActionPlaces />}
    >
      <div className="mt-5 grid grid-cols-1 gap-5">
        <RemoteView
          view={view}
          failure={createLoadErrorMessage('The holding could not be loaded')}
          last="Showing the last data loaded."
          onRetry={refresh}
          loading={<Loading />}
        >
          {(loaded) => <Parts details={loaded} />}
        </RemoteView>
      </div>
    </Page>
  )
}

function Actions({ details }: { details: HoldingDetails }) {
  const { symbol, units } = details.holding
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      {Number(units) > 0 && <CertificateButton symbol={symbol} />}
      {details.is_listed && (
        <a className="button button-quiet button-small" href={getSeriesPath(symbol)}>
          Series details
        </a>
      )}
      {details.is_offered && (
        <Link className="button button-quiet button-small" to={getSubscribePath(symbol)}>
          Subscribe for more units
        </Link>
      )}
    </div>
  )
}

/** Placeholder for the usual number of actions. */
const ActionPlaces = () => (
  <div className="flex flex-wrap items-center gap-3">
    {['w-28', 'w-40', 'w-40'].map((width, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of placeholders
      <Skeleton key={at} className={`h-[38px] ${width}`} />
    ))}
  </div>
)

function Parts({ details }: { details: HoldingDetails }) {
  const { holding, is_listed, entries, distributions, valuations, documents } = details
  const mine = getData(useStore($subscriptions)) ?? []
  useScrollToHash(true)
  return (
    <>
      {holding.is_illustrative && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.875rem] text-ink-2">
          <IllustrativeBadge series={holding} /> The underlying asset of this series is fictitious.
        </p>
      )}
      {!is_listed && (
        <p className="text-[0.875rem] text-ink-2">
          This series is no longer offered and its public page has been removed. Your units, valuations and
          documents remain available here.
        </p>
      )}
      <HoldingFigures holding={holding} />
      {Number(holding.units) > 0 && <ExitOptions symbol={holding.symbol} />}
      <ProofPanel symbol={holding.symbol} entries={entries} />
      <RegisterEntries entries={entries} symbol={holding.symbol} />
      <Distributions distributions={distributions} />
      <div className="grid grid-cols-1 items-start gap-5 @min-[58rem]:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <Valuations valuations={valuations} mark={<IllustrativeBadge series={holding} />} />
          <SubscriptionList subscriptions={mine.filter(({ symbol }) => symbol === holding.symbol)} />
        </div>
        <SeriesDocuments documents={documents} mark={<IllustrativeBadge series={holding} />} />
      </div>
    </>
  )
}

function Loading() {
  return (
    <div role="status" aria-busy="true" className="grid gap-5">
      <span className="visually-hidden">Loading holding</span>
      <Skeleton className="h-28" />
      <Skeleton className="h-64" />
      <Skeleton className="h-72" />
    </div>
  )
}
