import type { ReactNode } from 'react'
import { SectionToast } from '#site/admin/kit/toasts/InlineToast.tsx'
import type { Toast } from '#site/admin/kit/toasts/toast-store.ts'
import { DocumentTitle } from './DocumentTitle.tsx'

interface SectionPageProps {
  title: string
  /** A line below the title: the content, with figures if useful; false or empty until loaded. */
  lead?: ReactNode
  /** Shown beside the title: actions on the whole section, such as create or export. */
  aside?: ReactNode
  /**
   * The whole page is about one item that is still loading, including the lines above. The placeholder is not the
   * content, and on a phone the actions appear together with the content.
   */
  isLoading?: boolean
  /** The result of the last change. */
  outcome?: Toast | undefined
  children: ReactNode
}

/**
 * The content of a section: its heading, a lead line and its body.
 *
 *     <SectionPage title="Documents" lead="12 documents, 4 public" aside={<Button>Upload</Button>}>
 *       <ListTable … />
 *     </SectionPage>
 */
export function SectionPage({ title, lead, aside, isLoading = false, outcome, children }: SectionPageProps) {
  return (
    <div className="px-6 pt-4 pb-16 max-sm:px-4">
      <DocumentTitle title={title} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-[clamp(1.75rem,3.2vw,2.25rem)] leading-[1.1] font-normal tracking-[-0.02em] wrap-anywhere">
            {title}
          </h1>
          {/* Its space is reserved, so that the content below does not move under the pointer when it appears. */}
          {lead !== undefined && <div className="mt-2 min-h-[1.6em] text-ink-2">{lead}</div>}
        </div>
        {aside && <div className={`flex flex-wrap gap-3 ${isLoading ? 'max-sm:hidden' : ''}`}>{aside}</div>}
      </div>
      <div key={isLoading ? 'loading' : 'loaded'} className="mt-7 grid grid-cols-1 gap-5">
        {children}
      </div>
      <SectionToast toast={outcome} />
    </div>
  )
}
