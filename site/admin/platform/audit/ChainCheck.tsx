import { useEffect, useState } from 'react'
import { type AuditCheck, audit } from '#contract/platform/audit'
import { callAdminApi } from '#core/api/admin-api'
import { formatFailureMessage } from '#core/api/error-messages'
import { getData } from '#core/query/remote'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { getLoadErrorProps } from '#site/admin/kit/load-error-props.ts'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { useRemote } from '#site/admin/kit/use-remote.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { RemoteError } from '#ui/RemoteView'

const topics = ['audit'] as const
/** Milliseconds between two polls of a running check. */
const LOOK_MS = 2_000

const read = (_key: string) => callAdminApi(audit.getChainChecks)
const count = (entries: number): string =>
  `${entries.toLocaleString('en-US')} ${entries === 1 ? 'entry' : 'entries'}`

/** When the log's hash chain was last verified and the result, with a button to verify it again. */
export function ChainCheck() {
  const { view, retry } = useRemote('check', read)
  useRefetchOnEvents(topics, retry)
  const [isStarting, setStarting] = useState(false)
  const [problem, setProblem] = useState('')
  const data = getData(view)
  const isRunning = Boolean(data?.running)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(retry, LOOK_MS)
    return () => clearInterval(timer)
  }, [isRunning, retry])

  async function start() {
    setStarting(true)
    setProblem('')
    try {
      await callAdminApi(audit.startChainCheck)
      retry()
    } catch (error) {
      setProblem(formatFailureMessage('Failed to start verification', error))
    } finally {
      setStarting(false)
    }
  }

  return (
    <section
      aria-label="Audit log verification"
      className="panel flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4"
    >
      <div
        className="min-h-[2.8em] max-sm:min-h-[6.9em] min-w-0 flex-1 basis-80 leading-snug"
        aria-live="polite"
      >
        <RemoteError
          view={view}
          {...getLoadErrorProps('Failed to fetch the last verification')}
          onRetry={retry}
        />
        {data?.running && <Running check={data.running} />}
        {data && !data.running && (data.last ? <Ended check={data.last} /> : <Never />)}
        {problem && (
          <p role="alert" className="text-loss">
            {problem}
          </p>
        )}
      </div>
      <Button small disabled={isStarting || isRunning} onClick={start}>
        {isRunning ? 'Verifying…' : 'Verify audit log'}
      </Button>
    </section>
  )
}

const Never = () => (
  <p className="text-ink-2">Not yet verified. Verification checks the hash chain and seal of every entry.</p>
)

function Running({ check: { checked, entries, by } }: { check: AuditCheck }) {
  return (
    <>
      <p>
        Verifying {checked.toLocaleString('en-US')} of {count(entries)}
      </p>
      <p className="text-[0.875rem] text-ink-2">
        Started by {by.username}. Verification continues if you leave this page.
      </p>
    </>
  )
}

function Ended({ check: { state, checked, broken_at, finished_at, by } }: { check: AuditCheck }) {
  return (
    <>
      <p>
        Last verified on {finished_at && <AdminDateTime instant={finished_at} />}:{' '}
        {state === 'failed' ? (
          <Badge tone="warn">Verification incomplete</Badge>
        ) : (
          <>
            {count(checked)},{' '}
            <span className="inline-flex align-middle">
              <Badge tone={state === 'unbroken' ? 'gain' : 'loss'}>{state}</Badge>
            </span>
          </>
        )}
      </p>
      <p className="text-[0.875rem] text-ink-2">
        {state === 'broken'
          ? `The chain is broken at entry ${broken_at}: this entry or an earlier one was changed or removed.`
          : state === 'failed'
            ? 'The server stopped or could not read the log. Run the verification again.'
            : `The chain is intact. Started by ${by.username}.`}
      </p>
    </>
  )
}
