import { atom } from 'nanostores'
import {
  type AdminDocument,
  adminDocuments,
  DOCUMENT_MAX,
  DOCUMENT_PAGE_SIZE,
  DOCUMENT_TOO_LARGE,
  DOCUMENT_WRONG_TYPE,
} from '#contract/admin-documents'
import { callAdmin, downloadAdminFile } from '#core/api/admin-api'
import { uploadAsAdmin } from '#core/api/admin-upload'
import { describeFailure } from '#core/api/failures'
import { createUploader } from '#core/api/uploader'
import { createList } from '#site/admin/list/list.ts'
import { createToastStore } from '#site/admin/toast/toast-store.ts'

export const documentList = createList({
  name: 'documents',
  topics: ['documents'],
  sorts: ['-created_at', 'original_name', 'file_size'],
  filters: { is_public: ['', 'true', 'false'], file_type: ['', 'pdf', 'html'] },
  size: DOCUMENT_PAGE_SIZE,
  sizes: [DOCUMENT_PAGE_SIZE, 20, 50, 100],
  read: async (query) => {
    const { documents, pagination } = await callAdmin(adminDocuments.list, { query })
    return { rows: documents, pagination }
  },
  save: (query, options) =>
    downloadAdminFile(adminDocuments.exportCsv, { query }, { ...options, name: 'documents.csv' }),
})

/** Toasts about the changes. */
export const documentOutcome = createToastStore()

/** Documents that are being made public or private, by id. */
export const $updating = atom<ReadonlySet<number>>(new Set())

const setUpdating = (id: number, isUpdating: boolean): void => {
  const next = new Set($updating.get())
  if (isUpdating) next.add(id)
  else next.delete(id)
  $updating.set(next)
}

/** Makes a private document public, or a public one private. */
export async function toggleDocument({
  id,
  is_public,
  updated_at,
  original_name,
}: AdminDocument): Promise<void> {
  if ($updating.get().has(id)) return
  setUpdating(id, true)
  documentOutcome.clear()
  try {
    await callAdmin(adminDocuments.update, { params: { id }, body: { is_public: !is_public, updated_at } })
    documentOutcome.succeed(
      is_public
        ? `${original_name} is private now. Its link leads nowhere.`
        : `${original_name} is public now. Investors find it under Documents.`,
    )
  } catch (error) {
    documentOutcome.fail(describeFailure('Failed to update document: {reason}', error))
  } finally {
    // Until the list is read again, the row still offers the action just done.
    await documentList.refresh()
    setUpdating(id, false)
  }
}

/** Deletes a document for good. Throws as `callAdmin` does. */
export async function deleteDocument({ id, original_name }: AdminDocument): Promise<void> {
  await callAdmin(adminDocuments.remove, { params: { id } })
  await documentList.refresh()
  documentOutcome.succeed(`${original_name} was deleted.`)
}

/** Saves a document, a private one too. */
export async function saveDocument({ id, original_name }: AdminDocument): Promise<void> {
  documentOutcome.clear()
  try {
    await downloadAdminFile(adminDocuments.file, { params: { id } }, { name: original_name })
  } catch (error) {
    documentOutcome.fail(describeFailure('Failed to download document', error))
  }
}

/** The URL of a public document, for sharing. */
const linkOf = ({ url }: AdminDocument): string => location.origin + url

/** Copies the public link. Where the browser does not allow it, the toast shows the link instead. */
export async function copyLink(document: AdminDocument): Promise<void> {
  try {
    await navigator.clipboard.writeText(linkOf(document))
    documentOutcome.succeed(`The link to ${document.original_name} was copied.`)
  } catch {
    documentOutcome.stand(`The link is ${linkOf(document)}`)
  }
}

/** Chosen in the upload dialog. */
export const $isPublic = atom(false)

export const documentUploader = createUploader(async (file, options) => {
  const { document } = await uploadAsAdmin(adminDocuments.upload, file, {
    ...options,
    fields: { is_public: String($isPublic.get()) },
  })
  documentList.refresh()
  documentOutcome.succeed(`${document.original_name} was uploaded.`)
  return document
})

export const ACCEPTED = '.pdf,.html,.htm'

/** The error of a file before it is sent; the server checks its content. */
export function checkFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!/\.(pdf|html?)$/i.test(name)) return DOCUMENT_WRONG_TYPE
  if (size > DOCUMENT_MAX) return DOCUMENT_TOO_LARGE
  return size === 0 ? 'This file is empty' : undefined
}
