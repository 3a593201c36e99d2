import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { adminReports, type ReportSchedule } from '#contract/desk/admin-reports'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import type { RowFormOptions } from '#core/form/row-form'
import {
  adminReportTitles,
  adminReportTypes,
  type ReportFrequency,
  reportFormats,
  reportFrequencies,
} from '#shared/enums/reports'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { type FieldForm, SelectField } from '#site/admin/kit/form/form-fields.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'

const { $view: $schedules, refresh } = createAdminQuery(['report-schedules'], () =>
  callAdminApi(adminReports.listSchedules),
)

const frequencyLabels: Record<ReportFrequency, string> = {
  daily: 'Daily, for the previous day',
  weekly: 'Weekly on Monday, for the previous week',
  monthly: 'Monthly on the first, for the previous month',
}

type Person = ReportSchedule['recipients'][number]
/** `recipients` holds the selected ids, separated by spaces. */
type Values = { report: string; frequency: string; format: string; recipients: string }

const idsIn = (recipients: string): number[] => recipients.split(' ').filter(Boolean).map(Number)

const formOf = (): RowFormOptions<Values, ReportSchedule> => ({
  initial: {
    values: { report: 'flows', frequency: 'monthly', format: 'pdf', recipients: '' },
    updatedAt: undefined,
  },
  check: ({ recipients }) => (recipients === '' ? { recipients: 'Select at least one administrator' } : {}),
  failure: 'Failed to add the schedule: {reason}',
  save: async (values, { idempotencyKey }) =>
    (
      await callAdminApi(
        adminReports.createSchedule,
        {
          body: {
            report: adminReportTypes.find((one) => one === values.report) ?? 'flows',
            frequency: reportFrequencies.find((one) => one === values.frequency) ?? 'monthly',
            format: reportFormats.find((one) => one === values.format) ?? 'pdf',
            recipients: idsIn(values.recipients),
          },
        },
        { idempotencyKey },
      )
    ).schedule,
})

const nameOf = ({ report, frequency }: ReportSchedule): string => `${adminReportTitles[report]}, ${frequency}`

function Recipients({ form, people }: { form: FieldForm<'recipients'>; people: readonly Person[] }) {
  const { values, fieldErrors } = useStore(form.$state)
  const ids = idsIn(values.recipients)
  const errorId = useId()
  const error = fieldErrors.recipients
  const choose = (id: number, isChosen: boolean) => {
    const others = ids.filter((other) => other !== id)
    form.set('recipients', (isChosen ? [...others, id] : others).join(' '))
  }
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 font-medium">Recipients</legend>
      {people.map(({ id, username }) => (
        <label key={id} className="flex min-h-11 cursor-pointer items-center gap-2.5">
          <input
            type="checkbox"
            name="recipients"
            className="size-4 accent-current"
            checked={ids.includes(id)}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) => choose(id, target.checked)}
          />
          <span className="wrap-anywhere">{username}</span>
        </label>
      ))}
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Scheduled reports, announced by email. */
export function ReportSchedules({ showSuccess }: { showSuccess: (message: string) => void }) {
  const view = useStore($schedules)
  const mayWrite = usePermissions()('schedule_report')
  const [adding, setAdding] = useState<readonly Person[]>()
  const [deleting, setDeleting] = useState<ReportSchedule>()
  const done = async (message: string) => {
    await refresh()
    showSuccess(message)
  }
  return (
    <section className="panel mt-5 min-w-0" aria-label="Schedules">
      <RemoteView
        view={view}
        {...getLoadErrorProps('Failed to fetch schedules')}
        onRetry={refresh}
        loading={
          <div className="p-4">
            <span className="visually-hidden">Loading</span>
            <Skeleton className="h-20" />
          </div>
        }
      >
        {({ schedules, administrators }) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b p-4">
              <div>
                <h2 className="text-[1.125rem]">Schedules</h2>
                <p className="text-[0.875rem] text-ink-2">
                  An email at 06:00 UTC announces that the report is available here. The file itself is never
                  emailed.
                </p>
              </div>
              {mayWrite && (
                <Button small aria-haspopup="dialog" onClick={() => setAdding(administrators)}>
                  Add schedule
                </Button>
              )}
            </div>
            {schedules.length === 0 ? (
              <EmptyState title="No schedules">No reports are scheduled.</EmptyState>
            ) : (
              <ul className="divide-y divide-line">
                {schedules.map((row) => (
                  <li key={row.id} className="flex flex-wrap items-start justify-between gap-3 p-4">
                    <div className="min-w-0 flex-1 basis-64">
                      <p className="font-medium">
                        {adminReportTitles[row.report]} ({row.format.toUpperCase()})
                      </p>
                      <p className="text-[0.9375rem] text-ink-2 wrap-anywhere">
                        {frequencyLabels[row.frequency]}. To{' '}
                        {row.recipients.map(({ username }) => username).join(', ') ||
                          'no one: the recipients no longer have access to reports'}
                        .
                      </p>
                      <p className="text-[0.875rem] text-ink-3">
                        Next <AdminDateTime instant={row.next_at} />
                      </p>
                    </div>
                    {mayWrite && (
                      <Button
                        small
                        look="danger"
                        aria-haspopup="dialog"
                        aria-label={`Delete schedule ${nameOf(row)}`}
                        onClick={() => setDeleting(row)}
                      >
                        Delete
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </RemoteView>
      <EditDialog
        target={adding}
        onClose={() => setAdding(undefined)}
        title="Add schedule"
        form={formOf}
        labels={{}}
        submit="Add schedule"
        busy="Adding..."
        onSaved={() => done('Schedule added.')}
      >
        {(form, people) => (
          <>
            <SelectField
              form={form}
              name="report"
              label="Report"
              required
              options={adminReportTypes.map((value) => ({ value, label: adminReportTitles[value] }))}
            />
            <SelectField
              form={form}
              name="frequency"
              label="Frequency"
              required
              options={reportFrequencies.map((value) => ({ value, label: frequencyLabels[value] }))}
            />
            <SelectField
              form={form}
              name="format"
              label="File format"
              required
              options={reportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
            />
            <Recipients form={form} people={people} />
          </>
        )}
      </EditDialog>
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete schedule"
        action="Delete schedule"
        busy="Deleting..."
        run={({ id }) => callAdminApi(adminReports.deleteSchedule, { params: { id } })}
        onDone={() => done('Schedule deleted.')}
        onOutdated={refresh}
        failure="Failed to delete schedule"
      >
        {(row) => (
          <>
            The schedule <strong>{nameOf(row)}</strong> will be deleted and its emails will stop.
          </>
        )}
      </ConfirmDialog>
    </section>
  )
}
