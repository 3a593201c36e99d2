import type { ReactNode } from 'react'
import { SectionNotice } from '#site/admin/toast/Notice.tsx'
import type { Toast } from '#site/admin/toast/toast-store.ts'
import { WindowTitle } from './WindowTitle.tsx'

interface SectionPageProps {
  title: string
  /** A line under the title: the content, with figures where they help; false or empty until they are loaded. */
  lead?: ReactNode
  /** Beside the title: actions on the whole section, such as create or export. */
  aside?: ReactNode
  /**
   * Everything is about one thing that is still being loaded, the lines above too: what stands in for the content is not
   * the content, and on a phone the actions come with it.
   */
  isLoading?: boolean
  /** The result of the last change here. */
  outcome?: Toast | undefined
  children: ReactNode
}

/**
 * The content of a section in the layout: its heading, a lead line and its body.
 *
 *     <SectionPage title="Documents" lead="12 documents, 4 public" aside={<Button>Upload</Button>}>
 *       <ListTable … />
 *     </SectionPage>
 */
export function SectionPage({ title, lead, aside, isLoading = false, outcome, children }: SectionPageProps) {
  return (
    <div className="px-6 pt-4 pb-16 max-sm:px-4">
      <WindowTitle of={title} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-[clamp(1.75rem,3.2vw,2.25rem)] leading-[1.1] font-normal tracking-[-0.02em] wrap-anywhere">
            {title}
          </h1>
          {/*
           * Its space is reserved, so that the content below does not move under the pointer when it appears.
           */}
          {lead !== undefined && <div className="mt-2 min-h-[1.6em] text-ink-2">{lead}</div>}
        </div>
        {aside && <div className={`flex flex-wrap gap-3 ${isLoading ? 'max-sm:hidden' : ''}`}>{aside}</div>}
      </div>
      <div key={isLoading ? 'loading' : 'loaded'} className="mt-7 grid grid-cols-1 gap-5">
        {children}
      </div>
      <SectionNotice of={outcome} />
    </div>
  )
}
