import { type Period, periods } from '#shared/enums/portfolios'

interface PeriodChoiceProps {
  value: Period
  onChoose: (period: Period) => void
  /** What the period is of. */
  label: string
}

/** Chooses the period of a figure or a chart. */
export function PeriodChoice({ value, onChoose, label }: PeriodChoiceProps) {
  return (
    <fieldset className="flex">
      <legend className="visually-hidden">{label}</legend>
      {periods.map((period) => (
        <button
          key={period}
          type="button"
          className={`num -ml-px h-8 min-w-10 cursor-pointer border px-2 text-[0.8125rem] first:ml-0 first:rounded-l last:rounded-r ${
            period === value
              ? 'relative border-ink bg-sunken font-medium text-ink'
              : 'border-line-strong text-ink-2 hover:text-ink'
          }`}
          aria-pressed={period === value}
          onClick={() => onChoose(period)}
        >
          {period}
        </button>
      ))}
    </fieldset>
  )
}
