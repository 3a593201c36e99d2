import { atom } from 'nanostores'
import {
  type AdminDocument,
  adminDocuments,
  DOCUMENT_MAX,
  DOCUMENT_PAGE_SIZE,
} from '#contract/admin-documents'
import { callAdmin, downloadAdminFile } from '#core/admin-api'
import { uploadAsAdmin } from '#core/admin-upload'
import { explainRefusal } from '#core/problems'
import { createUploader } from '#core/uploader'
import { createList } from '#site/admin/list/list.ts'

export const documentList = createList({
  name: 'documents',
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

/** How the last deed went, until the next one. */
export const $outcome = atom<{ kind: 'success' | 'error'; text: string } | undefined>()

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
  $outcome.set(undefined)
  try {
    await callAdmin(adminDocuments.update, { params: { id }, body: { is_public: !is_public, updated_at } })
    $outcome.set({
      kind: 'success',
      text: is_public
        ? `${original_name} is private now. Its link leads nowhere.`
        : `${original_name} is public now. Investors find it under Documents.`,
    })
  } catch (error) {
    const reason = explainRefusal(error, 'Please try again.')
    $outcome.set({ kind: 'error', text: `Failed to update document: ${reason}` })
  } finally {
    setUpdating(id, false)
    documentList.refresh()
  }
}

/** Deletes a document for good. Throws as `callAdmin` does. */
export async function deleteDocument({ id, original_name }: AdminDocument): Promise<void> {
  await callAdmin(adminDocuments.remove, { params: { id } })
  documentList.refresh()
  $outcome.set({ kind: 'success', text: `${original_name} was deleted.` })
}

/** Saves a document, a private one too. */
export async function saveDocument({ id, original_name }: AdminDocument): Promise<void> {
  $outcome.set(undefined)
  try {
    await downloadAdminFile(adminDocuments.file, { params: { id } } as never, { name: original_name })
  } catch (error) {
    $outcome.set({ kind: 'error', text: explainRefusal(error, 'Failed to download document') })
  }
}

/** Where a public document is read, for handing on. */
const linkOf = ({ url }: AdminDocument): string => location.origin + url

/** Copies the public link. Where the browser does not allow it, the link is told instead. */
export async function copyLink(document: AdminDocument): Promise<void> {
  try {
    await navigator.clipboard.writeText(linkOf(document))
    $outcome.set({ kind: 'success', text: `The link to ${document.original_name} was copied.` })
  } catch {
    $outcome.set({ kind: 'success', text: `The link is ${linkOf(document)}` })
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
  $outcome.set({ kind: 'success', text: `${document.original_name} was uploaded.` })
  return document
})

export const ACCEPTED = '.pdf,.html,.htm'

/** What is wrong with a file before it is sent; the server looks at its content. */
export function refuseFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!/\.(pdf|html?)$/i.test(name)) return 'Only PDF and HTML files are allowed'
  if (size > DOCUMENT_MAX) return 'File size too large. Maximum 200MB allowed'
  return size === 0 ? 'This file is empty' : undefined
}
