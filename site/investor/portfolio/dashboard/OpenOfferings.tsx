import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OpenOffering } from '#contract/catalog/series'
import { formatMoney } from '#core/format/format'
import { getSeriesPath, getSubscribePath } from '#core/format/series-paths'
import { $openOfferings, refreshOfferings } from '#core/query/catalog/series'
import { getData } from '#core/query/remote'
import { IllustrativeBadge } from '#site/investor/kit/IllustrativeBadge.tsx'
import { InlineFacts } from '#site/investor/kit/InlineFacts.tsx'
import { ShowAllButton } from '#site/investor/kit/ShowAllButton.tsx'
import { DayDate } from '#site/investor/kit/SiteDate.tsx'
import { Panel } from '#ui/Panel'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'

/** Number of offerings listed until all are requested. */
const SHOWN = 5

/** Offerings open for subscription, for an investor who holds no units yet. */
export function OpenOfferings() {
  const [isWhole, setWhole] = useState(false)
  const view = useStore($openOfferings)
  const offerings = getData(view)
  const shown = isWhole ? offerings : offerings?.slice(0, SHOWN)
  return (
    <Panel
      title="Open for subscription"
      note="Your subscription reserves units at the offering price. Payment is due only after approval."
    >
      <RemoteError
        view={view}
        failure="Open offerings could not be loaded"
        last="Showing the last offerings loaded."
        onRetry={refreshOfferings}
      />
      {offerings?.length === 0 && (
        <p className="px-[22px] py-5 text-[0.9375rem] text-ink-2 max-sm:px-4">
          No offering is currently open. You can submit an investment request, and the investment team will
          contact you.
        </p>
      )}
      {view.status === 'loading' && (
        <div className="px-[22px] py-5 max-sm:px-4">
          <Skeleton className="h-40" />
        </div>
      )}
      {shown && shown.length > 0 && (
        <ul>
          {shown.map((offering) => (
            <Row key={offering.symbol} offering={offering} />
          ))}
        </ul>
      )}
      {offerings && shown && shown.length < offerings.length && (
        <ShowAllButton
          part={`${shown.length} of ${offerings.length} offerings`}
          onShow={() => setWhole(true)}
        >
          {`Show all ${offerings.length} offerings`}
        </ShowAllButton>
      )}
    </Panel>
  )
}

function Row({ offering }: { offering: OpenOffering }) {
  const { symbol, name } = offering
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-line border-t px-[22px] py-3.5 first:border-t-0 max-sm:px-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <a
            className="num font-medium no-underline wrap-anywhere hover:underline"
            href={getSeriesPath(symbol)}
          >
            {symbol}
            <span className="visually-hidden"> series page</span>
          </a>
          <span className="text-[0.9375rem] text-ink-2 wrap-anywhere">{name}</span>
          <IllustrativeBadge series={offering} />
        </p>
        <OfferingTerms offering={offering} />
      </div>
      <Link className="button button-quiet button-small" to={getSubscribePath(symbol)}>
        Subscribe<span className="visually-hidden"> to {symbol}</span>
      </Link>
    </li>
  )
}

/** The price of an offering, and its end. */
export function OfferingTerms({ offering }: { offering: OpenOffering }) {
  const { unit_price, unit_value, as_of, minimum, closes_at } = offering
  return (
    <InlineFacts
      facts={[
        [
          'Unit price',
          <span key="price" className="num">
            {formatMoney(unit_price)}
          </span>,
        ],
        unit_value !== null &&
          as_of != null && [
            'Unit value',
            <span key="value">
              <span className="num">{formatMoney(unit_value)}</span> on <DayDate instant={as_of} />
            </span>,
          ],
        [
          'Minimum subscription',
          <span key="minimum" className="num">
            {formatMoney(minimum)}
          </span>,
        ],
        ['Closes', <DayDate key="closes" instant={closes_at} />],
      ]}
    />
  )
}
