import { Link } from 'react-router'
import type { ReceivedDistribution } from '#contract/holdings/holdings'
import { describeCounted, formatAmountPerUnit } from '#core/format/distributions'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { getTransactionPath } from '#shared/notification-link'
import { DayDate } from '#site/investor/kit/SiteDate.tsx'
import { Badge } from '#ui/Badge'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'

const cell =
  'px-3 py-3 align-top text-[0.875rem] leading-[1.6] first:pl-[22px] last:pr-[22px] @max-[36rem]:px-1.5 max-sm:first:pl-4 max-sm:last:pr-4'
const head = `${cell} text-right text-[0.8125rem] font-normal text-ink-3 first:text-left`

/** Distribution payments an investor received for units of a series, newest first. */
export function Distributions({ distributions }: { distributions: readonly ReceivedDistribution[] }) {
  const someCounted = distributions.some(({ counted_at }) => counted_at !== null)
  return (
    <div id="distributions" className="scroll-mt-20">
      <Panel
        title="Distributions"
        note={`Units held at the end of the record date${someCounted ? ' (or at booking, where stated)' : ''} × amount per unit, rounded to the cent. Rounding differences are allocated by the largest-remainder method.`}
      >
        {distributions.length === 0 ? (
          <EmptyState title="No distributions yet">
            <p>Distributions paid by the series appear here with their calculation.</p>
          </EmptyState>
        ) : (
          <div className="stacked-table @container relative overflow-x-auto">
            <table className="w-full">
              <caption className="visually-hidden">Distributions, newest first</caption>
              <thead>
                <tr className="border-line-strong border-b">
                  <th scope="col" className={head}>
                    Record date
                  </th>
                  <th scope="col" className={`${head} @max-[36rem]:hidden`}>
                    Units
                  </th>
                  <th scope="col" className={`${head} @max-[36rem]:hidden`}>
                    Per unit
                  </th>
                  <th scope="col" className={head}>
                    Amount
                  </th>
                </tr>
              </thead>
              <tbody>
                {distributions.map((one) => (
                  <Row key={one.transaction_id} distribution={one} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Panel>
    </div>
  )
}

function Row({ distribution }: { distribution: ReceivedDistribution }) {
  const { record_date, counted_at, units, amount_per_unit, amount, reason, paid_at, reversed_at } =
    distribution
  return (
    <tr className="border-line border-t first:border-t-0">
      <th scope="row" className={`${cell} text-left font-normal`}>
        <span className="text-[0.9375rem] font-medium">{formatCalendarDate(record_date)}</span>
        <span className="block text-[0.8125rem] text-ink-3">
          paid <DayDate instant={paid_at} />,{' '}
          <Link
            className="whitespace-nowrap text-accent-text underline decoration-1 underline-offset-4"
            to={getTransactionPath(distribution.transaction_id)}
          >
            transaction {distribution.transaction_id}
          </Link>
        </span>
        {counted_at !== null && (
          <span className="block max-w-[48ch] text-[0.8125rem] text-ink-3">
            {describeCounted(distribution)}
          </span>
        )}
        {reason && (
          <span className="block max-w-[48ch] text-[0.8125rem] text-ink-2 wrap-anywhere">{reason}</span>
        )}
        <span className="num block text-[0.8125rem] text-ink-2 @min-[36rem]:hidden">
          {formatUnits(units)} × {formatAmountPerUnit(amount_per_unit)}
        </span>
      </th>
      <td className={`${cell} num text-right whitespace-nowrap @max-[36rem]:hidden`}>{formatUnits(units)}</td>
      <td className={`${cell} num text-right whitespace-nowrap @max-[36rem]:hidden`}>
        {formatAmountPerUnit(amount_per_unit)}
      </td>
      <td className={`${cell} text-right whitespace-nowrap`}>
        <span className={`num ${reversed_at ? 'text-ink-3 line-through' : 'text-gain'}`}>
          +{formatMoney(amount)}
        </span>
        {reversed_at && (
          <span className="mt-1 block">
            <Badge tone="warn">Reversed</Badge>
          </span>
        )}
      </td>
    </tr>
  )
}
