import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get } from '#contract/endpoint'
import { Id, StringEnum, Timestamp } from '#contract/schema-builders'
import { documentTypes } from '#shared/enums/documents'

/** A public upload. */
export const PublicDocument = Type.Object({
  id: Id(),
  original_name: Type.String(),
  filename: Type.String({ description: 'Generated file name' }),
  file_type: StringEnum(documentTypes),
  file_size: Type.Integer({ description: 'Bytes' }),
  url: Type.String({
    description: 'URL of the document',
    examples: ['/documents/uploads/annual-review-3f9a.pdf'],
  }),
  created_at: Timestamp(),
})
export type PublicDocument = Static<typeof PublicDocument>

export const documents = {
  list: get('/documents', {
    summary: 'List public documents, newest first, up to 500',
    access: 'public',
    response: Type.Object({ documents: Type.Array(PublicDocument, { maxItems: 500 }) }),
    // Always revalidated: a document that is no longer public disappears immediately.
    cache: { maxAge: 0 },
  }),
}
