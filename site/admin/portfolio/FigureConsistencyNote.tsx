import { useStore } from '@nanostores/react'
import type { RowForm } from '#core/form/row-form'
import { Button } from '#ui/Button'
import { calculateConsistentFigures, getApplyLabel, listInconsistencyMessages } from './figure-consistency.ts'
import type { PortfolioForm } from './portfolio-form.ts'

interface FittingNoteProps<Saved> {
  form: RowForm<PortfolioForm, Saved>
  /** The figures when the dialog was opened. */
  base: PortfolioForm
}

/** Lists inconsistent figures and offers to set consistent ones; shows nothing if all are consistent. */
export function FigureConsistencyNote<Saved>({ form, base }: FittingNoteProps<Saved>) {
  const { values } = useStore(form.$state)
  const sentences = listInconsistencyMessages(values)
  if (sentences.length === 0) return null
  const fitting = calculateConsistentFigures(values, base)
  const label = getApplyLabel(values, fitting)
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of fields
    <div
      role="group"
      aria-label="Inconsistent figures"
      className="border-warn border-l-2 bg-sunken px-4 py-3 text-[0.875rem]"
    >
      <p className="font-medium text-warn">These figures are inconsistent.</p>
      {sentences.map((sentence) => (
        <p key={sentence} className="mt-1 text-ink-2">
          {sentence}
        </p>
      ))}
      {label && (
        <Button
          look="quiet"
          small
          className="mt-3 max-w-full whitespace-normal"
          onClick={() => {
            form.set('total_value', fitting.total_value)
            form.set('total_gains', fitting.total_gains)
            form.set('performance', fitting.performance)
          }}
        >
          {label}
        </Button>
      )}
    </div>
  )
}
