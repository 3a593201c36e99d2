import type { MouseEvent, ReactNode } from 'react'
import type { Report } from '#contract/catalog/reports'
import { getReportFileName, getReportUrl } from '#core/query/catalog/reports'
import { LinkButton } from '#ui/Button'
import type { Downloads } from './use-downloads.ts'

interface ReportDownloadProps {
  report: Report
  downloads: Downloads
  small?: boolean
  /** An icon before the label. */
  children?: ReactNode
}

/** The link to the file. If downloads are fetched, a plain click fetches it; the link itself still works. */
export function ReportDownload({ report, downloads, small = false, children }: ReportDownloadProps) {
  const running = downloads.isRunning(report)
  const title = <span className="visually-hidden">: {report.title}</span>
  if (!downloads.fetched) {
    return (
      <LinkButton href={getReportUrl(report)} target="_blank" rel="noopener" look="quiet" small={small}>
        {children}
        Download{title}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </LinkButton>
    )
  }
  const download = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void downloads.start(report)
  }
  return (
    <LinkButton
      href={getReportUrl(report)}
      download={getReportFileName(report)}
      look="quiet"
      small={small}
      aria-disabled={running || undefined}
      onClick={download}
    >
      {children}
      {running ? 'Downloading...' : 'Download'}
      {title}
    </LinkButton>
  )
}
