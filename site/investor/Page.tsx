import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'

interface PageProps {
  title: string
  /** A line under the title. */
  lead?: string
  /** The title of the window, when it is not the heading. */
  windowTitle?: string
  /** Above the title: a link back. */
  above?: ReactNode
  /** Beside the title: actions on the whole page. */
  aside?: ReactNode
  children: ReactNode
}

/** A page of the area: its title, a lead line and its content. */
export function Page({ title, lead, windowTitle = title, above, aside, children }: PageProps) {
  return (
    <div className="wrap pt-10 pb-20 max-sm:pt-7 max-sm:pb-14">
      <PageTitle of={windowTitle} />
      {above}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-[clamp(1.875rem,4vw,2.5rem)] leading-[1.1] font-normal tracking-[-0.02em] wrap-anywhere">
            {title}
          </h1>
          {lead && <p className="mt-2 text-ink-2">{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </div>
  )
}
