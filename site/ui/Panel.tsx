import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: string
  /** Id for links to the panel. */
  id?: string
  /** Shown beside the title: the provenance of the figures, or actions. */
  aside?: ReactNode
  /** What the figures consist of, in a sentence below the title. */
  note?: ReactNode
  className?: string
  children: ReactNode
}

/** A card with a title, which is a separate region for assistive technology. */
export function Panel({ title, id, aside, note, className = '', children }: PanelProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      className={`panel flex min-w-0 scroll-mt-20 flex-col ${className}`}
      aria-labelledby={titleId}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-[22px] py-4 max-sm:px-4">
        <div className="min-w-0">
          <h2 id={titleId} className="text-[min(1.1875rem,8.5vw)] wrap-anywhere">
            {title}
          </h2>
          {note && <p className="mt-1 text-[0.8125rem] leading-snug text-ink-3">{note}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  )
}
