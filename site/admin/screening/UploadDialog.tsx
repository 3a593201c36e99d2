import { useStore } from '@nanostores/react'
import { adminScreening, LIST_MAX, type ScreeningState } from '#contract/admin-screening'
import type { RowFormOptions } from '#core/form/row-form'
import { countOf } from '#core/format/format'
import { EditDialog } from '#site/admin/form/EditDialog.tsx'
import { ReasonField } from '#site/admin/form/ReasonField.tsx'
import { saidReason } from '#site/admin/form/said-reason.ts'
import { FileField } from '#site/admin/uploads/FileField.tsx'
import { UploadProgress } from '#site/admin/uploads/UploadProgress.tsx'
import { type FileUpload, useFileUpload } from '#site/admin/uploads/use-file-upload.ts'
import { $isVerifyingAwake, hitList } from './list.ts'

type FileValues = { file: string; reason: string }

const formOf = (upload: FileUpload) => (): RowFormOptions<FileValues, ScreeningState> => {
  upload.file.current = undefined
  return {
    initial: { values: { file: '', reason: '' }, updatedAt: undefined },
    check: () => {
      const file = upload.file.current
      if (!file) return { file: 'Choose a file to upload' }
      return file.size > LIST_MAX ? { file: 'The list may have at most 10 MB' } : {}
    },
    save: async ({ reason }, { idempotencyKey }) =>
      (await upload.send(adminScreening.upload, { fields: saidReason(reason), idempotencyKey })).screening,
    failure: upload.explain('Failed to upload the list: {reason}'),
  }
}

interface UploadDialogProps {
  /** Defined while the dialog is open. */
  of: object | undefined
  onClose: () => void
  onDone: (message: string) => void
}

/** The dialog that replaces the list. */
export function UploadDialog({ of, onClose, onDone }: UploadDialogProps) {
  const upload = useFileUpload()
  const isSecondNeeded = useStore($isVerifyingAwake)
  return (
    <EditDialog
      of={of}
      onClose={onClose}
      title="Upload list"
      form={formOf(upload)}
      labels={{ file: 'File' }}
      approval={{ endpoint: adminScreening.upload }}
      submit="Upload list"
      busy="Uploading..."
      onSaved={async ({ entries }) => {
        await hitList.refresh()
        onDone(`The list has ${countOf(entries, 'name')}. All investors are being screened.`)
      }}
    >
      {(form) => (
        <>
          <p className="text-[0.9375rem] text-ink-2">
            The file is the whole list and replaces the one before. Hits that wait are removed where the list
            no longer has their name; decided hits stay, and wait again only where their entry has changed and
            is still like the investor.
          </p>
          <FileField
            form={form}
            label="File"
            hint="CSV in UTF-8, at most 10 MB and 100,000 names. Its first line names the columns: name, birth date, list, entry id"
            accept=".csv,text/csv"
            file={upload.file}
          />
          <ReasonField form={form} name="reason" isHidden isNeeded={isSecondNeeded} />
          {upload.progress && <UploadProgress {...upload.progress} onCancel={upload.cancel} />}
        </>
      )}
    </EditDialog>
  )
}
