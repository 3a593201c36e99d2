import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OpenOffering } from '#contract/series'
import { formatMoney } from '#core/format/format'
import { sheetPath, subscribePath } from '#core/format/series-paths'
import { dataOf } from '#core/query/remote'
import { $openOfferings, refreshOfferings } from '#core/query/series'
import { FactLine } from '#site/investor/FactLine.tsx'
import { IllustrativeMark } from '#site/investor/IllustrativeMark.tsx'
import { ShowAll } from '#site/investor/ShowAll.tsx'
import { DayDate } from '#site/investor/SiteDate.tsx'
import { Panel } from '#ui/Panel'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'

/** Offerings that are listed until all are asked for. */
const SHOWN = 5

/** What can be subscribed for now, for somebody who holds no units yet. */
export function OpenOfferings() {
  const [isWhole, setWhole] = useState(false)
  const view = useStore($openOfferings)
  const offerings = dataOf(view)
  const shown = isWhole ? offerings : offerings?.slice(0, SHOWN)
  return (
    <Panel
      title="Open for subscription"
      note="You name an amount: it reserves units at the price of the offering. You pay after it is approved."
    >
      <RemoteFailure
        view={view}
        failure="The open offerings could not be loaded"
        last="The offerings below are the last ones loaded."
        onRetry={refreshOfferings}
      />
      {offerings?.length === 0 && (
        <p className="px-[22px] py-5 text-[0.9375rem] text-ink-2 max-sm:px-4">
          No offering is open now. You can request a token: the investment team then contacts you.
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
        <ShowAll part={`${shown.length} of ${offerings.length} offerings`} onShow={() => setWhole(true)}>
          {`Show all ${offerings.length} offerings`}
        </ShowAll>
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
          <a className="num font-medium no-underline wrap-anywhere hover:underline" href={sheetPath(symbol)}>
            {symbol}
            <span className="visually-hidden"> sheet</span>
          </a>
          <span className="text-[0.9375rem] text-ink-2 wrap-anywhere">{name}</span>
          <IllustrativeMark of={offering} />
        </p>
        <OfferingTerms offering={offering} />
      </div>
      <Link className="button button-quiet button-small" to={subscribePath(symbol)}>
        Subscribe<span className="visually-hidden"> for {symbol}</span>
      </Link>
    </li>
  )
}

/** What an offering costs, and until when. */
export function OfferingTerms({ offering }: { offering: OpenOffering }) {
  const { unit_price, unit_value, as_of, minimum, closes_at } = offering
  return (
    <FactLine
      facts={[
        [
          'Unit price',
          <span key="price" className="num">
            {formatMoney(unit_price)}
          </span>,
        ],
        unit_value !== null &&
          as_of != null && [
            'Valued at',
            <span key="value">
              <span className="num">{formatMoney(unit_value)}</span> on <DayDate instant={as_of} />
            </span>,
          ],
        [
          'Minimum',
          <span key="minimum" className="num">
            {formatMoney(minimum)}
          </span>,
        ],
        ['Closes', <DayDate key="closes" instant={closes_at} />],
      ]}
    />
  )
}
