import type { ReactNode } from 'react'
import type { FigureName } from '#contract/portfolio/figures'
import { FigureDetailsButton } from '#site/investor/kit/figures/FigureDetailsButton.tsx'

interface OpensProps {
  figure: FigureName
  /** The amount as sent by the server; an unknown one does not open. */
  known: string | number | null | undefined
  /** The figure as displayed. */
  children: ReactNode
}

/** A figure in a list whose rows are links: it opens its own details, above the row's link. */
export function NestedFigureDetails({ figure, known, children }: OpensProps) {
  if (known === null || known === undefined) return children
  return (
    <span className="relative z-1">
      <FigureDetailsButton figure={figure}>{children}</FigureDetailsButton>
    </span>
  )
}
