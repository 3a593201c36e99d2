import { useStore } from '@nanostores/react'
import { Link, useParams } from 'react-router'
import { explainLoad } from '#core/api/failures'
import { sheetPath, subscribePath } from '#core/format/series-paths'
import { type HoldingDetails, holdingOf } from '#core/query/holdings'
import { dataOf } from '#core/query/remote'
import { $subscriptions } from '#core/query/subscriptions'
import { isSeriesCode } from '#shared/series-code'
import { BackLink } from '#site/investor/BackLink.tsx'
import { IllustrativeMark } from '#site/investor/IllustrativeMark.tsx'
import { isMissing, Missing } from '#site/investor/Missing.tsx'
import { NotFound } from '#site/investor/NotFound.tsx'
import { Page } from '#site/investor/Page.tsx'
import { ProofPanel } from '#site/investor/proof/ProofPanel.tsx'
import { SubscriptionList } from '#site/investor/subscriptions/SubscriptionList.tsx'
import { useNamedPart } from '#site/investor/use-named-part.ts'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { CertificateButton } from './CertificateButton.tsx'
import { Distributions } from './Distributions.tsx'
import { Entries } from './Entries.tsx'
import { HoldingFigures } from './HoldingFigures.tsx'
import { SeriesDocuments } from './SeriesDocuments.tsx'
import { Valuations } from './Valuations.tsx'
import { WayOut } from './WayOut.tsx'

const LIST = '/access/dashboard?tab=investments'

/** One holding: its figures, its entries in the register, the valuations and the documents of its series. */
export function HoldingPage() {
  const { name = '' } = useParams()
  if (!isSeriesCode(name)) return <NotFound />
  return <OneHolding key={name} code={name.toLowerCase()} />
}

function OneHolding({ code }: { code: string }) {
  const { $view, refresh } = holdingOf(code)
  const view = useStore($view)
  const details = dataOf(view)
  const symbol = details?.holding.symbol ?? `$${code.toUpperCase()}`
  if (isMissing(view)) {
    return (
      <Page title="Holding" above={<BackLink to={LIST}>My Investments</BackLink>}>
        <Missing title="You hold no units of this series">
          <p>What you hold is listed in My Investments.</p>
          <p className="mt-4 flex flex-wrap justify-center gap-3">
            <Link className="button button-quiet button-small" to={LIST}>
              My Investments
            </Link>
            <a className="button button-quiet button-small" href="/tokens">
              See all series
            </a>
          </p>
        </Missing>
      </Page>
    )
  }
  return (
    <Page
      title={`Holding of ${symbol}`}
      lead={details ? details.holding.name : '\u00a0'}
      above={<BackLink to={LIST}>My Investments</BackLink>}
      aside={details ? <Actions details={details} /> : view.status === 'loading' && <ActionPlaces />}
    >
      <div className="mt-5 grid grid-cols-1 gap-5">
        <RemoteView
          view={view}
          failure={explainLoad('The holding could not be loaded')}
          last="What is shown was loaded before."
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
        <a className="button button-quiet button-small" href={sheetPath(symbol)}>
          Sheet of the series
        </a>
      )}
      {details.is_offered && (
        <Link className="button button-quiet button-small" to={subscribePath(symbol)}>
          Subscribe for more
        </Link>
      )}
    </div>
  )
}

/** In place of as many actions as most holdings have. */
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
  const mine = dataOf(useStore($subscriptions)) ?? []
  useNamedPart(true)
  return (
    <>
      {holding.is_illustrative && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.875rem] text-ink-2">
          <IllustrativeMark of={holding} /> The asset of this series is invented to show how the platform
          works.
        </p>
      )}
      {!is_listed && (
        <p className="text-[0.875rem] text-ink-2">
          This series is no longer offered and has no public sheet. Your units, the valuations and the
          documents remain on this page.
        </p>
      )}
      <HoldingFigures holding={holding} />
      {Number(holding.units) > 0 && <WayOut symbol={holding.symbol} />}
      <ProofPanel symbol={holding.symbol} entries={entries} />
      <Entries entries={entries} symbol={holding.symbol} />
      <Distributions distributions={distributions} />
      <div className="grid grid-cols-1 items-start gap-5 @min-[58rem]:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <Valuations valuations={valuations} mark={<IllustrativeMark of={holding} />} />
          <SubscriptionList subscriptions={mine.filter(({ symbol }) => symbol === holding.symbol)} />
        </div>
        <SeriesDocuments documents={documents} mark={<IllustrativeMark of={holding} />} />
      </div>
    </>
  )
}

function Loading() {
  return (
    <div role="status" aria-busy="true" className="grid gap-5">
      <span className="visually-hidden">Loading the holding</span>
      <Skeleton className="h-28" />
      <Skeleton className="h-64" />
      <Skeleton className="h-72" />
    </div>
  )
}
