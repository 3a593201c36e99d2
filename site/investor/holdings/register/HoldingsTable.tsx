import { Link } from 'react-router'
import type { UnitHolding } from '#contract/holdings/holdings'
import type { Subscription } from '#contract/holdings/subscriptions'
import { formatMoney, formatPercent } from '#core/format/format'
import { getHoldingPath } from '#core/format/series-paths'
import { formatUnits } from '#core/format/units'
import type { Holdings } from '#core/query/holdings/holdings'
import { getSignTone } from '#site/investor/kit/amount-tone.ts'
import { IllustrativeBadge } from '#site/investor/kit/IllustrativeBadge.tsx'
import { DayDate } from '#site/investor/kit/SiteDate.tsx'
import { CashNote } from './CashNote.tsx'
import {
  formatMoneyOrDash,
  formatShareOrDash,
  formatSignedMoneyOrDash,
  listOpenSubscriptions,
  OTHER_GAINS_LABEL,
  sumHoldings,
} from './holding-totals.ts'
import { NestedFigureDetails } from './NestedFigureDetails.tsx'
import { OpenSubscriptions } from './OpenSubscriptions.tsx'

const cell = 'px-3 py-2.5 align-top first:pl-[22px] last:pr-[22px]'
const figure = `${cell} num text-right text-[0.875rem] leading-[1.6] whitespace-nowrap`
const head = 'px-3 py-2.5 text-right font-normal first:pl-[22px] first:text-left last:pr-[22px]'
const under = 'block text-[0.75rem] text-ink-3'
/** A separate column if there is room, or else a line in another column. */
const wide = '@max-[72rem]:hidden'
/** The last column if those are hidden. */
const lastShown = '@max-[72rem]:pr-[22px]'

interface HoldingsTableProps {
  response: Holdings
  subscriptions: readonly Subscription[]
  totalGains: string | undefined
}

/** The holdings as a table. */
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
            Cost basis
          </th>
          <th scope="col" className={head}>
            Unit value
          </th>
          <th scope="col" className={head}>
            Value
          </th>
          <th scope="col" className={`${head} ${lastShown}`}>
            Unrealized gain
          </th>
          <th scope="col" className={`${head} ${wide}`}>
            Weight
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
            open={listOpenSubscriptions(holding.symbol, subscriptions)}
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
            Total holdings
          </th>
          <td className={figure}>
            <NestedFigureDetails figure="units_cost" known={sums.cost}>
              {formatMoneyOrDash(sums.cost)}
            </NestedFigureDetails>
          </td>
          <td className={figure} />
          <td className={figure}>
            <NestedFigureDetails figure="units_value" known={sums.value}>
              {formatMoneyOrDash(sums.value)}
            </NestedFigureDetails>
          </td>
          <td className={`${figure} ${lastShown}`}>
            <span className={sums.gain === null ? '' : getSignTone(sums.gain)}>
              <NestedFigureDetails figure="units_gain" known={sums.gain}>
                {formatSignedMoneyOrDash(sums.gain)}
              </NestedFigureDetails>
            </span>
          </td>
          <td className={wide} />
          <td className={wide} />
        </tr>
        <tr className="border-line border-b">
          <th scope="row" colSpan={4} className={`${cell} text-left text-[0.9375rem] font-normal`}>
            Uninvested cash
            <CashNote subscriptions={subscriptions} className="text-[0.8125rem] text-ink-3" />
          </th>
          <td className={figure}>
            <NestedFigureDetails figure="cash" known={cash}>
              {formatMoney(cash)}
            </NestedFigureDetails>
            <span className={`${under} @min-[72rem]:hidden`}>
              <CashShare holdings={response} />
            </span>
          </td>
          <td className={figure} />
          <td className={`${figure} ${wide}`}>
            <CashShare holdings={response} />
          </td>
          <td className={wide} />
        </tr>
        {sums.otherGain !== null && (
          <tr className="border-line border-b">
            <th scope="row" colSpan={5} className={`${cell} text-left text-[0.9375rem] font-normal`}>
              {OTHER_GAINS_LABEL}
            </th>
            <td className={`${figure} ${lastShown}`}>
              <span className={getSignTone(sums.otherGain)}>
                <NestedFigureDetails figure="other_gains" known={sums.otherGain}>
                  {formatSignedMoneyOrDash(sums.otherGain)}
                </NestedFigureDetails>
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
            <NestedFigureDetails figure="total" known={total}>
              {formatMoney(total)}
            </NestedFigureDetails>
          </td>
          <td className={`${figure} ${lastShown} font-medium`}>
            {totalGains !== undefined && sums.otherGain !== null && (
              <NestedFigureDetails figure="gains" known={totalGains}>
                {formatSignedMoneyOrDash(totalGains)}
              </NestedFigureDetails>
            )}
          </td>
          <td className={wide} />
          <td className={wide} />
        </tr>
      </tfoot>
    </table>
  )
}

