import { useStore } from '@nanostores/react'
import {
  adminScreening,
  WATCHLIST_BYTES_MAX,
  type WatchlistStatus,
} from '#contract/compliance/admin-screening'
import type { RowFormOptions } from '#core/form/row-form'
import { formatCountOf } from '#core/format/format'
import { EditDialog } from '#site/admin/kit/form/EditDialog.tsx'
import { ReasonField } from '#site/admin/kit/form/ReasonField.tsx'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { FileField } from '#site/admin/kit/uploads/FileField.tsx'
import { UploadProgress } from '#site/admin/kit/uploads/UploadProgress.tsx'
import { type FileUpload, useFileUpload } from '#site/admin/kit/uploads/use-file-upload.ts'
import { $isVerificationApprovalActive, matchList } from './match-list.ts'

type FileValues = { file: string; reason: string }

const formOf = (upload: FileUpload) => (): RowFormOptions<FileValues, WatchlistStatus> => {
  upload.file.current = undefined
  return {
    initial: { values: { file: '', reason: '' }, updatedAt: undefined },
    check: () => {
      const file = upload.file.current
      if (!file) return { file: 'Select a file to upload' }
      return file.size > WATCHLIST_BYTES_MAX ? { file: 'The watchlist must be 10 MB or smaller' } : {}
    },
    save: async ({ reason }, { idempotencyKey }) =>
      (await upload.send(adminScreening.uploadWatchlist, { fields: toReasonPayload(reason), idempotencyKey }))
        .screening,
    failure: upload.explain('Failed to upload watchlist: {reason}'),
  }
}

interface UploadDialogProps {
  /** Defined while the dialog is open. */
  target: object | undefined
  onClose: () => void
  onDone: (message: string) => void
}

/** The dialog that replaces the watchlist. */
export function UploadWatchlistDialog({ target, onClose, onDone }: UploadDialogProps) {
  const upload = useFileUpload()
  const isSecondNeeded = useStore($isVerificationApprovalActive)
  return (
    <EditDialog
      target={target}
      onClose={onClose}
      title="Upload watchlist"
      form={formOf(upload)}
      labels={{ file: 'File' }}
      approval={{ endpoint: adminScreening.uploadWatchlist }}
      submit="Upload watchlist"
      busy="Uploading..."
      onSaved={async ({ entries }) => {
        await matchList.refresh()
        onDone(`Watchlist uploaded with ${formatCountOf(entries, 'name')}. All investors are being screened.`)
      }}
    >
      {(form) => (
        <>
          <p className="text-[0.9375rem] text-ink-2">
            The file replaces the current watchlist in full. Open matches are removed if the name is no longer
            listed. Decided matches are kept and reopen only if the entry has changed and still matches the
            investor.
          </p>
          <FileField
            form={form}
            label="File"
            hint="CSV in UTF-8, up to 10 MB and 100,000 names. The first row must contain the column names: name, birth date, list, entry id"
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
