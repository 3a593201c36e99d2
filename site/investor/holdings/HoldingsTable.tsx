import { Link } from 'react-router'
import type { UnitHolding } from '#contract/holdings'
import type { Subscription } from '#contract/subscriptions'
import { formatMoney, formatPercent } from '#core/format/format'
import { holdingPath } from '#core/format/series-paths'
import { formatUnits } from '#core/format/units'
import type { Holdings } from '#core/query/holdings'
import { toneOf } from '#site/investor/dashboard/figures.ts'
import { IllustrativeMark } from '#site/investor/IllustrativeMark.tsx'
import { DayDate } from '#site/investor/SiteDate.tsx'
import { CashNote } from './CashNote.tsx'
import { moneyOr, OTHER_GAINS, openIn, shareOr, signedOr, sumHoldings } from './holdings.ts'
import { OpenSubscriptions } from './OpenSubscriptions.tsx'
import { Opens } from './Opens.tsx'

const cell = 'px-3 py-2.5 align-top first:pl-[22px] last:pr-[22px]'
const figure = `${cell} num text-right text-[0.875rem] leading-[1.6] whitespace-nowrap`
const head = 'px-3 py-2.5 text-right font-normal first:pl-[22px] first:text-left last:pr-[22px]'
const under = 'block text-[0.75rem] text-ink-3'
/** A separate column where there is room for it, else a line of another column. */
const wide = '@max-[72rem]:hidden'
/** The last column where those are not shown. */
const lastShown = '@max-[72rem]:pr-[22px]'

interface HoldingsTableProps {
  response: Holdings
  subscriptions: readonly Subscription[]
  totalGains: string | undefined
}

/** The holdings where a table has room. */
export function HoldingsTable({ response, subscriptions, totalGains }: HoldingsTableProps) {
  const { holdings, cash, total } = response
  const sums = sumHoldings(response, totalGains)
  return (
    <table className="w-full @max-[44rem]:hidden">
      <caption className="visually-hidden">Holdings, largest value first</caption>
      <thead>
        <tr className="border-line-strong border-b text-[0.8125rem] text-ink-3">
          <th scope="col" className={head}>
            Series
          </th>
          <th scope="col" className={head}>
            Units
          </th>
          <th scope="col" className={head}>
            Cost
          </th>
          <th scope="col" className={head}>
            Unit value
          </th>
          <th scope="col" className={head}>
            Value
          </th>
          <th scope="col" className={`${head} ${lastShown}`}>
            Gain
          </th>
          <th scope="col" className={`${head} ${wide}`}>
            Share
          </th>
          <th scope="col" className={`${head} ${wide}`}>
            Documents
          </th>
        </tr>
      </thead>
      <tbody>
        {holdings.map((holding) => (
          <Row
            key={holding.symbol}
            holding={holding}
            open={openIn(holding.symbol, subscriptions)}
            day={holding.as_of}
          />
        ))}
      </tbody>
      <tfoot
        data-illustrative={holdings.some(({ is_illustrative }) => is_illustrative) || undefined}
        className="border-line-strong border-t"
      >
        <tr className="border-line border-b">
          <th scope="row" colSpan={2} className={`${cell} text-left text-[0.9375rem] font-normal`}>
            Units held
          </th>
          <td className={figure}>
            <Opens of="units_cost" known={sums.cost}>
              {moneyOr(sums.cost)}
            </Opens>
          </td>
          <td className={figure} />
          <td className={figure}>
            <Opens of="units_value" known={sums.value}>
              {moneyOr(sums.value)}
            </Opens>
          </td>
          <td className={`${figure} ${lastShown}`}>
            <span className={sums.gain === null ? '' : toneOf(sums.gain)}>
              <Opens of="units_gain" known={sums.gain}>
                {signedOr(sums.gain)}
              </Opens>
            </span>
          </td>
          <td className={wide} />
          <td className={wide} />
        </tr>
        <tr className="border-line border-b">
          <th scope="row" colSpan={4} className={`${cell} text-left text-[0.9375rem] font-normal`}>
            Cash, not invested
            <CashNote subscriptions={subscriptions} className="text-[0.8125rem] text-ink-3" />
          </th>
          <td className={figure}>
            <Opens of="cash" known={cash}>
              {formatMoney(cash)}
            </Opens>
            <span className={`${under} @min-[72rem]:hidden`}>
              <CashShare of={response} />
            </span>
          </td>
          <td className={figure} />
          <td className={`${figure} ${wide}`}>
            <CashShare of={response} />
          </td>
          <td className={wide} />
        </tr>
        {sums.otherGain !== null && (
          <tr className="border-line border-b">
            <th scope="row" colSpan={5} className={`${cell} text-left text-[0.9375rem] font-normal`}>
              {OTHER_GAINS}
            </th>
            <td className={`${figure} ${lastShown}`}>
              <span className={toneOf(sums.otherGain)}>
                <Opens of="other_gains" known={sums.otherGain}>
                  {signedOr(sums.otherGain)}
                </Opens>
              </span>
            </td>
            <td className={wide} />
            <td className={wide} />
          </tr>
        )}
        <tr>
          <th scope="row" colSpan={4} className={`${cell} text-left text-[0.9375rem] font-medium`}>
            Total
          </th>
          <td className={`${figure} font-medium`}>
            <Opens of="total" known={total}>
              {formatMoney(total)}
            </Opens>
          </td>
          <td className={`${figure} ${lastShown} font-medium`}>
            {totalGains !== undefined && sums.otherGain !== null && (
              <Opens of="gains" known={totalGains}>
                {signedOr(totalGains)}
              </Opens>
            )}
          </td>
          <td className={wide} />
          <td className={wide} />
        </tr>
      </tfoot>
    </table>
  )
}

