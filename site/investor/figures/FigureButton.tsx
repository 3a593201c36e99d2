import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { FigureName } from '#contract/figures'
import type { Period } from '#shared/enums/portfolios'

// Loaded when the first figure is opened: the dashboard has a budget.
const FigureDialog = lazy(async () => ({ default: (await import('./FigureDialog.tsx')).FigureDialog }))

interface FigureButtonProps {
  of: FigureName
  /** The period shown first; all there is by default. */
  period?: Period
  /** The figure, as it is shown. */
  children: ReactNode
}

/** A figure that opens: its formula, the records behind it, their sources, and a CSV file of them. */
export function FigureButton({ of, period, children }: FigureButtonProps) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <button
        type="button"
        className="min-h-6 min-w-6 cursor-pointer text-left tracking-[inherit] wrap-anywhere underline decoration-line-strong decoration-dotted decoration-1 underline-offset-[0.25em] hover:decoration-current"
        title="Formula, records and sources"
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        {children}
      </button>
      {state !== 'unused' && (
        <Suspense>
          <FigureDialog
            name={of}
            period={period}
            open={state === 'open'}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </>
  )
}
