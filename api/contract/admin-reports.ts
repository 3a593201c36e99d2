/** Reports of the panel: rows and totals of a range of days, as CSV and PDF, and their schedules. */

import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { panelReports, reportFormats, reportFrequencies } from '#shared/enums/reports'
import { adm, Done } from './admin.ts'
import { TOTAL_COUNT } from './call.ts'
import { get, post, remove } from './endpoint.ts'
import { CalendarDate, Id, Nullable, OneOf, Timestamp } from './schema.ts'
import { CSV_TYPE, tableQuery } from './table-file.ts'

const name = OneOf(panelReports)

/**
 * Both days are included, in UTC. The register is that of the end of `to`. Without any it is the last month; without
 * the first one from the first of the month, without the last one up to today. One that has not ended ends today.
 */
const range = { from: Type.Optional(CalendarDate()), to: Type.Optional(CalendarDate()) }

/** A table of sums: the same in the panel and at the head of the PDF. */
export const ReportTotals = Type.Object({
  title: Type.String(),
  heads: Type.Array(Type.String(), { description: 'Headings of the columns of figures' }),
  rows: Type.Array(
    Type.Object({ label: Type.String(), figures: Type.Array(Type.String({ description: 'As printed' })) }),
  ),
})
export type ReportTotals = Static<typeof ReportTotals>

const Person = Type.Object({ id: Id(), username: Type.String() })

export const ReportSchedule = Type.Object({
  id: Id(),
  report: name,
  frequency: OneOf(reportFrequencies),
  format: OneOf(reportFormats),
  recipients: Type.Array(Person, { description: 'Those who can still read reports' }),
  next_at: Timestamp(),
  last_sent_at: Nullable(Timestamp()),
})
export type ReportSchedule = Static<typeof ReportSchedule>

/** Schedules that there may be. */
export const SCHEDULES_MAX = 500

export const ReportScheduleBody = Type.Object({
  report: name,
  frequency: OneOf(reportFrequencies),
  format: OneOf(reportFormats),
  recipients: Type.Array(Id(), {
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    says: 'Choose 1 to 20 administrators',
  }),
})
export type ReportScheduleBody = Static<typeof ReportScheduleBody>

export const adminReports = {
  schedules: get(adm('/report-schedules'), {
    summary: 'The schedules of reports, and the administrators who can receive them',
    access: 'admin:report',
    response: Type.Object({
      schedules: Type.Array(ReportSchedule),
      administrators: Type.Array(Person),
    }),
  }),
  schedule: post(adm('/report-schedules'), {
    summary: 'Announces a report by mail at 06:00 UTC: every day, on Mondays, or on the first of the month',
    access: 'admin:schedule_report',
    body: ReportScheduleBody,
    status: 201,
    response: Type.Object({ schedule: ReportSchedule }),
    idempotent: true,
    problems: ['conflict'],
  }),
  unschedule: remove(adm('/report-schedules/:id'), {
    summary: 'Ends a schedule',
    access: 'admin:schedule_report',
    params: Type.Object({ id: Id() }),
    response: Done,
    problems: ['not_found'],
  }),
  totals: get(adm('/reports/:name/totals'), {
    summary: 'The sums of a report and its number of rows, before it is exported',
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
  file: get(adm('/reports/:name'), {
    summary: 'A report as a CSV file (RFC 4180), streamed, or with `format=pdf` as a PDF with its sums',
    access: 'admin:report',
    limit: 'export',
    params: Type.Object({ name }),
    query: Type.Object({ ...range, format: OneOf(reportFormats, { default: 'csv' }), ...tableQuery }),
    response: { raw: CSV_TYPE },
    headers: { [TOTAL_COUNT]: 'Number of rows of the report' },
  }),
}
