import { useStore } from '@nanostores/react'
import type { RowForm } from '#core/form/row-form'
import { Button } from '#ui/Button'
import { fittingFigures, fittingLabel, misfitSentences } from './fitting.ts'
import type { PortfolioForm } from './portfolio-form.ts'

interface FittingNoteProps<Saved> {
  form: RowForm<PortfolioForm, Saved>
  /** The figures as they were when the dialog opened. */
  base: PortfolioForm
}

/** Says which of the figures do not fit together, and sets those that would fit; nothing while all fit. */
export function FittingNote<Saved>({ form, base }: FittingNoteProps<Saved>) {
  const { values } = useStore(form.$state)
  const sentences = misfitSentences(values)
  if (sentences.length === 0) return null
  const fitting = fittingFigures(values, base)
  const label = fittingLabel(values, fitting)
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of fields
    <div
      role="group"
      aria-label="Figures that do not fit together"
      className="border-warn border-l-2 bg-sunken px-4 py-3 text-[0.875rem]"
    >
      <p className="font-medium text-warn">These figures do not fit together.</p>
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
