import { useEffect, useRef, useState } from 'react'
import { type DownloadProgress, describeProgress } from '#core/download'
import { explainRefusal } from '#core/problems'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { downloadIcon } from '#ui/icons/documents'
import type { SaveOptions } from './list.ts'

interface ExportButtonProps {
  /** Saves the file. */
  save: (options: SaveOptions) => Promise<void>
}

type State =
  | { status: 'idle' }
  | { status: 'running'; progress: DownloadProgress }
  | { status: 'failed'; reason: string }

/** Saves all rows that match, not only those on screen, as a CSV file, and tells how far it is. */
export function ExportButton({ save }: ExportButtonProps) {
  const [state, setState] = useState<State>({ status: 'idle' })
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
      await save({ onProgress, signal })
      setState({ status: 'idle' })
    } catch (error) {
      const reason = explainRefusal(error, 'The file could not be made. Please try again.')
      setState(signal.aborted ? { status: 'idle' } : { status: 'failed', reason })
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-[0.875rem] empty:hidden" role={state.status === 'failed' ? 'alert' : 'status'}>
        {state.status === 'running' && (
          <span className="num text-ink-2">{describeProgress(state.progress)}</span>
        )}
        {state.status === 'failed' && <span className="text-loss">{state.reason}</span>}
      </p>
      {state.status === 'running' ? (
        <Button look="quiet" small className="min-h-11" onClick={() => running.current?.abort()}>
          Cancel export
        </Button>
      ) : (
        <Button look="quiet" small className="min-h-11" onClick={start}>
          <Icon of={downloadIcon} size={16} />
          Export CSV
        </Button>
      )}
    </div>
  )
}
