import type { ReactNode } from 'react'
import type { UnitHolding } from '#contract/holdings'
import { formatCalendarDate, formatMoney, formatPercent } from '#core/format/format'
import { NONE } from '#core/format/reader'
import { formatUnits } from '#core/format/units'
import { toneOf } from '#site/investor/dashboard/figures.ts'
import { moneyOr, shareOr, signedOr } from './holdings.ts'
import { Opens } from './Opens.tsx'

/** The figures of a holding, each with what it is based on. */
export function HoldingFigures({ holding }: { holding: UnitHolding }) {
  const { symbol, units, cost, unit_value, value, gain, gain_percent, share_percent, as_of } = holding
  const day = as_of ? formatCalendarDate(as_of) : 'not valued yet'
  return (
    <dl
      className="panel flex flex-wrap gap-px overflow-hidden bg-line"
      data-illustrative={holding.is_illustrative || undefined}
      aria-label="Figures of the holding"
    >
      <Figure name="Units" note="in the register of holders">
        <Opens of={`units:${symbol}`} known={units}>
          {formatUnits(units)}
        </Opens>
      </Figure>
      <Figure name="Unit value" note={day}>
        <Opens of={`unit_value:${symbol}`} known={unit_value}>
          {moneyOr(unit_value)}
        </Opens>
      </Figure>
      <Figure
        name="Value"
        note={
          <>
            <Opens of={`share:${symbol}`} known={share_percent}>
              {shareOr(share_percent)}
            </Opens>{' '}
            of your total
          </>
        }
      >
        <Opens of={`holding:${symbol}`} known={value}>
          {moneyOr(value)}
        </Opens>
      </Figure>
      <Figure name="Cost" note="total, at the average cost of a unit">
        <Opens of={`cost:${symbol}`} known={cost}>
          {formatMoney(cost)}
        </Opens>
      </Figure>
      <Figure
        name="Gain"
        note={
          <Opens of={`gain_percent:${symbol}`} known={gain_percent}>
            {gain_percent === null ? NONE : formatPercent(gain_percent)}
          </Opens>
        }
      >
        <span className={gain === null ? '' : toneOf(gain)}>
          <Opens of={`gain:${symbol}`} known={gain}>
            {signedOr(gain)}
          </Opens>
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
