import type { ReactNode } from 'react'
import type { UnitHolding } from '#contract/holdings/holdings'
import { formatCalendarDate, formatMoney, formatPercent } from '#core/format/format'
import { NO_VALUE } from '#core/format/reader-format'
import { formatUnits } from '#core/format/units'
import { getSignTone } from '#site/investor/kit/amount-tone.ts'
import { formatMoneyOrDash, formatShareOrDash, formatSignedMoneyOrDash } from './holding-totals.ts'
import { NestedFigureDetails } from './NestedFigureDetails.tsx'

/** A holding's figures, each with its basis. */
export function HoldingFigures({ holding }: { holding: UnitHolding }) {
  const { symbol, units, cost, unit_value, value, gain, gain_percent, share_percent, as_of } = holding
  const day = as_of ? formatCalendarDate(as_of) : 'no valuation yet'
  return (
    <dl
      className="panel flex flex-wrap gap-px overflow-hidden bg-line"
      data-illustrative={holding.is_illustrative || undefined}
      aria-label="Holding summary"
    >
      <Figure name="Units" note="per register of holders">
        <NestedFigureDetails figure={`units:${symbol}`} known={units}>
          {formatUnits(units)}
        </NestedFigureDetails>
      </Figure>
      <Figure name="Unit value" note={day}>
        <NestedFigureDetails figure={`unit_value:${symbol}`} known={unit_value}>
          {formatMoneyOrDash(unit_value)}
        </NestedFigureDetails>
      </Figure>
      <Figure
        name="Value"
        note={
          <>
            <NestedFigureDetails figure={`share:${symbol}`} known={share_percent}>
              {formatShareOrDash(share_percent)}
            </NestedFigureDetails>{' '}
            of your portfolio
          </>
        }
      >
        <NestedFigureDetails figure={`holding:${symbol}`} known={value}>
          {formatMoneyOrDash(value)}
        </NestedFigureDetails>
      </Figure>
      <Figure name="Cost basis" note="average cost method">
        <NestedFigureDetails figure={`cost:${symbol}`} known={cost}>
          {formatMoney(cost)}
        </NestedFigureDetails>
      </Figure>
      <Figure
        name="Unrealized gain"
        note={
          <NestedFigureDetails figure={`gain_percent:${symbol}`} known={gain_percent}>
            {gain_percent === null ? NO_VALUE : formatPercent(gain_percent)}
          </NestedFigureDetails>
        }
      >
        <span className={gain === null ? '' : getSignTone(gain)}>
          <NestedFigureDetails figure={`gain:${symbol}`} known={gain}>
            {formatSignedMoneyOrDash(gain)}
          </NestedFigureDetails>
        </span>
      </Figure>
    </dl>
  )
}

function Figure({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 flex-1 basis-[max(9.5rem,34%)] bg-surface px-[22px] py-4 max-lg:first:basis-full max-sm:px-4 lg:basis-[9.5rem] lg:not-first:px-4">
      <dt className="text-[0.8125rem] text-ink-2">{name}</dt>
      <dd className="num mt-1 text-[1.125rem] leading-snug wrap-anywhere">{children}</dd>
      <dd className="text-[0.75rem] text-ink-3">{note}</dd>
    </div>
  )
}
