import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { documentTypes } from '#shared/enums/documents'
import { AdminPagination, adm, csvFile, Done, EditOf, ListQuery } from './admin.ts'
import { PublicDocument } from './documents.ts'
import { get, post, put, remove } from './endpoint.ts'
import { Id, Line, OneOf, Timestamp } from './schema.ts'

/** Admins see ten documents a page. */
export const DOCUMENT_PAGE_SIZE = 10
export const DOCUMENT_MAX = 200 * 1024 * 1024
export const DOCUMENT_TOO_LARGE = 'File size too large. Maximum 200MB allowed'
export const DOCUMENT_WRONG_TYPE = 'Only PDF and HTML files are allowed'

export const AdminDocument = Type.Object({
  ...PublicDocument.properties,
  is_public: Type.Boolean({ description: 'Whether `url` is served' }),
  updated_at: Timestamp(),
})
export type AdminDocument = Static<typeof AdminDocument>

const DocumentBody = Type.Object({ is_public: Type.Boolean(), original_name: Line(255) })
export const DocumentEdit = EditOf(DocumentBody)
export type DocumentEdit = Static<typeof DocumentEdit>

const yesOrNo = ['true', 'false'] as const
const oneDocument = Type.Object({ document: AdminDocument })
const byId = Type.Object({ id: Id() })
const filters = {
  file_type: Type.Optional(OneOf(documentTypes)),
  is_public: Type.Optional(OneOf(yesOrNo)),
}

export const adminDocuments = {
  list: get(adm('/documents'), {
    summary: 'Uploaded documents, newest first, ten a page',
    access: 'admin:read_desk',
    query: ListQuery(['-created_at', 'original_name', 'file_size'], filters, DOCUMENT_PAGE_SIZE),
    response: Type.Object({ documents: Type.Array(AdminDocument), pagination: AdminPagination }),
  }),
  exportCsv: get(
    adm('/documents/export'),
    csvFile('admin:read_desk', 'The documents, newest first,', filters),
  ),
  upload: post(adm('/documents/upload'), {
    summary: 'Stores a PDF or HTML document; its content decides which',
    access: 'admin:publish',
    status: 201,
    idempotent: true,
    body: Type.Object({ is_public: OneOf(yesOrNo, { default: 'false' }) }),
    upload: { field: 'file', maxFile: DOCUMENT_MAX, tooLarge: DOCUMENT_TOO_LARGE },
    response: oneDocument,
    problems: ['storage_full'],
  }),
  file: get(adm('/documents/:id/file'), {
    summary: 'The file of a document, private or public, as a download',
    access: 'admin:read_desk',
    params: byId,
    response: { raw: 'application/octet-stream' },
  }),
  update: put(adm('/documents/:id'), {
    summary: 'Makes a document public or private, or changes its display name',
    access: 'admin:publish',
    params: byId,
    body: DocumentEdit,
    response: oneDocument,
    problems: ['stale_write'],
  }),
  remove: remove(adm('/documents/:id'), {
    summary: 'Deletes a document and its file',
    access: 'admin:publish',
    params: byId,
    response: Done,
  }),
}
