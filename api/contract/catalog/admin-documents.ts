import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adminPath, csvExport, EditBody, ListQuery, Success } from '#contract/admin-endpoint'
import { withApprovalReason } from '#contract/approval-rule'
import { get, post, put, remove } from '#contract/endpoint'
import { Id, SingleLineText, StringEnum, Timestamp } from '#contract/schema-builders'
import { documentTypes } from '#shared/enums/documents'
import { PublicDocument } from './documents.ts'

/** The panel shows ten documents per page. */
export const DOCUMENT_PAGE_SIZE = 10
export const DOCUMENT_BYTES_MAX = 200 * 1024 * 1024
export const DOCUMENT_TOO_LARGE = 'File size too large. Maximum 200MB allowed'
export const DOCUMENT_WRONG_TYPE = 'Only PDF and HTML files are allowed'

export const AdminDocument = Type.Object({
  ...PublicDocument.properties,
  is_public: Type.Boolean({ description: 'Whether `url` is served' }),
  updated_at: Timestamp(),
})
export type AdminDocument = Static<typeof AdminDocument>

const DocumentBody = Type.Object({ is_public: Type.Boolean(), original_name: SingleLineText(255) })
export const DocumentEdit = EditBody(DocumentBody)
export type DocumentEdit = Static<typeof DocumentEdit>

/** A document that becomes public, and another name for a public one. */
const publishedRule = { fields: [] } as const

const yesOrNo = ['true', 'false'] as const
const oneDocument = Type.Object({ document: AdminDocument })
const byId = Type.Object({ id: Id() })
const filters = {
  file_type: Type.Optional(StringEnum(documentTypes)),
  is_public: Type.Optional(StringEnum(yesOrNo)),
}

export const adminDocuments = {
  list: get(adminPath('/documents'), {
    summary: 'List uploaded documents, newest first, 10 per page',
    access: 'admin:read_desk',
    query: ListQuery(['-created_at', 'original_name', 'file_size'], filters, DOCUMENT_PAGE_SIZE),
    response: Type.Object({ documents: Type.Array(AdminDocument), pagination: AdminPagination }),
  }),
  exportCsv: get(
    adminPath('/documents/export'),
    csvExport('admin:read_desk', 'The documents, newest first,', filters),
  ),
  upload: post(adminPath('/documents/upload'), {
    summary: 'Upload a PDF or HTML document; the type is detected from its content',
    access: 'admin:publish',
    status: 201,
    idempotent: true,
    body: withApprovalReason(Type.Object({ is_public: StringEnum(yesOrNo, { default: 'false' }) })),
    approvalRule: publishedRule,
    upload: { field: 'file', maxFile: DOCUMENT_BYTES_MAX, tooLarge: DOCUMENT_TOO_LARGE },
    response: oneDocument,
    problems: ['storage_full'],
  }),
  download: get(adminPath('/documents/:id/file'), {
    summary: 'Download a document, public or private',
    access: 'admin:read_desk',
    params: byId,
    response: { raw: 'application/octet-stream' },
  }),
  update: put(adminPath('/documents/:id'), {
    summary: 'Change the visibility or display name of a document',
    access: 'admin:publish',
    params: byId,
    body: withApprovalReason(DocumentEdit),
    approvalRule: publishedRule,
    response: oneDocument,
    problems: ['stale_write'],
  }),
  delete: remove(adminPath('/documents/:id'), {
    summary: 'Delete a document and its file',
    access: 'admin:publish',
    params: byId,
    response: Success,
  }),
}
