import { atom, map } from 'nanostores'
import {
  type AdminDocument,
  adminDocuments,
  DOCUMENT_BYTES_MAX,
  DOCUMENT_PAGE_SIZE,
  DOCUMENT_TOO_LARGE,
  DOCUMENT_WRONG_TYPE,
} from '#contract/catalog/admin-documents'
import { callAdminApi, downloadAsAdmin } from '#core/api/admin-api'
import { uploadAsAdmin } from '#core/api/admin-upload'
import { AWAITING_APPROVAL, catchAwaitingApproval } from '#core/api/approval-requests'
import { formatFailureMessage } from '#core/api/error-messages'
import { createUploader } from '#core/api/uploader'
import { secondNeededFor } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { createAdminList } from '#site/admin/kit/list/list-store.ts'
import { createToastStore } from '#site/admin/kit/toasts/toast-store.ts'

export const documentList = createAdminList({
  name: 'documents',
  topics: ['documents'],
  sorts: ['-created_at', 'original_name', 'file_size'],
  filters: { is_public: ['', 'true', 'false'], file_type: ['', 'pdf', 'html'] },
  size: DOCUMENT_PAGE_SIZE,
  sizes: [DOCUMENT_PAGE_SIZE, 20, 50, 100],
  read: async (query) => {
    const { documents, pagination } = await callAdminApi(adminDocuments.list, { query })
    return { rows: documents, pagination }
  },
  save: (query, options) =>
    downloadAsAdmin(adminDocuments.exportCsv, { query }, { ...options, name: 'documents.csv' }),
})

/** Toasts for the changes. */
export const documentToasts = createToastStore()

/** Ids of documents being made public or private. */
export const $updating = atom<ReadonlySet<number>>(new Set())

const setUpdating = (id: number, isUpdating: boolean): void => {
  const next = new Set($updating.get())
  if (isUpdating) next.add(id)
  else next.delete(id)
  $updating.set(next)
}

/** Makes a private document public, or a public one private. */
export async function toggleDocumentVisibility({
  id,
  is_public,
  updated_at,
  original_name,
}: AdminDocument): Promise<void> {
  if ($updating.get().has(id)) return
  setUpdating(id, true)
  documentToasts.clear()
  try {
    const { writeAskingForReason } = await import('#site/admin/kit/approvals/ReasonDialog.tsx')
    const isDone = await writeAskingForReason(
      (reason = '') =>
        callAdminApi(adminDocuments.update, {
          params: { id },
          body: { is_public: !is_public, updated_at, ...toReasonPayload(reason) },
        }),
      {
        title: 'Make document public',
        message: `${original_name} will be listed for investors and available to anyone with the link.`,
        action: 'Make public',
        approval: { endpoint: adminDocuments.update, isNeeded: true },
      },
    )
    if (isDone)
      documentToasts.succeed(
        is_public
          ? `${original_name} is now private. Its link no longer works.`
          : `${original_name} is now public and listed under Documents.`,
      )
  } catch (error) {
    documentToasts.fail(formatFailureMessage('Failed to update document: {reason}', error))
  } finally {
    // Until the list is reloaded, the row still offers the action just performed.
    await documentList.refresh()
    setUpdating(id, false)
  }
}

/** Permanently deletes a document. Throws as `callAdminApi` does. */
export async function deleteDocument({ id, original_name }: AdminDocument): Promise<void> {
  await callAdminApi(adminDocuments.delete, { params: { id } })
  await documentList.refresh()
  documentToasts.succeed(`${original_name} has been deleted.`)
}

/** Downloads a document, including a private one. */
export async function saveDocument({ id, original_name }: AdminDocument): Promise<void> {
  documentToasts.clear()
  try {
    await downloadAsAdmin(adminDocuments.download, { params: { id } }, { name: original_name })
  } catch (error) {
    documentToasts.fail(formatFailureMessage('Failed to download document', error))
  }
}

/** The URL of a public document, for sharing. */
const linkOf = ({ url }: AdminDocument): string => location.origin + url

/** Copies the public link. If the browser does not allow it, the toast shows the link instead. */
export async function copyLink(document: AdminDocument): Promise<void> {
  try {
    await navigator.clipboard.writeText(linkOf(document))
    documentToasts.succeed(`Link to ${document.original_name} copied.`)
  } catch {
    documentToasts.stand(`Copy failed. The link is ${linkOf(document)}`)
  }
}

/** The choices of the upload dialog besides the file. */
export const $uploadOptions = map({ isPublic: false, reason: '' })

/** Whether a second administrator must approve a public document. */
export const $publicNeedsSecond = secondNeededFor({ endpoint: adminDocuments.upload, isNeeded: true })

export const documentUploader = createUploader(async (file, options) => {
  const { isPublic, reason } = $uploadOptions.get()
  const stored = await catchAwaitingApproval(
    uploadAsAdmin(adminDocuments.upload, file, {
      ...options,
      fields: { is_public: String(isPublic), ...(isPublic && toReasonPayload(reason)) },
    }),
  )
  if (stored !== AWAITING_APPROVAL)
    documentToasts.succeed(`${stored.document.original_name} has been uploaded.`)
  documentList.refresh()
  return stored
})

export const ACCEPTED_FILE_TYPES = '.pdf,.html,.htm'

/** The client-side error for a file; the server checks its content. */
export function validateDocumentFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!/\.(pdf|html?)$/i.test(name)) return DOCUMENT_WRONG_TYPE
  if (size > DOCUMENT_BYTES_MAX) return DOCUMENT_TOO_LARGE
  return size === 0 ? 'This file is empty' : undefined
}
