import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { DownloadOutcome, DownloadProgress } from '#core/api/download'
import { $tableUse } from '#core/list/table-use'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { chevronIcon } from '#ui/icons/account'
import { downloadIcon } from '#ui/icons/documents'
import { Popup } from '#ui/Popup'
import { TableUseChoice } from '#ui/TableUseChoice'
import {
  formatExportProgress,
  formatExportTime,
  getExportCancelledMessage,
  getExportFailedMessage,
  getExportSavedMessage,
  getRowProgress,
} from './export-messages.ts'
import type { SaveOptions } from './list-store.ts'
import '#site/admin/kit/progress-bar.css'

interface ExportButtonProps {
  /** Saves the file. */
  save: (options: SaveOptions) => Promise<DownloadOutcome>
  /** Label for a file that is not a table; for a table, it names the chosen format. */
  label?: string
}

type State =
  | { status: 'idle' }
  | { status: 'running'; progress: DownloadProgress; startedAt: number }
  /** Called when the file was saved, cancelled or empty. */
  | { status: 'ended'; message: string }
  | { status: 'failed'; reason: string }

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000

/** Saves all matching rows, not only those on screen, as a file, and shows progress and outcome. */
export function ExportButton({ save, label }: ExportButtonProps) {
  const use = useStore($tableUse)
  const [state, setState] = useState<State>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const attempt = new AbortController()
    running.current = attempt
    const { signal } = attempt
    const startedAt = performance.now()
    let progress: DownloadProgress = { bytes: 0 }
    setState({ status: 'running', progress, startedAt })
    const onProgress = (step: DownloadProgress) => {
      progress = step
      if (!signal.aborted) setState({ status: 'running', progress, startedAt })
    }
    try {
      const outcome = await save({ onProgress, signal })
      const saved = () => getExportSavedMessage(progress, secondsSince(startedAt))
      setState({
        status: 'ended',
        message: outcome === 'saved' ? saved() : 'No matching rows. No file was saved.',
      })
    } catch (error) {
      setState(
        signal.aborted
          ? { status: 'ended', message: getExportCancelledMessage(progress) }
          : { status: 'failed', reason: getExportFailedMessage(error, progress) },
      )
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-end gap-y-2 max-sm:justify-start">
      {/* Progress is visible but not announced, because a long file has hundreds of steps. */}
      <p className="mr-4 text-[0.875rem] text-ink-2 empty:mr-0" role="status">
        {state.status === 'ended' && state.message}
        {state.status === 'running' && <span className="visually-hidden">Preparing the file</span>}
      </p>
      {state.status === 'running' && <Progress progress={state.progress} startedAt={state.startedAt} />}
      {state.status === 'failed' && (
        <p className="mr-4 text-[0.875rem] text-loss" role="alert">
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
            <Icon path={downloadIcon} size={16} />
            {label ?? (use === 'excel' ? 'Export Excel' : 'Export CSV')}
          </>
        )}
      </Button>
      {label === undefined && state.status !== 'running' && (
        <Popup
          label={
            <>
              <span className="visually-hidden">File format</span>
              <Icon path={chevronIcon} size={16} />
            </>
          }
          className="button button-quiet button-small -ml-px min-h-11 px-2"
          panelClassName="px-4"
        >
          {() => <TableUseChoice />}
        </Popup>
      )}
    </div>
  )
}

interface ProgressProps {
  progress: DownloadProgress
  startedAt: number
}

/** An export's progress and elapsed time. */
function Progress({ progress: download, startedAt }: ProgressProps) {
  const [seconds, setSeconds] = useState(0)
  // Time continues while nothing arrives.
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsSince(startedAt)), 1_000)
    return () => clearInterval(timer)
  }, [startedAt])
  return (
    <div className="mr-4 grid w-72 gap-1 text-[0.8125rem] leading-tight text-ink-2 max-sm:mr-0 max-sm:w-full">
      <p className="num flex flex-wrap justify-between gap-x-3">
        {formatExportProgress(download)}
        <span className="text-ink-3">{formatExportTime(download, seconds)}</span>
      </p>
      <progress
        className="progress-bar"
        aria-label="Export"
        max={100}
        value={getRowProgress(download)?.percent}
      />
    </div>
  )
}
