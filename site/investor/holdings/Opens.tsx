import type { ReactNode } from 'react'
import type { FigureName } from '#contract/figures'
import { FigureButton } from '#site/investor/figures/FigureButton.tsx'

interface OpensProps {
  of: FigureName
  /** The amount as the server sent it; what is not known does not open. */
  known: string | number | null | undefined
  /** The figure, as it is shown. */
  children: ReactNode
}

/** A figure of a list whose rows are links: it opens what it is made of, above the link of its row. */
export function Opens({ of, known, children }: OpensProps) {
  if (known === null || known === undefined) return children
  return (
    <span className="relative z-1">
      <FigureButton of={of}>{children}</FigureButton>
    </span>
  )
}
