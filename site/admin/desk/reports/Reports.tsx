import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { adminReports } from '#contract/desk/admin-reports'
import type { ResponseOf } from '#contract/endpoint'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { formatCountOf } from '#core/format/format'
import {
  type AdminReportType,
  adminReportTitles,
  adminReportTypes,
  type ReportFormat,
} from '#shared/enums/reports'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import { ExportButton } from '#site/admin/kit/list/ExportButton.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { useLocalToast } from '#site/admin/kit/toasts/use-toast.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { useRemote } from '#site/admin/kit/use-remote.ts'
import { useLatched } from '#site/ui/use-ever.ts'
import { Field, Input, Select } from '#ui/Field'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import {
  getPresetRange,
  type Preset,
  presetLabels,
  presets,
  type Range,
  validateReportRange,
} from './date-range-presets.ts'
import { ReportSchedules } from './ReportSchedules.tsx'
import { ReportTotalsTable } from './ReportTotalsTable.tsx'

type ReportPreview = ResponseOf<typeof adminReports.preview>

/** What each report contains, in one line. */
const abouts: Record<AdminReportType, string> = {
  register: 'Holders and units of each series at the end of the last day',
  subscriptions: 'Subscriptions submitted in the period, with their status at the end of the last day',
  flows:
    'Opening and closing balances, inflows and outflows from completed transactions, by currency and type',
  verifications:
    'Verifications whose current status began in the period: dates, risk rating, manual verification and reviewer',
  access: 'Activity by administrator: sign-ins, changes, exports, evidence access and denied actions',
}

const readReport = (offered: readonly AdminReportType[], text: string | null): AdminReportType =>
  offered.find((one) => one === text) ?? 'register'

/** Reports for a range of days: their totals, and all rows as CSV and PDF. */
export function Reports() {
  const [address, setAddress] = useSearchParams()
  const mayReadAudit = usePermissions()('audit')
  const offered = adminReportTypes.filter((type) => type !== 'access' || mayReadAudit)
  const report = readReport(offered, address.get('report'))
  const [preset, setPreset] = useState<Preset>('last_month')
  const [range, setRange] = useState<Range>(() => getPresetRange('last_month'))
  const { notice, showSuccess } = useLocalToast()
  const fault = validateReportRange(range)
  const preview = useRemote(fault ? undefined : `${report} ${range.from} ${range.to}`, () =>
    callAdminApi(adminReports.preview, { params: { name: report }, query: range }),
  )
  const isPreviewKnown = useLatched(preview.view.status !== 'loading' || fault !== undefined)

  const choosePreset = (chosen: Preset) => {
    setPreset(chosen)
    if (chosen !== 'custom') setRange(getPresetRange(chosen))
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
                options={offered.map((value) => ({ value, label: adminReportTitles[value] }))}
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
      {/* Rendered once the height above is known; otherwise the panel would move down when the totals arrive. */}
      {isPreviewKnown && <ReportSchedules showSuccess={showSuccess} />}
    </SectionPage>
  )
}

/** The totals of a report, and the buttons that save all of it. */
function Preview({
  report,
  range: { from, to },
  preview: { view, retry },
}: {
  report: AdminReportType
  range: Range
  preview: ReturnType<typeof useRemote<string, ReportPreview>>
}) {
  const saveAs = (format: ReportFormat) => (options: { signal?: AbortSignal }) =>
    downloadAsAdmin(
      adminReports.download,
      { params: { name: report }, query: { from, to, format } },
      { ...options, name: `report-${report}.${format}` },
    )
  return (
    <RemoteView
      view={view}
      {...getLoadErrorProps('Failed to fetch report')}
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
              {period}, {formatCountOf(rows, 'row')}
            </p>
            <div className="flex flex-wrap gap-3">
              <ExportButton save={saveAs('csv')} />
              <ExportButton label="Export PDF" save={saveAs('pdf')} />
            </div>
          </div>
          {totals.every((table) => table.rows.length === 0) ? (
            <p className="text-ink-2">No data for this period. Select different dates.</p>
          ) : (
            totals.map((table) => <ReportTotalsTable key={table.title} table={table} />)
          )}
        </div>
      )}
    </RemoteView>
  )
}
