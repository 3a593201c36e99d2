import { type ReactNode, useEffect, useState } from 'react'
import { formatBytes } from '#core/format/file-size'
import { formatCalendarDate } from '#core/format/format'
import { Badge } from './Badge.tsx'
import { DialogButton } from './DialogLayout.tsx'
import { Icon } from './Icon.tsx'
import { expandIcon, shrinkIcon } from './icons/documents.tsx'
import { NativeDialog } from './NativeDialog.tsx'
import { Skeleton } from './Skeleton.tsx'

/** The report fields that the dialog shows. */
interface ShownReport {
  title: string
  category: string
  date: string
  auditor: string
  pages: number
  size: number
  /** True for a sample, which proves nothing. */
  illustrative: boolean
  status?: string | undefined
  scope?: string | undefined
  findings: readonly string[]
  /** The image of the first page, a file below `/previews/`. */
  preview: { file: string; width: number; height: number }
}

/** Badge tone: only a real report is shown as completed in green, never a sample. */
export const getReportTone = ({ illustrative }: { illustrative: boolean }) =>
  illustrative ? 'neutral' : 'gain'

/** Milliseconds for which the preview placeholder is shown. */
const LOADING_MS = 1_000

interface ReportDialogProps {
  report: ShownReport
  open: boolean
  onClose: () => void
  /** The download link or button for the whole file. */
  download: ReactNode
}

/** The first page of a report with its details and findings; the full text is in the file. */
export function ReportDialog({ report, open, onClose, download }: ReportDialogProps) {
  const [loading, setLoading] = useState(true)
  const [fullscreen, setFullscreen] = useState(false)

  useEffect(() => {
    if (!open) return
    setLoading(true)
    setFullscreen(false)
    const timer = setTimeout(() => setLoading(false), LOADING_MS)
    return () => clearTimeout(timer)
  }, [open])

  return (
    <NativeDialog
      open={open}
      onClose={onClose}
      title={report.title}
      kicker={report.category}
      size={fullscreen ? 'full' : 'wide'}
      tools={
        <DialogButton
          label={fullscreen ? 'Exit full screen' : 'Full screen'}
          onClick={() => setFullscreen(!fullscreen)}
        >
          <Icon path={fullscreen ? shrinkIcon : expandIcon} />
        </DialogButton>
      }
    >
      <div className="mx-auto flex w-full max-w-[1100px] flex-1 flex-col" aria-busy={loading}>
        <p className="visually-hidden" role="status">
          {loading ? 'Loading preview' : 'Preview loaded'}
        </p>
        <div className="mb-6">{loading ? <LoadingPreview /> : <Preview report={report} />}</div>
        <div className="bottom-0 mt-auto -mb-4 flex flex-wrap items-center justify-between gap-4 border-line border-t bg-surface py-5 sm:sticky sm:-mb-6">
          <p className="max-w-[52ch] flex-1 basis-64 text-[0.9375rem] text-ink-2">
            This preview shows the first page and key findings only. Download the file for the full document.
          </p>
          {download}
        </div>
      </div>
    </NativeDialog>
  )
}

const columns = 'grid gap-6 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]'

/** Placeholder for the image and the text beside it. */
function LoadingPreview() {
  return (
    <div className={columns}>
      <Skeleton className="aspect-[210/297] w-full" />
      <div className="grid content-start gap-4">
        <p className="text-ink-2">Loading preview...</p>
        {['w-2/3', 'w-1/2', 'w-3/5', 'w-1/3', 'w-2/5', 'w-full', 'w-full', 'w-4/5'].map((width, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed drawing
          <Skeleton key={at} className={`h-4 ${width}`} />
        ))}
      </div>
    </div>
  )
}

function Preview({ report }: { report: ShownReport }) {
  const { preview } = report
  const facts: [name: string, value: ReactNode][] = [
    ['Status', report.status && <Badge tone={getReportTone(report)}>{report.status}</Badge>],
    ['Type', report.illustrative ? 'Illustrative sample; not evidence about any token' : undefined],
    ['Category', report.category],
    ['Date', formatCalendarDate(report.date)],
    ['Auditor', report.auditor],
    ['Pages', report.pages],
    ['Size', formatBytes(report.size)],
    ['Scope', report.scope],
  ]
  return (
    <div className={columns}>
      <img
        className="h-auto w-full self-start border border-line-strong"
        src={`/previews/${preview.file}`}
        width={preview.width}
        height={preview.height}
        alt={`First page of ${report.title}`}
      />
      <div className="min-w-0">
        <dl className="text-[0.9375rem]">
          {facts.map(
            ([name, value]) =>
              value && (
                <div key={name} className="grid grid-cols-[6rem_1fr] gap-3 border-line border-b py-2">
                  <dt className="text-ink-3">{name}</dt>
                  <dd className="flex wrap-anywhere">{value}</dd>
                </div>
              ),
          )}
        </dl>
        <h3 className="mt-6 mb-2 text-[1.125rem]">Key findings</h3>
        <ol className="grid list-decimal gap-2 pl-5 text-[0.9375rem] leading-normal marker:text-ink-3">
          {report.findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ol>
      </div>
    </div>
  )
}
