import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get } from '#contract/endpoint'
import { CalendarDate, Slug, StringEnum } from '#contract/schema-builders'

export const reportTypes = ['audit', 'compliance'] as const

export const Report = Type.Object({
  id: Type.String({ description: 'The file id of GET /documents/{id}' }),
  title: Type.String(),
  type: StringEnum(reportTypes),
  category: Type.String(),
  date: CalendarDate(),
  auditor: Type.String(),
  illustrative: Type.Boolean({ description: 'Illustrative sample showing format and depth; not evidence' }),
  pages: Type.Integer({ description: 'Pages of the file' }),
  size: Type.Integer({ description: 'Bytes of the file' }),
  description: Type.String(),
  status: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
  findings: Type.Array(Type.String()),
  preview: Type.Object(
    {
      file: Type.String({ description: 'A file below `/previews/`' }),
      width: Type.Integer(),
      height: Type.Integer(),
    },
    { description: 'An image of the first page, and its size in pixels' },
  ),
})
export type Report = Static<typeof Report>

export const reports = {
  list: get('/reports', {
    summary: 'Audit and compliance reports',
    access: 'public',
    response: Type.Object({ reports: Type.Array(Report) }),
    cache: { maxAge: 300, staleWhileRevalidate: 3600 },
  }),
  download: get('/documents/:id', {
    summary: 'Download a report as PDF; supports byte ranges',
    access: 'public',
    params: Type.Object({ id: Slug() }),
    response: { raw: 'application/pdf' },
    cache: { maxAge: 300, staleWhileRevalidate: 3600 },
  }),
}
