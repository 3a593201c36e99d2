import { type Period, periods } from '#shared/enums/portfolios'

interface PeriodChoiceProps {
  value: Period
  onChoose: (period: Period) => void
  /** What the period applies to. */
  label: string
}

/** Selects the period of a figure or chart. */
export function PeriodSelect({ value, onChoose, label }: PeriodChoiceProps) {
  return (
    <fieldset className="flex">
      <legend className="visually-hidden">{label}</legend>
      {periods.map((period) => (
        <button
          key={period}
          type="button"
          className="period num"
          aria-pressed={period === value}
          onClick={() => onChoose(period)}
        >
          {period}
        </button>
      ))}
    </fieldset>
  )
}
