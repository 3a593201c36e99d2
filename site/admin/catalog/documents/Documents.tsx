import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdminDocument } from '#contract/catalog/admin-documents'
import { formatBytes } from '#core/format/file-size'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import { RowAction } from '#site/admin/kit/list/RowAction.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { useToast } from '#site/admin/kit/toasts/use-toast.ts'
import { UploadProgress } from '#site/admin/kit/uploads/UploadProgress.tsx'
import { RequirePermission, usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { linkIcon } from '#ui/icons/contact'
import { downloadIcon, eyeIcon } from '#ui/icons/documents'
import { deleteIcon, lockIcon } from '#ui/icons/row-actions'
import {
  $updating,
  copyLink,
  deleteDocument,
  documentList,
  documentToasts,
  documentUploader,
  saveDocument,
  toggleDocumentVisibility,
} from './document-actions.ts'
import { UploadDialog } from './UploadDialog.tsx'

function Name({ document }: { document: AdminDocument }) {
  if (!document.is_public) return <span className="wrap-anywhere">{document.original_name}</span>
  return (
    <a
      className="underline underline-offset-2 wrap-anywhere"
      href={document.url}
      target="_blank"
      rel="noopener"
    >
      {document.original_name}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}

/** Who may read the document, or that this is being changed. */
function Visibility({ document }: { document: AdminDocument }) {
  const updating = useStore($updating)
  if (updating.has(document.id)) return <Badge tone="info">Updating</Badge>
  return document.is_public ? <Badge tone="gain">Public</Badge> : <Badge>Private</Badge>
}

const columns: readonly Column<AdminDocument>[] = [
  { id: 'name', label: 'Document', sort: 'original_name', cell: (document) => <Name document={document} /> },
  {
    id: 'visibility',
    label: 'Visibility',
    isKept: true,
    cell: (document) => (
      <span className="flex">
        <Visibility document={document} />
      </span>
    ),
  },
  { id: 'kind', label: 'Type', cell: ({ file_type }) => file_type.toUpperCase() },
  {
    id: 'size',
    label: 'Size',
    sort: 'file_size',
    startsDescending: true,
    align: 'right',
    cell: ({ file_size }) => <span className="whitespace-nowrap">{formatBytes(file_size)}</span>,
  },
  {
    id: 'uploaded',
    label: 'Uploaded',
    sort: 'created_at',
    startsDescending: true,
    cell: ({ created_at }) => <AdminDateTime instant={created_at} />,
  },
]

interface ActionsProps {
  document: AdminDocument
  onDelete: () => void
}

function Actions({ document, onDelete }: ActionsProps) {
  const isUpdating = useStore($updating).has(document.id)
  const { original_name: name, is_public } = document
  const mayWrite = usePermissions()('publish')
  const visibility = is_public ? 'Make private' : 'Make public'
  return (
    <>
      {mayWrite && (
        <RowAction
          icon={is_public ? lockIcon : eyeIcon}
          label={visibility}
          name={`${visibility}: ${name}`}
          busy={isUpdating && 'Updating'}
          onClick={() => toggleDocumentVisibility(document)}
        />
      )}
      {is_public && (
        <RowAction
          icon={linkIcon}
          label="Copy link"
          name={`Copy link: ${name}`}
          disabled={isUpdating}
          onClick={() => copyLink(document)}
        />
      )}
      <RowAction
        icon={downloadIcon}
        label="Download"
        name={`Download: ${name}`}
        disabled={isUpdating}
        onClick={() => saveDocument(document)}
      />
      {mayWrite && (
        <RowAction
          icon={deleteIcon}
          label="Delete"
          name={`Delete: ${name}`}
          disabled={isUpdating}
          opensDialog
          onClick={onDelete}
        />
      )}
    </>
  )
}

/** Uploaded documents: who may read each, its link and its file. */
export function Documents() {
  const state = useAdminList(documentList)
  const outcome = useToast(documentToasts)
  const updating = useStore($updating)
  const upload = useStore(documentUploader.$state)
  const [isUploading, setUploading] = useState(false)
  const [deleting, setDeleting] = useState<AdminDocument>()

  return (
    <SectionPage
      title="Documents"
      outcome={outcome}
      lead="Public documents are listed for investors and available at their link. Private documents are available only here."
      aside={
        <RequirePermission permission="publish">
          <Button aria-haspopup="dialog" onClick={() => setUploading(true)}>
            Upload document
          </Button>
        </RequirePermission>
      }
    >
      {upload.status === 'uploading' && !isUploading && (
        <UploadProgress {...upload} onCancel={documentUploader.cancel} />
      )}
      <ListTable
        state={state}
        caption="Documents"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ original_name }) => original_name}
        isDim={({ id }) => updating.has(id)}
        actions={(document) => <Actions document={document} onDelete={() => setDeleting(document)} />}
        tools={
          <>
            <SearchBox state={state} placeholder="Search documents" />
            <FilterSelect
              state={state}
              name="is_public"
              label="Visibility"
              options={[
                { value: '', label: 'All' },
                { value: 'true', label: 'Public' },
                { value: 'false', label: 'Private' },
              ]}
            />
            <FilterSelect
              state={state}
              name="file_type"
              label="Type"
              options={[
                { value: '', label: 'All' },
                { value: 'pdf', label: 'PDF' },
                { value: 'html', label: 'HTML' },
              ]}
            />
          </>
        }
        empty={{
          title: 'No documents found',
          hint: <p>Upload a PDF or HTML file. Documents are private unless you make them public.</p>,
        }}
        failure="Failed to fetch documents"
      />
      <UploadDialog open={isUploading} onClose={() => setUploading(false)} />
      <ConfirmDialog
        target={deleting}
        onClose={() => setDeleting(undefined)}
        title="Delete document"
        action="Delete document"
        busy="Deleting..."
        run={deleteDocument}
        onDone={() => {}}
        onOutdated={documentList.refresh}
        failure="Failed to delete document"
      >
        {({ original_name, is_public }) => (
          <>
            Delete <strong className="font-medium">{original_name}</strong>?
            {is_public && ' Its public link will stop working.'} This action cannot be undone.
          </>
        )}
      </ConfirmDialog>
    </SectionPage>
  )
}
