import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { documentTypes } from '#shared/enums/documents'
import { get } from './endpoint.ts'
import { Id, OneOf, Timestamp } from './schema.ts'

/** A public upload. */
export const PublicDocument = Type.Object({
  id: Id(),
  original_name: Type.String(),
  filename: Type.String({ description: 'The generated name it is stored under' }),
  file_type: OneOf(documentTypes),
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
    summary: 'Public uploads, newest first, at most 500',
    access: 'public',
    response: Type.Object({ documents: Type.Array(PublicDocument, { maxItems: 500 }) }),
    // Revalidated each time: a document that is no longer public disappears at once.
    cache: { maxAge: 0 },
  }),
}
