import { atom, type ReadableAtom } from 'nanostores'

/** An upload as a screen shows it. At 100 percent the server is still processing the file. */
export type UploadState =
  | { status: 'idle' }
  | { status: 'uploading'; name: string; percent: number }
  | { status: 'failed'; error: unknown }

export interface Uploader<Sent> {
  $state: ReadableAtom<UploadState>
  /**
   * Sends a file; does nothing while one is in flight. Returns the response body, or undefined if it failed or was
   * cancelled.
   */
  start: (file: File) => Promise<Sent | undefined>
  /** Cancels the upload; nothing is stored. */
  cancel: () => void
  reset: () => void
}

export function createUploader<Sent>(
  send: (
    file: File,
    options: { onProgress: (percent: number) => void; signal: AbortSignal },
  ) => Promise<Sent>,
): Uploader<Sent> {
  const $state = atom<UploadState>({ status: 'idle' })
  let running: AbortController | undefined

  return {
    $state,
    async start(file) {
      if (running) return undefined
      const controller = new AbortController()
      running = controller
      const notify = (percent: number) => {
        if (running === controller) $state.set({ status: 'uploading', name: file.name, percent })
      }
      notify(0)
      try {
        const response = await send(file, { onProgress: notify, signal: controller.signal })
        $state.set({ status: 'idle' })
        return response
      } catch (error) {
        $state.set(controller.signal.aborted ? { status: 'idle' } : { status: 'failed', error })
        return undefined
      } finally {
        running = undefined
      }
    },
    cancel: () => running?.abort(),
    reset: () => {
      if (!running) $state.set({ status: 'idle' })
    },
  }
}
