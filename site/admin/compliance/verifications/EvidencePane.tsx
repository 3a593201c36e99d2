import { useStore } from '@nanostores/react'
import type { VerificationReview } from '#contract/compliance/admin-verifications'
import { formatBytes } from '#core/format/file-size'
import { $may } from '#core/session/admin-session'
import { Badge } from '#ui/Badge'
import { EvidenceViewer } from './EvidenceViewer.tsx'

interface FilePaneProps {
  review: VerificationReview
  shown: number | undefined
}

/** The file shown beside the answers; none until requested, because each opening is recorded. */
export function EvidencePane({ review, shown }: FilePaneProps) {
  const may = useStore($may)('verify')
  const file = review.files.find(({ id }) => id === shown)
  return (
    <section aria-label="File" className="grid min-w-0 gap-3 lg:sticky lg:top-4">
      {file ? (
        <>
          <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h3 className="min-w-0 text-[0.9375rem] font-medium wrap-anywhere">
              {file.name || `File ${file.id}`}
            </h3>
            <p className="flex items-center gap-3 text-[0.8125rem] text-ink-3">
              {formatBytes(file.size)}
              <Badge tone={file.scanned === 'clean' ? 'gain' : 'warn'}>
                {file.scanned === 'clean' ? 'Scanned' : 'Not scanned'}
              </Badge>
            </p>
          </header>
          <EvidenceViewer key={file.id} userId={review.user_id} file={file} />
        </>
      ) : (
        <p className="rounded border border-line border-dashed p-6 text-[0.9375rem] text-ink-2">
          {review.files.length === 0
            ? 'No files uploaded.'
            : may
              ? 'Select a file to view it. Each view is recorded in the audit log under your name.'
              : 'Only the compliance and owner roles can open files.'}
        </p>
      )}
      <p className="text-[0.8125rem] text-ink-3">
        Files are encrypted at rest.{' '}
        {review.scanner
          ? 'Files are scanned for malware on upload.'
          : 'No malware scanner is configured; files are not scanned.'}
      </p>
    </section>
  )
}
