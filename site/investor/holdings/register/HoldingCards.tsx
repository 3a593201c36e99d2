import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { UnitHolding } from '#contract/holdings/holdings'
import type { Subscription } from '#contract/holdings/subscriptions'
import type { FigureName } from '#contract/portfolio/figures'
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

interface HoldingCardsProps {
  response: Holdings
  subscriptions: readonly Subscription[]
  totalGains: string | undefined
}

/** The holdings if there is no room for a table: a card each, with cash and total below. */
export function HoldingCards({ response, subscriptions, totalGains }: HoldingCardsProps) {
  const { holdings, cash, total } = response
  const sums = sumHoldings(response, totalGains)
  return (
    <div className="@min-[44rem]:hidden">
      <ul>
        {holdings.map((holding) => (
          <Card
            key={holding.symbol}
            holding={holding}
            open={listOpenSubscriptions(holding.symbol, subscriptions)}
          />
        ))}
      </ul>
      <dl className="border-line-strong border-t px-[22px] py-3 max-sm:px-4 text-[0.9375rem]">
        <Line
          name="Total holdings"
          figure="units_value"
          known={sums.value}
          value={formatMoneyOrDash(sums.value)}
        />
        <Line
          name={
            <>
              Uninvested cash ·{' '}
              <NestedFigureDetails figure="cash_share" known={response.cash_percent}>
                {formatShareOrDash(response.cash_percent)}
              </NestedFigureDetails>
            </>
          }
          figure="cash"
          known={cash}
          value={formatMoney(cash)}
        />
        <Line name="Total" figure="total" known={total} value={formatMoney(total)} isStrong />
      </dl>
      <dl className="border-line border-t px-[22px] py-3 max-sm:px-4 text-[0.9375rem]">
        <Line name="Cost basis" figure="units_cost" known={sums.cost} value={formatMoneyOrDash(sums.cost)} />
        <Line
          name="Unrealized gain"
          figure="units_gain"
          known={sums.gain}
          value={formatSignedMoneyOrDash(sums.gain)}
        />
        {totalGains !== undefined && sums.otherGain !== null && (
          <>
            <Line
              name={OTHER_GAINS_LABEL}
              figure="other_gains"
              known={sums.otherGain}
              value={formatSignedMoneyOrDash(sums.otherGain)}
            />
            <Line
              name="Total gains"
              figure="gains"
              known={totalGains}
              value={formatSignedMoneyOrDash(totalGains)}
              isStrong
            />
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
            to={getHoldingPath(symbol)}
          >
            {symbol}
          </Link>
          <IllustrativeBadge series={holding} />
        </p>
        <p className="num">
          <NestedFigureDetails figure={`holding:${symbol}`} known={value}>
            {formatMoneyOrDash(value)}
          </NestedFigureDetails>
        </p>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-[0.8125rem]">
        <p className="min-w-0 flex-1 basis-[7rem] text-ink-3 wrap-anywhere">{name !== symbol && name}</p>
        <p className={`num ${gain === null ? '' : getSignTone(gain)}`}>
          <NestedFigureDetails figure={`gain:${symbol}`} known={gain}>
            {formatSignedMoneyOrDash(gain)}
          </NestedFigureDetails>
          {gain_percent !== null && (
            <>
              {' ('}
              <NestedFigureDetails figure={`gain_percent:${symbol}`} known={gain_percent}>
                {formatPercent(gain_percent)}
              </NestedFigureDetails>
              )
            </>
          )}
        </p>
      </div>
      <dl className="mt-1 flex flex-wrap gap-x-4 text-[0.8125rem]">
        <Fact name="Units">
          <NestedFigureDetails figure={`units:${symbol}`} known={units}>
            {formatUnits(units)}
          </NestedFigureDetails>
        </Fact>
        <Fact name="Cost basis">
          <NestedFigureDetails figure={`cost:${symbol}`} known={cost}>
            {formatMoney(cost)}
          </NestedFigureDetails>
        </Fact>
        <Fact name="Unit value">
          <NestedFigureDetails figure={`unit_value:${symbol}`} known={unit_value}>
            {formatMoneyOrDash(unit_value)}
          </NestedFigureDetails>{' '}
          {as_of && (
            <span className="text-ink-3">
              <DayDate instant={as_of} />
            </span>
          )}
        </Fact>
        <Fact name="Weight">
          <NestedFigureDetails figure={`share:${symbol}`} known={share_percent}>
            {formatShareOrDash(share_percent)}
          </NestedFigureDetails>
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
  figure: FigureName
  known: string | null | undefined
  /** As displayed. */
  value: string
  isStrong?: boolean
}

const Line = ({ name, figure, known, value, isStrong = false }: LineProps) => (
  <div
    className={`flex flex-wrap items-baseline justify-between gap-x-4 py-1 ${isStrong ? 'font-medium' : ''}`}
  >
    <dt>{name}</dt>
    <dd className="num ml-auto">
      <NestedFigureDetails figure={figure} known={known}>
        {value}
      </NestedFigureDetails>
    </dd>
  </div>
)
