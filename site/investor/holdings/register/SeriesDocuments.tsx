import type { ReactNode } from 'react'
import type { HoldingDetails } from '#core/query/holdings/holdings'
import { SeriesDocumentCard } from '#site/investor/kit/SeriesDocumentCard.tsx'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'

interface SeriesDocumentsProps {
  documents: HoldingDetails['documents']
  /** Beside the title. */
  mark: ReactNode
}

/** The current documents of a series. */
export function SeriesDocuments({ documents, mark }: SeriesDocumentsProps) {
  return (
    <div id="documents" className="scroll-mt-20">
      <Panel title="Documents" note="Current versions." aside={mark}>
        {documents.length === 0 ? (
          <EmptyState title="No documents yet" />
        ) : (
          <ul>
            {documents.map((document) => (
              <li
                key={document.id}
                className="border-line border-t px-[22px] py-4 first:border-t-0 max-sm:px-4"
              >
                <SeriesDocumentCard document={document} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}
