import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Endpoint } from '#contract/endpoint'
import type { ResponseBody } from '#contract/request-url'
import { uploadAsAdmin } from '#core/api/admin-upload'
import { formatFailureMessage } from '#core/api/error-messages'

/** The fields a form sends with the file. */
interface UploadRequest {
  params?: Readonly<Record<string, string | number>>
  fields?: Readonly<Record<string, string>>
  idempotencyKey: string
}

export interface FileUpload {
  /** The selected file. The form holds only its description; see `FileField`. */
  file: RefObject<File | undefined>
  /** While a file is being sent. */
  progress: { name: string; percent: number } | undefined
  /** Sends the selected file. Throws as `uploadAsAdmin` does. */
  send: <E extends Endpoint>(endpoint: E, request: UploadRequest) => Promise<ResponseBody<E>>
  cancel: () => void
  /** The message of a failed or cancelled upload. */
  explain: (failure: string) => (error: unknown) => string
}

/** The upload of a form's file, with its progress. */
export function useFileUpload(): FileUpload {
  const file = useRef<File>(undefined)
  const running = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<FileUpload['progress']>()
  useEffect(() => () => running.current?.abort(), [])
  return {
    file,
    progress,
    send: async (endpoint, request) => {
      if (!file.current) throw new Error('No file was chosen')
      const { name } = file.current
      const controller = new AbortController()
      running.current = controller
      const { signal } = controller
      try {
        setProgress({ name, percent: 0 })
        const onProgress = (percent: number) => setProgress({ name, percent })
        return await uploadAsAdmin(endpoint, file.current, { ...request, onProgress, signal })
      } finally {
        setProgress(undefined)
      }
    },
    cancel: () => running.current?.abort(),
    explain: (failure) => (error) =>
      running.current?.signal.aborted
        ? 'Upload cancelled. The file was not saved.'
        : formatFailureMessage(failure, error),
  }
}
