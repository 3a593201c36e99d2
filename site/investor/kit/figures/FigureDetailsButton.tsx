import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { FigureName } from '#contract/portfolio/figures'
import type { Period } from '#shared/enums/portfolios'

// Loaded when the first figure is opened, because the dashboard has a size budget.
const FigureDialog = lazy(async () => ({ default: (await import('./FigureDialog.tsx')).FigureDialog }))

interface FigureButtonProps {
  figure: FigureName
  /** The initial period; by default, all of it. */
  period?: Period
  /** The figure as displayed. */
  children: ReactNode
}

/** A figure that opens its details: formula, underlying records, their sources, and a CSV file. */
export function FigureDetailsButton({ figure, period, children }: FigureButtonProps) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  return (
    <>
      <button
        type="button"
        className="min-h-6 min-w-6 cursor-pointer text-left tracking-[inherit] wrap-anywhere underline decoration-line-strong decoration-dotted decoration-1 underline-offset-[0.25em] hover:decoration-current"
        title="View calculation and sources"
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        {children}
      </button>
      {state !== 'unused' && (
        <Suspense>
          <FigureDialog
            name={figure}
            period={period}
            open={state === 'open'}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </>
  )
}
