import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { adminDocuments } from '#contract/catalog/admin-documents'
import { getServerErrorMessage } from '#core/api/error-messages'
import { SecondApproval } from '#site/admin/kit/approvals/SecondApproval.tsx'
import { ReasonInput } from '#site/admin/kit/form/ReasonField.tsx'
import { UploadProgress } from '#site/admin/kit/uploads/UploadProgress.tsx'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import { Field, Input } from '#ui/Field'
import {
  $publicNeedsSecond,
  $uploadOptions,
  ACCEPTED_FILE_TYPES,
  documentToasts,
  documentUploader,
  validateDocumentFile,
} from './document-actions.ts'

interface UploadDialogProps {
  open: boolean
  onClose: () => void
}

/**
 * Selects and uploads a document. If the dialog is closed during the upload, the upload continues and is shown on the
 * page.
 */
export function UploadDialog({ open, onClose }: UploadDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Upload document">
      <UploadForm onClose={onClose} />
    </Dialog>
  )
}

function UploadForm({ onClose }: { onClose: () => void }) {
  const state = useStore(documentUploader.$state)
  const { isPublic, reason } = useStore($uploadOptions)
  const isReasonNeeded = useStore($publicNeedsSecond) && isPublic
  const [reasonError, setReasonError] = useState<string>()
  const [file, setFile] = useState<File>()
  const [fieldError, setFieldError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const banner = useRef<HTMLDivElement>(null)
  const failed = state.status === 'failed'

  useEffect(() => {
    documentUploader.reset()
    // The choice made for the previous file does not apply to the next.
    if (documentUploader.$state.get().status === 'idle') $uploadOptions.set({ isPublic: false, reason: '' })
  }, [])
  useEffect(() => {
    if (failed) banner.current?.focus()
  }, [failed])

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const problem = file ? validateDocumentFile(file) : 'Select a file to upload'
    const missing = isReasonNeeded && reason.trim() === '' ? 'Enter a reason' : undefined
    setFieldError(problem)
    setReasonError(missing)
    if (problem || !file) return input.current?.focus()
    if (missing) return
    documentToasts.clear()
    if (await documentUploader.start(file)) onClose()
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={send}>
      {failed && (
        <Banner kind="error" ref={banner}>
          <p>Failed to upload document</p>
          <p className="text-[0.875rem] text-ink-2">
            {getServerErrorMessage(state.error, 'Please try again.')}
          </p>
        </Banner>
      )}
      <Field label="File" hint="PDF or HTML, up to 200 MB" error={fieldError} required>
        {(wiring) => (
          <Input
            {...wiring}
            ref={input}
            type="file"
            accept={ACCEPTED_FILE_TYPES}
            data-autofocus
            disabled={state.status === 'uploading'}
            onChange={({ target }) => {
              const chosen = target.files?.[0]
              setFile(chosen)
              setFieldError(chosen && validateDocumentFile(chosen))
            }}
          />
        )}
      </Field>
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4 accent-current"
          checked={isPublic}
          disabled={state.status === 'uploading'}
          onChange={({ target }) => $uploadOptions.setKey('isPublic', target.checked)}
        />
        Public: listed for investors and available to anyone with the link
      </label>
      {isPublic && <SecondApproval write={{ endpoint: adminDocuments.upload, isNeeded: true }} />}
      {isReasonNeeded && (
        <ReasonInput
          value={reason}
          isWanted
          error={reasonError}
          onChange={(typed) => {
            $uploadOptions.setKey('reason', typed)
            setReasonError(undefined)
          }}
        />
      )}
      {state.status === 'uploading' && <UploadProgress {...state} onCancel={documentUploader.cancel} />}
      <div className="flex flex-wrap justify-end gap-3 border-line border-t pt-5">
        <Button look="quiet" onClick={onClose}>
          {state.status === 'uploading' ? 'Continue in the background' : 'Cancel'}
        </Button>
        <Button type="submit" busy={state.status === 'uploading' && 'Uploading...'}>
          Upload
        </Button>
      </div>
    </form>
  )
}
