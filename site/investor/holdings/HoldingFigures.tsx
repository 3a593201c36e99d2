import type { ReactNode } from 'react'
import type { UnitHolding } from '#contract/holdings'
import { formatCalendarDate, formatMoney, formatPercent } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { toneOf } from '#site/investor/dashboard/figures.ts'
import { FigureButton } from '#site/investor/figures/FigureButton.tsx'
import { moneyOr, shareOr, signedOr } from './holdings.ts'

/** The figures of a holding, each with what it is based on. */
export function HoldingFigures({ holding }: { holding: UnitHolding }) {
  const { symbol, units, cost, unit_value, value, gain, gain_percent, share_percent, as_of } = holding
  const day = as_of ? formatCalendarDate(as_of) : 'not valued yet'
  return (
    <dl
      className="panel grid grid-cols-2 gap-px max-[22rem]:grid-cols-1 overflow-hidden bg-line lg:grid-cols-5"
      aria-label="Figures of the holding"
    >
      <Figure name="Units" note="in the register of holders">
        {formatUnits(units)}
      </Figure>
      <Figure name="Unit value" note={day}>
        {moneyOr(unit_value)}
      </Figure>
      <Figure name="Value" note={`${shareOr(share_percent)} of your total`}>
        {value === null ? (
          moneyOr(value)
        ) : (
          <FigureButton of={`holding:${symbol}`}>{moneyOr(value)}</FigureButton>
        )}
      </Figure>
      <Figure name="Cost" note="total, at the average cost of a unit">
        {formatMoney(cost)}
      </Figure>
      <Figure name="Gain" note={gain_percent === null ? '–' : formatPercent(gain_percent)}>
        <span className={gain === null ? '' : toneOf(gain)}>{signedOr(gain)}</span>
      </Figure>
    </dl>
  )
}

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-[22px] py-4 max-lg:min-[22rem]:first:col-span-2 max-sm:px-4 lg:not-first:px-4">
      <dt className="text-[0.8125rem] text-ink-2">{name}</dt>
      <dd className="num mt-1 text-[1.125rem] leading-snug wrap-anywhere">{children}</dd>
      <dd className="text-[0.75rem] text-ink-3">{note}</dd>
    </div>
  )
}