const CashShare = ({ holdings: { cash_percent } }: { holdings: Holdings }) => (
  <NestedFigureDetails figure="cash_share" known={cash_percent}>
    {formatShareOrDash(cash_percent)}
  </NestedFigureDetails>
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
            to={getHoldingPath(symbol)}
          >
            {symbol}
          </Link>
          <IllustrativeBadge series={holding} />
        </div>
        <div className="flex flex-wrap items-baseline gap-x-3 text-[0.8125rem]">
          {name !== symbol && <span className="text-ink-3 wrap-anywhere">{name}</span>}
          <OpenSubscriptions subscriptions={open} />
        </div>
      </th>
      <td className={figure}>
        <NestedFigureDetails figure={`units:${symbol}`} known={units}>
          {formatUnits(units)}
        </NestedFigureDetails>
      </td>
      <td className={figure}>
        <NestedFigureDetails figure={`cost:${symbol}`} known={cost}>
          {formatMoney(cost)}
        </NestedFigureDetails>
      </td>
      <td className={figure}>
        <NestedFigureDetails figure={`unit_value:${symbol}`} known={unit_value}>
          {formatMoneyOrDash(unit_value)}
        </NestedFigureDetails>
        {day && (
          <span className={under}>
            <DayDate instant={day} />
          </span>
        )}
      </td>
      <td className={figure}>
        <NestedFigureDetails figure={`holding:${symbol}`} known={value}>
          {formatMoneyOrDash(value)}
        </NestedFigureDetails>
        <span className={`${under} @min-[72rem]:hidden`}>
          <NestedFigureDetails figure={`share:${symbol}`} known={share_percent}>
            {formatShareOrDash(share_percent)}
          </NestedFigureDetails>
        </span>
      </td>
      <td className={`${figure} ${lastShown}`}>
        <span className={gain === null ? '' : getSignTone(gain)}>
          <NestedFigureDetails figure={`gain:${symbol}`} known={gain}>
            {formatSignedMoneyOrDash(gain)}
          </NestedFigureDetails>
        </span>
        {gain_percent !== null && (
          <span className={under}>
            <NestedFigureDetails figure={`gain_percent:${symbol}`} known={gain_percent}>
              {formatPercent(gain_percent)}
            </NestedFigureDetails>
          </span>
        )}
      </td>
      <td className={`${figure} ${wide}`}>
        <NestedFigureDetails figure={`share:${symbol}`} known={share_percent}>
          {formatShareOrDash(share_percent)}
        </NestedFigureDetails>
      </td>
      <td className={`${cell} text-right text-[0.875rem] ${wide}`}>
        <Link
          className="relative z-1 text-accent-text underline decoration-1 underline-offset-4"
          to={`${getHoldingPath(symbol)}#documents`}
        >
          Documents<span className="visually-hidden"> of {symbol}</span>
        </Link>
      </td>
    </tr>
  )
}
