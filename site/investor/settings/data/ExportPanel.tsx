import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { accountExport, EXPORT_HOURS, type Export } from '#contract/account-data'
import { explainRejection } from '#core/api/failures'
import { downloadFile } from '#core/api/investor-download'
import { formatMoment } from '#core/format/format'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { $export, createExportForm, refreshExport } from './account-data.ts'

/** Milliseconds between two looks at the progress. */
const LOOK_MS = 1_500

/** Everything that is kept of the investor, as one file. */
export function ExportPanel() {
  const view = useStore($export)
  // The button goes while the export is made.
  const frame = useRestoredFocus<HTMLDivElement>()
  return (
    <Panel
      title="Export your data"
      note={`A ZIP file, made in the background and kept for ${EXPORT_HOURS} hours.`}
    >
      <div ref={frame} tabIndex={-1} className="grid gap-5 p-[22px] outline-none max-sm:p-4">
        <p className="text-[0.9375rem] leading-normal text-ink-2">
          Everything that is kept of you: profile, sign-ins, transactions, portfolio, units and register
          entries, subscriptions, notifications and what you wrote to us. Each list as CSV for spreadsheets
          and as JSON for programs, with a file that says what each one is.
        </p>
        <RemoteView
          view={view}
          failure="The state of your export could not be loaded."
          onRetry={refreshExport}
          loading={<Skeleton className="h-12" />}
        >
          {(state) => <ExportState state={state} />}
        </RemoteView>
      </div>
    </Panel>
  )
}

function ExportState({ state: { state, progress, expires_at } }: { state: Export }) {
  const [form] = useState(createExportForm)
  const { status } = useStore(form.$state)
  useEffect(() => {
    if (state !== 'working') return
    const timer = setInterval(() => void refreshExport(), LOOK_MS)
    return () => clearInterval(timer)
  }, [state])

  const isStarting = status.name === 'saving'
  return (
    <>
      {status.name === 'failed' && <Banner kind="error">{status.message}</Banner>}
      {state === 'working' && (
        <div className="grid gap-2">
          <p role="status" className="flex justify-between gap-4 text-[0.9375rem]">
            <span>Your export is being made</span>
            <span className="font-mono">{progress}%</span>
          </p>
          <progress
            className="h-2 w-full accent-[var(--accent-text)]"
            aria-label="Progress of your export"
            max={100}
            value={progress}
          />
          <p className="text-[0.8125rem] text-ink-3">
            You can leave this page. We tell you under the bell and by mail when it is ready.
          </p>
        </div>
      )}
      {state === 'ready' && expires_at && <Ready expiresAt={expires_at} />}
      {state !== 'working' && (
        <div className="flex justify-end">
          <Button
            look={state === 'ready' ? 'quiet' : 'primary'}
            busy={isStarting && 'Starting...'}
            onClick={() => void form.submit()}
          >
            {state === 'ready' ? 'Make a new one' : 'Export My Data'}
          </Button>
        </div>
      )}
    </>
  )
}

function Ready({ expiresAt }: { expiresAt: string }) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const download = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await downloadFile(accountExport.download, {}, { name: 'your-data.zip' })
    } catch (failure) {
      setError(explainRejection(failure, 'Your export could not be downloaded. Please try again.'))
      void refreshExport()
    }
    setBusy(false)
  }
  return (
    <div className="grid gap-3 border border-line bg-sunken p-4">
      {error && <Banner kind="error">{error}</Banner>}
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <p role="status" className="min-w-0">
          <span className="block font-medium">Your export is ready</span>
          <span className="block text-[0.8125rem] text-ink-2">
            Until <time dateTime={expiresAt}>{formatMoment(expiresAt)}</time>. Keep the file in a safe place.
          </span>
        </p>
        <Button busy={isBusy && 'Downloading...'} onClick={() => void download()}>
          Download
        </Button>
      </div>
    </div>
  )
}
