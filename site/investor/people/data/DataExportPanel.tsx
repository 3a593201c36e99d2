import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { accountExport, type DataExport, EXPORT_LIFETIME_HOURS } from '#contract/people/account-export'
import { getServerErrorMessage } from '#core/api/error-messages'
import { downloadAsInvestor } from '#core/api/investor-download'
import { formatDateTime } from '#core/format/format'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { $export, createExportForm, refreshExport } from './account-data.ts'

/** Milliseconds between two polls of the progress. */
const LOOK_MS = 1_500

/** Everything stored about the investor, as one file. */
export function DataExportPanel() {
  const view = useStore($export)
  // The button is hidden while the export is being prepared.
  const frame = useRestoredFocus<HTMLDivElement>()
  return (
    <Panel
      title="Export your data"
      note={`A ZIP file, prepared in the background and available for ${EXPORT_LIFETIME_HOURS} hours.`}
    >
      <div ref={frame} tabIndex={-1} className="grid gap-5 p-[22px] outline-none max-sm:p-4">
        <p className="text-[0.9375rem] leading-normal text-ink-2">
          All the data we hold about you: profile, sign-ins, transactions, portfolio, units and register
          entries, subscriptions, notifications and support messages. Each list is provided as CSV and JSON,
          with a file describing the contents.
        </p>
        <RemoteView
          view={view}
          failure="Export status could not be loaded."
          onRetry={refreshExport}
          loading={<Skeleton className="h-12" />}
        >
          {(state) => <ExportState state={state} />}
        </RemoteView>
      </div>
    </Panel>
  )
}

function ExportState({ state: { state, progress, expires_at } }: { state: DataExport }) {
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
            <span>Preparing your export</span>
            <span className="font-mono">{progress}%</span>
          </p>
          <progress
            className="h-2 w-full accent-[var(--accent-text)]"
            aria-label="Export progress"
            max={100}
            value={progress}
          />
          <p className="text-[0.8125rem] text-ink-3">
            You can leave this page. We will notify you in the app and by email when it is ready.
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
            {state === 'ready' ? 'Create New Export' : 'Export My Data'}
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
      await downloadAsInvestor(accountExport.download, {}, { name: 'your-data.zip' })
    } catch (failure) {
      setError(getServerErrorMessage(failure, 'Your export could not be downloaded. Please try again.'))
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
            Available until <time dateTime={expiresAt}>{formatDateTime(expiresAt)}</time>. Keep the file in a
            safe place.
          </span>
        </p>
        <Button busy={isBusy && 'Downloading...'} onClick={() => void download()}>
          Download
        </Button>
      </div>
    </div>
  )
}
