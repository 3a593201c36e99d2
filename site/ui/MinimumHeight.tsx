import type { ReactNode } from 'react'

interface SameHeightProps {
  /** The placeholder shown while the data was loading. */
  placeholder: ReactNode
  className?: string
  children: ReactNode
}

/**
 * A message in place of data, as tall as the placeholder it replaces, so that nothing below moves. On a phone, where it
 * is below the first screen, it is only as tall as its text.
 */
export function MinimumHeight({ placeholder, className = '', children }: SameHeightProps) {
  return (
    <div className={`grid grid-cols-1 ${className}`}>
      <div aria-hidden="true" className="invisible col-start-1 row-start-1 min-w-0 max-sm:hidden">
        {placeholder}
      </div>
      <div className="col-start-1 row-start-1 grid min-w-0 content-center">{children}</div>
    </div>
  )
}
