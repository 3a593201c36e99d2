import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { adminReports } from '#contract/admin-reports'
import type { ResponseOf } from '#contract/endpoint'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { countOf } from '#core/format/format'
import { type PanelReport, panelReports, panelReportTitles, type ReportFormat } from '#shared/enums/reports'
import { SectionPage } from '#site/admin/layout/SectionPage.tsx'
import { ExportButton } from '#site/admin/list/ExportButton.tsx'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { useRemote } from '#site/admin/shared/use-remote.ts'
import { useLocalToast } from '#site/admin/toast/use-toast.ts'
import { useEver } from '#site/ui/use-ever.ts'
import { Field, Input, Select } from '#ui/Field'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { faultOf, type Preset, presetLabels, presets, type Range, rangeOf } from './ranges.ts'
import { Schedules } from './Schedules.tsx'
import { TotalsTable } from './TotalsTable.tsx'

type ReportPreview = ResponseOf<typeof adminReports.totals>

/** What each report has, in a line. */
const abouts: Record<PanelReport, string> = {
  register: 'Who held how many units of each series at the end of the last day',
  subscriptions: 'What was submitted in these days, in its state at the end of the last day',
  flows: 'Opening, in, out and closing by currency and type, as the ledger has it',
  verifications:
    'Verifications whose present state began in these days: since when, until when, risk, by hand, and who decided',
  access: 'What each administrator did: sign-ins, changes, exports and readings of evidence',
}

const readReport = (text: string | null): PanelReport =>
  panelReports.find((one) => one === text) ?? 'register'

/** Reports of a range of days: their sums, and all rows as CSV and PDF. */
export function Reports() {
  const [address, setAddress] = useSearchParams()
  const report = readReport(address.get('report'))
  const [preset, setPreset] = useState<Preset>('last_month')
  const [range, setRange] = useState<Range>(() => rangeOf('last_month'))
  const { notice, showSuccess } = useLocalToast()
  const fault = faultOf(range)
  const preview = useRemote(fault ? undefined : `${report} ${range.from} ${range.to}`, () =>
    callAdmin(adminReports.totals, { params: { name: report }, query: range }),
  )
  const isPreviewKnown = useEver(preview.view.status !== 'loading' || fault !== undefined)

  const choosePreset = (chosen: Preset) => {
    setPreset(chosen)
    if (chosen !== 'custom') setRange(rangeOf(chosen))
  }
  const chooseDay = (name: keyof Range, day: string) => {
    setPreset('custom')
    setRange((before) => ({ ...before, [name]: day }))
  }
  const chooseReport = (name: string) =>
    setAddress((before) => {
      const next = new URLSearchParams(before)
      next.set('report', name)
      return next
    })

  return (
    <SectionPage title="Reports" outcome={notice} lead={abouts[report]}>
      <section className="panel min-w-0" aria-label="Preview">
        <div className="flex flex-wrap items-end gap-3 border-line border-b p-4">
          <Field label="Report" filter className="min-w-52">
            {(wiring) => (
              <Select
                {...wiring}
                className="h-11"
                options={panelReports.map((value) => ({ value, label: panelReportTitles[value] }))}
                value={report}
                onChange={({ target }) => chooseReport(target.value)}
              />
            )}
          </Field>
          <Field label="Period" filter className="min-w-36">
            {(wiring) => (
              <Select
                {...wiring}
                className="h-11"
                options={presets.map((value) => ({ value, label: presetLabels[value] }))}
                value={preset}
                onChange={({ target }) => choosePreset(target.value as Preset)}
              />
            )}
          </Field>
          {(['from', 'to'] as const).map((name) => (
            <Field key={name} label={name === 'from' ? 'First day' : 'Last day'} filter>
              {(wiring) => (
                <Input
                  {...wiring}
                  type="date"
                  className="h-11 max-w-40 text-[0.9375rem]"
                  value={range[name]}
                  onChange={({ target }) => chooseDay(name, target.value)}
                />
              )}
            </Field>
          ))}
        </div>
        {fault ? (
          <p className="p-4 text-loss" role="alert">
            {fault}.
          </p>
        ) : (
          <Preview report={report} range={range} preview={preview} />
        )}
      </section>
      {/* Once the height above is known: the panel would move down when the totals arrive. */}
      {isPreviewKnown && <Schedules showSuccess={showSuccess} />}
    </SectionPage>
  )
}

/** The sums of a report, and the buttons that save all of it. */
function Preview({
  report,
  range: { from, to },
  preview: { view, retry },
}: {
  report: PanelReport
  range: Range
  preview: ReturnType<typeof useRemote<string, ReportPreview>>
}) {
  const saveAs = (format: ReportFormat) => (options: { signal?: AbortSignal }) =>
    downloadAdminFile(
      adminReports.file,
      { params: { name: report }, query: { from, to, format } },
      { ...options, name: `report-${report}.${format}` },
    )
  return (
    <RemoteView
      view={view}
      {...loadFailure('Failed to fetch the report')}
      onRetry={retry}
      loading={
        <div className="grid gap-3 p-4">
          <span className="visually-hidden">Loading</span>
          <Skeleton className="h-8 max-w-60" />
          <Skeleton className="h-40" />
        </div>
      }
    >
      {({ rows, totals, period }) => (
        <div className="grid gap-5 p-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="num text-[0.9375rem] text-ink-2" role="status">
              {period}, {countOf(rows, 'row')}
            </p>
            <div className="flex flex-wrap gap-3">
              <ExportButton save={saveAs('csv')} />
              <ExportButton label="Export PDF" save={saveAs('pdf')} />
            </div>
          </div>
          {totals.every((table) => table.rows.length === 0) ? (
            <p className="text-ink-2">There is nothing in this period. Choose other days.</p>
          ) : (
            totals.map((table) => <TotalsTable key={table.title} table={table} />)
          )}
        </div>
      )}
    </RemoteView>
  )
}
