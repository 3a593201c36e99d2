import { type ReactNode, useState } from 'react'
import type { Report } from '#contract/catalog/reports'
import { formatMegabytes } from '#core/format/file-size'
import { formatCalendarDate } from '#core/format/format'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { downloadIcon, eyeIcon } from '#ui/icons/documents'
import { getReportTone, ReportDialog } from '#ui/ReportDialog'
import { ReportDownload } from './reports/ReportDownload.tsx'
import { useDownloads } from './reports/use-downloads.ts'

interface ReportListProps {
  type: 'audit' | 'compliance'
  reports: readonly Report[]
}

/**
 * The reports of one type with Preview and Download. Downloads are links, so they work before hydration; afterwards the
 * audit page fetches the file and shows progress and failure.
 */
export function ReportList({ type, reports }: ReportListProps) {
  const [shown, setShown] = useState<Report | null>(null)
  const [open, setOpen] = useState(false)
  const downloads = useDownloads(type === 'audit')

  return (
    <>
      <ul className="grid grid-cols-1 gap-4">
        {reports.map((report) => (
          <li key={report.id} id={report.id} className="panel p-6 max-sm:p-4" data-report={report.id}>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="kicker">{report.category}</p>
              <p className="flex flex-wrap gap-2">
                {report.illustrative && <span className="mark">Illustrative</span>}
                {report.status && <Badge tone={getReportTone(report)}>{report.status}</Badge>}
              </p>
            </div>
            <h3 className="mt-3 text-[1.375rem] wrap-anywhere">{report.title}</h3>
            <p className="mt-2 max-w-[68ch] text-ink-2">{report.description}</p>
            <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 text-[0.875rem]">
              <Fact name="Date" value={formatCalendarDate(report.date)} />
              <Fact name="Auditor" value={report.auditor} />
              <Fact name="Pages" value={report.pages} />
              <Fact name="Size" value={formatMegabytes(report.size)} />
            </dl>
            <div className="mt-5 flex flex-wrap gap-3">
              <Button
                className="noscript:hidden"
                look="quiet"
                small
                aria-haspopup="dialog"
                onClick={() => {
                  setShown(report)
                  setOpen(true)
                }}
              >
                <Icon path={eyeIcon} size={16} />
                Preview<span className="visually-hidden">: {report.title}</span>
              </Button>
              <ReportDownload report={report} downloads={downloads} small>
                <Icon path={downloadIcon} size={16} />
              </ReportDownload>
            </div>
          </li>
        ))}
      </ul>
      {shown && (
        <ReportDialog
          report={shown}
          open={open}
          onClose={() => setOpen(false)}
          download={<ReportDownload report={shown} downloads={downloads} />}
        />
      )}
    </>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  )
}
