import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureName } from '#contract/figures'
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

interface HoldingCardsProps {
  response: Holdings
  subscriptions: readonly Subscription[]
  totalGains: string | undefined
}

/** The holdings where a table has no room: a card each, and the cash and the total below. */
export function HoldingCards({ response, subscriptions, totalGains }: HoldingCardsProps) {
  const { holdings, cash, total } = response
  const sums = sumHoldings(response, totalGains)
  return (
    <div className="@min-[44rem]:hidden">
      <ul>
        {holdings.map((holding) => (
          <Card key={holding.symbol} holding={holding} open={openIn(holding.symbol, subscriptions)} />
        ))}
      </ul>
      <dl className="border-line-strong border-t px-[22px] py-3 max-sm:px-4 text-[0.9375rem]">
        <Line name="Units held" of="units_value" known={sums.value} value={moneyOr(sums.value)} />
        <Line
          name={
            <>
              Cash, not invested ·{' '}
              <Opens of="cash_share" known={response.cash_percent}>
                {shareOr(response.cash_percent)}
              </Opens>
            </>
          }
          of="cash"
          known={cash}
          value={formatMoney(cash)}
        />
        <Line name="Total" of="total" known={total} value={formatMoney(total)} isStrong />
      </dl>
      <dl className="border-line border-t px-[22px] py-3 max-sm:px-4 text-[0.9375rem]">
        <Line name="Cost of units held" of="units_cost" known={sums.cost} value={moneyOr(sums.cost)} />
        <Line name="Gain of units held" of="units_gain" known={sums.gain} value={signedOr(sums.gain)} />
        {totalGains !== undefined && sums.otherGain !== null && (
          <>
            <Line
              name={OTHER_GAINS}
              of="other_gains"
              known={sums.otherGain}
              value={signedOr(sums.otherGain)}
            />
            <Line name="Total gains" of="gains" known={totalGains} value={signedOr(totalGains)} isStrong />
          </>
        )}
      </dl>
      <CashNote
        subscriptions={subscriptions}
        className="px-[22px] pb-3 max-sm:px-4 text-[0.8125rem] text-ink-3"
      />
    </div>
  )
}

function Card({ holding, open }: { holding: UnitHolding; open: readonly Subscription[] }) {
  const { symbol, name, units, cost, unit_value, value, gain, gain_percent, share_percent, as_of } = holding
  return (
    <li
      data-illustrative={holding.is_illustrative || undefined}
      className="relative border-line border-t px-[22px] py-3 max-sm:px-4 first:border-t-0"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="flex min-w-0 flex-1 basis-[7rem] flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            className="num font-medium no-underline wrap-anywhere after:absolute after:inset-0"
            to={holdingPath(symbol)}
          >
            {symbol}
          </Link>
          <IllustrativeMark of={holding} />
        </p>
        <p className="num">
          <Opens of={`holding:${symbol}`} known={value}>
            {moneyOr(value)}
          </Opens>
        </p>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-[0.8125rem]">
        <p className="min-w-0 flex-1 basis-[7rem] text-ink-3 wrap-anywhere">{name !== symbol && name}</p>
        <p className={`num ${gain === null ? '' : toneOf(gain)}`}>
          <Opens of={`gain:${symbol}`} known={gain}>
            {signedOr(gain)}
          </Opens>
          {gain_percent !== null && (
            <>
              {' ('}
              <Opens of={`gain_percent:${symbol}`} known={gain_percent}>
                {formatPercent(gain_percent)}
              </Opens>
              )
            </>
          )}
        </p>
      </div>
      <dl className="mt-1 flex flex-wrap gap-x-4 text-[0.8125rem]">
        <Fact name="Units">
          <Opens of={`units:${symbol}`} known={units}>
            {formatUnits(units)}
          </Opens>
        </Fact>
        <Fact name="Cost">
          <Opens of={`cost:${symbol}`} known={cost}>
            {formatMoney(cost)}
          </Opens>
        </Fact>
        <Fact name="Unit value">
          <Opens of={`unit_value:${symbol}`} known={unit_value}>
            {moneyOr(unit_value)}
          </Opens>{' '}
          {as_of && (
            <span className="text-ink-3">
              <DayDate instant={as_of} />
            </span>
          )}
        </Fact>
        <Fact name="Share">
          <Opens of={`share:${symbol}`} known={share_percent}>
            {shareOr(share_percent)}
          </Opens>
        </Fact>
      </dl>
      <OpenSubscriptions subscriptions={open} />
    </li>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="inline text-ink-3">{name} </dt>
    <dd className="num inline wrap-anywhere">{children}</dd>
  </div>
)

interface LineProps {
  name: ReactNode
  of: FigureName
  known: string | null | undefined
  /** As it is shown. */
  value: string
  isStrong?: boolean
}

const Line = ({ name, of, known, value, isStrong = false }: LineProps) => (
  <div
    className={`flex flex-wrap items-baseline justify-between gap-x-4 py-1 ${isStrong ? 'font-medium' : ''}`}
  >
    <dt>{name}</dt>
    <dd className="num ml-auto">
      <Opens of={of} known={known}>
        {value}
      </Opens>
    </dd>
  </div>
)