const CashShare = ({ of: { cash_percent } }: { of: Holdings }) => (
  <Opens of="cash_share" known={cash_percent}>
    {shareOr(cash_percent)}
  </Opens>
)

interface RowProps {
  holding: UnitHolding
  open: readonly Subscription[]
  day: string | null
}

function Row({ holding, open, day }: RowProps) {
  const { symbol, name, units, cost, unit_value, value, gain, gain_percent, share_percent } = holding
  return (
    <tr
      data-illustrative={holding.is_illustrative || undefined}
      className="group relative border-line border-t first:border-t-0 hover:bg-sunken"
    >
      <th scope="row" className={`${cell} min-w-[8rem] text-left font-normal`}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {/* The link covers the row. */}
          <Link
            className="num font-medium no-underline wrap-anywhere after:absolute after:inset-0"
            to={holdingPath(symbol)}
          >
            {symbol}
          </Link>
          <IllustrativeMark of={holding} />
        </div>
        <div className="flex flex-wrap items-baseline gap-x-3 text-[0.8125rem]">
          {name !== symbol && <span className="text-ink-3 wrap-anywhere">{name}</span>}
          <OpenSubscriptions subscriptions={open} />
        </div>
      </th>
      <td className={figure}>
        <Opens of={`units:${symbol}`} known={units}>
          {formatUnits(units)}
        </Opens>
      </td>
      <td className={figure}>
        <Opens of={`cost:${symbol}`} known={cost}>
          {formatMoney(cost)}
        </Opens>
      </td>
      <td className={figure}>
        <Opens of={`unit_value:${symbol}`} known={unit_value}>
          {moneyOr(unit_value)}
        </Opens>
        {day && (
          <span className={under}>
            <DayDate instant={day} />
          </span>
        )}
      </td>
      <td className={figure}>
        <Opens of={`holding:${symbol}`} known={value}>
          {moneyOr(value)}
        </Opens>
        <span className={`${under} @min-[72rem]:hidden`}>
          <Opens of={`share:${symbol}`} known={share_percent}>
            {shareOr(share_percent)}
          </Opens>
        </span>
      </td>
      <td className={`${figure} ${lastShown}`}>
        <span className={gain === null ? '' : toneOf(gain)}>
          <Opens of={`gain:${symbol}`} known={gain}>
            {signedOr(gain)}
          </Opens>
        </span>
        {gain_percent !== null && (
          <span className={under}>
            <Opens of={`gain_percent:${symbol}`} known={gain_percent}>
              {formatPercent(gain_percent)}
            </Opens>
          </span>
        )}
      </td>
      <td className={`${figure} ${wide}`}>
        <Opens of={`share:${symbol}`} known={share_percent}>
          {shareOr(share_percent)}
        </Opens>
      </td>
      <td className={`${cell} text-right text-[0.875rem] ${wide}`}>
        <Link
          className="relative z-1 text-accent-text underline decoration-1 underline-offset-4"
          to={`${holdingPath(symbol)}#documents`}
        >
          Documents<span className="visually-hidden"> of {symbol}</span>
        </Link>
      </td>
    </tr>
  )
}
