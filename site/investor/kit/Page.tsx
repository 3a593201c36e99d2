import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'

interface PageProps {
  title: string
  /** The heading, if it is more than the title's text. */
  heading?: ReactNode
  /** A line below the title. */
  lead?: ReactNode
  /** The window title, if it differs from the heading. */
  windowTitle?: string
  /** Above the title: a link back. */
  above?: ReactNode
  /** Beside the title: actions on the whole page. */
  aside?: ReactNode
  children?: ReactNode
}

/** An area page: its title, a lead line and its content. */
export function Page({
  title,
  heading = title,
  lead,
  windowTitle = title,
  above,
  aside,
  children,
}: PageProps) {
  return (
    <div className="wrap pt-6 pb-16 max-sm:pt-5 max-sm:pb-10">
      <PageTitle title={windowTitle} />
      {above}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-[min(1.625rem,13vw)] leading-[1.2] font-normal tracking-[-0.015em] wrap-anywhere">
            {heading}
          </h1>
          {lead && <p className="mt-0.5 text-[0.9375rem] text-ink-2 max-sm:text-[0.875rem]">{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </div>
  )
}
