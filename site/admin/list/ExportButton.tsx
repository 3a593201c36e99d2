import { useEffect, useRef, useState } from 'react'
import { type DownloadOutcome, type DownloadProgress, describeProgress } from '#core/api/download'
import { explainRejection } from '#core/api/failures'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { downloadIcon } from '#ui/icons/documents'
import type { SaveOptions } from './list.ts'

interface ExportButtonProps {
  /** Saves the file. */
  save: (options: SaveOptions) => Promise<DownloadOutcome>
  label?: string
}

type State =
  | { status: 'idle'; message: string }
  | { status: 'running'; progress: DownloadProgress }
  /** Nothing matched: no file was saved. */
  | { status: 'empty' }
  | { status: 'failed'; reason: string }

/** Saves all matching rows, not only those on screen, as a file, and shows the progress. */
export function ExportButton({ save, label = 'Export CSV' }: ExportButtonProps) {
  const [state, setState] = useState<State>({ status: 'idle', message: '' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const attempt = new AbortController()
    running.current = attempt
    const { signal } = attempt
    setState({ status: 'running', progress: { bytes: 0 } })
    try {
      const onProgress = (progress: DownloadProgress) => {
        if (!signal.aborted) setState({ status: 'running', progress })
      }
      const outcome = await save({ onProgress, signal })
      setState(outcome === 'saved' ? { status: 'idle', message: 'The file was saved' } : { status: 'empty' })
    } catch (error) {
      const reason = explainRejection(error, 'The file could not be made. Please try again.')
      setState(
        signal.aborted ? { status: 'idle', message: 'Export cancelled' } : { status: 'failed', reason },
      )
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {/* The progress is visible but not announced: a long file has hundreds of steps. */}
      <p className="visually-hidden" role="status">
        {state.status === 'running' ? 'The file is being made' : state.status === 'idle' && state.message}
      </p>
      {state.status === 'running' && (
        <p className="num text-[0.875rem] text-ink-2">{describeProgress(state.progress)}</p>
      )}
      {state.status === 'empty' && (
        <p className="text-[0.875rem] text-ink-2" role="status">
          No rows match. No file was saved.
        </p>
      )}
      {state.status === 'failed' && (
        <p className="text-[0.875rem] text-loss" role="alert">
          {state.reason}
        </p>
      )}
      {/* One button, which keeps the focus when its action changes. */}
      <Button
        look="quiet"
        small
        className="min-h-11"
        onClick={state.status === 'running' ? () => running.current?.abort() : start}
      >
        {state.status === 'running' ? (
          'Cancel export'
        ) : (
          <>
            <Icon of={downloadIcon} size={16} />
            {label}
          </>
        )}
      </Button>
    </div>
  )
}
