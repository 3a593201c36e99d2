import { useEffect, useState } from 'react'
import { type AuditCheck, audit } from '#contract/audit'
import { callAdmin } from '#core/api/admin-api'
import { describeFailure } from '#core/api/failures'
import { dataOf } from '#core/query/remote'
import { loadFailure } from '#site/admin/shared/load-failure.ts'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { useRemote } from '#site/admin/shared/use-remote.ts'
import { Badge } from '#ui/Badge'
import { Button } from '#ui/Button'
import { RemoteFailure } from '#ui/RemoteView'

const topics = ['audit'] as const
/** Milliseconds between two looks at a check that runs. */
const LOOK_MS = 2_000

const read = (_key: string) => callAdmin(audit.check)
const count = (entries: number): string =>
  `${entries.toLocaleString('en-US')} ${entries === 1 ? 'entry' : 'entries'}`

/** When the chain of the log was checked last, and what was found; a button checks it again. */
export function ChainCheck() {
  const { view, retry } = useRemote('check', read)
  useLiveRefetch(topics, retry)
  const [isStarting, setStarting] = useState(false)
  const [problem, setProblem] = useState('')
  const data = dataOf(view)
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
      await callAdmin(audit.verify)
      retry()
    } catch (error) {
      setProblem(describeFailure('Failed to start the check', error))
    } finally {
      setStarting(false)
    }
  }

  return (
    <section
      aria-label="Check of the chain"
      className="panel flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4"
    >
      <div
        className="min-h-[2.8em] max-sm:min-h-[6.9em] min-w-0 flex-1 basis-80 leading-snug"
        aria-live="polite"
      >
        <RemoteFailure view={view} {...loadFailure('Failed to fetch the last check')} onRetry={retry} />
        {data?.running && <Running check={data.running} />}
        {data && !data.running && (data.last ? <Ended check={data.last} /> : <Never />)}
        {problem && (
          <p role="alert" className="text-loss">
            {problem}
          </p>
        )}
      </div>
      <Button small disabled={isStarting || isRunning} onClick={start}>
        {isRunning ? 'Checking…' : 'Verify chain'}
      </Button>
    </section>
  )
}

const Never = () => (
  <p className="text-ink-2">
    The chain was not checked yet. A check follows every entry from the first, with its seal.
  </p>
)

function Running({ check: { checked, entries, by } }: { check: AuditCheck }) {
  return (
    <>
      <p>
        Checking: {checked.toLocaleString('en-US')} of {count(entries)}
      </p>
      <p className="text-[0.875rem] text-ink-2">
        Started by {by.username}. It goes on when you leave this page.
      </p>
    </>
  )
}

function Ended({ check: { state, checked, broken_at, finished_at, by } }: { check: AuditCheck }) {
  return (
    <>
      <p>
        Last checked on {finished_at && <Moment instant={finished_at} />}:{' '}
        {state === 'failed' ? (
          <Badge tone="warn">The check did not finish</Badge>
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
          ? `Entry ${broken_at} does not follow from the one before it: it, or one before it, was changed or removed.`
          : state === 'failed'
            ? 'The server stopped, or could not read the log. Check again.'
            : `Every entry follows from the one before it. Started by ${by.username}.`}
      </p>
    </>
  )
}
