import { useState } from 'react'
import { type Report, reports } from '#contract/catalog/reports'
import { callApi } from '#core/api/api'
import { saveFile } from '#core/api/save-file'
import { getReportFileName } from '#core/query/catalog/reports'

export interface Downloads {
  /** Whether files are fetched here; otherwise the browser follows their links. */
  fetched: boolean
  isRunning: (report: Report) => boolean
  /** Fetches and saves a report, one download at a time per report. A failure is shown as an alert. */
  start: (report: Report) => Promise<void>
}

/** The downloads of a list of reports. Unless `fetched`, the browser follows their links. */
export function useDownloads(fetched: boolean): Downloads {
  const [running, setRunning] = useState<readonly string[]>([])

  const start = async (report: Report) => {
    if (running.includes(report.id)) return
    setRunning((before) => [...before, report.id])
    try {
      const response = await callApi(reports.download, { params: { id: report.id } })
      saveFile(await response.blob(), getReportFileName(report))
    } catch (error) {
      window.alert(`Download failed: ${(error instanceof Error && error.message) || 'Unknown error'}`)
    } finally {
      setRunning((before) => before.filter((id) => id !== report.id))
    }
  }

  return { fetched, isRunning: (report) => running.includes(report.id), start }
}
