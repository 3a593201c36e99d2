import { useStore } from '@nanostores/react'
import { useId, useRef, useState } from 'react'
import {
  EVIDENCE_BYTES_MAX,
  EVIDENCE_TOO_LARGE,
  type EvidenceFile,
  verification,
} from '#contract/compliance/verification'
import { getServerErrorMessage } from '#core/api/error-messages'
import { callInvestor } from '#core/api/investor-api'
import { uploadAsInvestor } from '#core/api/investor-upload'
import { createUploader } from '#core/api/uploader'
import { formatBytes } from '#core/format/file-size'
import { refreshVerification } from '#core/query/compliance/verification'
import type { EvidenceItem } from '#shared/enums/verifications'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Button } from '#ui/Button'
import { useAnswersForm } from './answer-fields.tsx'

const FAILED = 'The file could not be uploaded. Please try again.'

interface EvidenceFilesProps {
  item: EvidenceItem
  /** What the file must show. */
  hint: string
  files: readonly EvidenceFile[]
}

/** The files of an item: added with upload progress, and removed. */
export function EvidenceFiles({ item, hint, files }: EvidenceFilesProps) {
  const { canEdit, gaps } = useAnswersForm()
  const [uploader] = useState(() =>
    createUploader((file, options) =>
      uploadAsInvestor(verification.upload, file, { ...options, fields: { item } }),
    ),
  )
  const state = useStore(uploader.$state)
  const [message, setMessage] = useState('')
  const [removing, setRemoving] = useState<number>()
  const picker = useRef<HTMLInputElement>(null)
  const frame = useRestoredFocus<HTMLDivElement>()
  const hintId = useId()
  const isUploading = state.status === 'uploading'
  const failure = state.status === 'failed' ? getServerErrorMessage(state.error, FAILED) : message

  const add = async (file: File | undefined) => {
    if (!file) return
    // Another file's error does not hide this one's.
    uploader.reset()
    setMessage(file.size > EVIDENCE_BYTES_MAX ? EVIDENCE_TOO_LARGE : '')
    if (file.size > EVIDENCE_BYTES_MAX) return
    if (await uploader.start(file)) await refreshVerification()
  }
  const remove = async (id: number) => {
    uploader.reset()
    setMessage('')
    setRemoving(id)
    try {
      await callInvestor(verification.removeFile, { params: { id } })
    } catch (error) {
      setMessage(getServerErrorMessage(error, 'The file could not be removed. Please try again.'))
    } finally {
      await refreshVerification()
      setRemoving(undefined)
    }
  }

  return (
    <div ref={frame} tabIndex={-1} className="grid gap-3 border-line border-t pt-5 outline-none">
      <div>
        <h3 className="text-[0.9375rem] font-medium">Files</h3>
        <p id={hintId} className="mt-0.5 text-[0.875rem] text-ink-2">
          {canEdit
            ? `${hint} PDF, JPEG or PNG, up to 20 MB each. Files are stored encrypted; one that you remove after submitting is kept for our records.`
            : files.length > 0
              ? 'Files are stored encrypted.'
              : 'No files on record.'}
        </p>
      </div>
      {files.length > 0 && (
        <ul className="grid gap-2">
          {files.map(({ id, name, size, scanned }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded border border-line bg-paper px-4 py-2.5"
            >
              <p className="min-w-0 flex-1 basis-48">
                <span className="block wrap-anywhere">{name}</span>
                <span className="block text-[0.8125rem] text-ink-3">
                  {formatBytes(size)}
                  {scanned === 'clean' && ' · virus scan passed'}
                </span>
              </p>
              {canEdit && (
                <Button
                  look="quiet"
                  small
                  aria-label={`Remove ${name}`}
                  busy={removing === id && 'Removing...'}
                  onClick={() => void remove(id)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isUploading && (
        <div className="rounded border border-line bg-paper px-4 py-3">
          <p className="flex items-baseline justify-between gap-4 text-[0.9375rem]">
            <span className="min-w-0 truncate">
              {state.percent >= 100 ? `Checking ${state.name}` : `Uploading ${state.name}`}
            </span>
            <span className="num flex-none text-[0.875rem] text-ink-2">{state.percent}%</span>
          </p>
          <progress
            className="mt-2 w-full"
            max={100}
            value={state.percent}
            aria-label={`Uploading ${state.name}`}
          />
          <Button look="quiet" small className="mt-2" onClick={uploader.cancel}>
            Cancel Upload
          </Button>
        </div>
      )}
      <p role="alert" className="field-error empty:hidden">
        {canEdit && (failure || (!isUploading && gaps.get(`/files/${item}`)))}
      </p>
      {canEdit && !isUploading && (
        <p>
          <input
            ref={picker}
            type="file"
            hidden
            accept="application/pdf,image/jpeg,image/png,.pdf,.jpg,.jpeg,.png"
            data-item={item}
            onChange={({ target }) => {
              void add(target.files?.[0])
              target.value = ''
            }}
          />
          <Button look="quiet" small aria-describedby={hintId} onClick={() => picker.current?.click()}>
            {files.length > 0 ? 'Add Another File' : 'Add File'}
          </Button>
        </p>
      )}
    </div>
  )
}
