/** Reports of the panel: rows and totals for a date range, as CSV and PDF, and their schedules. */

import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath, Success } from '#contract/admin-endpoint'
import { get, post, remove } from '#contract/endpoint'
import { TOTAL_COUNT_HEADER } from '#contract/request-url'
import { CalendarDate, Id, Nullable, StringEnum, Timestamp } from '#contract/schema-builders'
import { CSV_TYPE, tableQuery } from '#contract/table-file'
import { adminReportTypes, reportFormats, reportFrequencies } from '#shared/enums/reports'

const name = StringEnum(adminReportTypes)

/**
 * Both days are included, in UTC. The register is as of the end of `to`. Without either date the range is the last
 * month; without the first it starts on the first of the month, without the last it ends today. A range that extends
 * into the future ends today.
 */
const range = { from: Type.Optional(CalendarDate()), to: Type.Optional(CalendarDate()) }

/** A table of totals, the same in the panel and at the top of the PDF. */
export const ReportTotals = Type.Object({
  title: Type.String(),
  heads: Type.Array(Type.String(), { description: 'Column headings' }),
  rows: Type.Array(
    Type.Object({ label: Type.String(), figures: Type.Array(Type.String({ description: 'As printed' })) }),
  ),
})
export type ReportTotals = Static<typeof ReportTotals>

const Person = Type.Object({ id: Id(), username: Type.String() })

export const ReportSchedule = Type.Object({
  id: Id(),
  report: name,
  frequency: StringEnum(reportFrequencies),
  format: StringEnum(reportFormats),
  recipients: Type.Array(Person, { description: 'Recipients who still have access to reports' }),
  next_at: Timestamp(),
  last_sent_at: Nullable(Timestamp()),
})
export type ReportSchedule = Static<typeof ReportSchedule>

/** Maximum number of schedules. */
export const SCHEDULES_MAX = 500

export const ReportScheduleBody = Type.Object({
  report: name,
  frequency: StringEnum(reportFrequencies),
  format: StringEnum(reportFormats),
  recipients: Type.Array(Id(), {
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    errorMessage: 'Select 1 to 20 administrators',
  }),
})
export type ReportScheduleBody = Static<typeof ReportScheduleBody>

export const adminReports = {
  listSchedules: get(adminPath('/report-schedules'), {
    summary: 'List report schedules and possible recipients',
    access: 'admin:report',
    response: Type.Object({
      schedules: Type.Array(ReportSchedule),
      administrators: Type.Array(Person),
    }),
  }),
  createSchedule: post(adminPath('/report-schedules'), {
    summary:
      'Schedule a report; availability is announced by email at 06:00 UTC daily, on Mondays or on the first of the month',
    access: 'admin:schedule_report',
    body: ReportScheduleBody,
    status: 201,
    response: Type.Object({ schedule: ReportSchedule }),
    idempotent: true,
    problems: ['conflict'],
  }),
  deleteSchedule: remove(adminPath('/report-schedules/:id'), {
    summary: 'Delete a schedule',
    access: 'admin:schedule_report',
    params: Type.Object({ id: Id() }),
    response: Success,
    problems: ['not_found'],
  }),
  preview: get(adminPath('/reports/:name/totals'), {
    summary: 'Preview report totals and row count',
    access: 'admin:report',
    params: Type.Object({ name }),
    query: Type.Object(range),
    response: Type.Object({
      title: Type.String(),
      period: Type.String({ examples: ['January 1, 2026 to January 31, 2026'] }),
      rows: Type.Integer(),
      totals: Type.Array(ReportTotals),
    }),
  }),
  download: get(adminPath('/reports/:name'), {
    summary: 'Download a report as streamed CSV (RFC 4180), or with `format=pdf` as a PDF with totals',
    access: 'admin:report',
    limit: 'export',
    params: Type.Object({ name }),
    query: Type.Object({ ...range, format: StringEnum(reportFormats, { default: 'csv' }), ...tableQuery }),
    response: { raw: CSV_TYPE },
    headers: { [TOTAL_COUNT_HEADER]: 'Number of rows of the report' },
  }),
}
