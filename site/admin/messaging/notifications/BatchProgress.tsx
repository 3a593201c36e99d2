import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { formatCount, formatCountOf } from '#core/format/format'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { $sendBatches, continueBatches, dismissBatches, type SendBatches } from './batch-sending.ts'
import '#site/admin/kit/progress-bar.css'

/** `Sent to 1,000 of 1,954 investors. 2 excluded because deleted or inactive.` */
function describeSent({ sent, awaiting, total, leftOut }: SendBatches): string {
  if (awaiting === total)
    return `Submitted for approval, for ${formatCountOf(total, 'investor')}. No one has been notified yet.`
  const open = awaiting > 0 ? ` ${formatCount(awaiting)} await approval.` : ''
  const left = `${formatCount(leftOut)} excluded because deleted or inactive.`
  return `Sent to ${formatCount(sent)} of ${formatCountOf(total, 'investor')}.${open}${leftOut > 0 ? ` ${left}` : ''}`
}

/** The progress and outcome of a notification sent in batches. Shows nothing if there is none. */
export function BatchProgress() {
  const rounds = useStore($sendBatches)
  const isSending = rounds?.isSending ?? false
  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])
  if (!rounds) return null
  const { name, content, total, rest, problem } = rounds
  const done = total - rest.length
  return (
    <Panel title={`Notification to ${name.charAt(0).toLowerCase()}${name.slice(1)}`} note={content.title}>
      <div className="grid gap-4 p-[22px] max-sm:p-4">
        {isSending && (
          <div>
            <p className="flex items-baseline justify-between gap-4 text-[0.9375rem]" role="status">
              {formatCount(done)} of {formatCountOf(total, 'investor')} done
            </p>
            <progress
              className="progress-bar mt-2"
              max={total}
              value={done}
              aria-label="Investors notified"
            />
            <p className="mt-2 text-[0.875rem] text-ink-2">
              Keep this tab open. You can use other sections while sending continues.
            </p>
          </div>
        )}
        {!isSending && rest.length > 0 && (
          <>
            <Banner kind="error">
              {describeSent(rounds)} Sending stopped: {problem.replace(/\.$/, '')}. {formatCount(rest.length)}{' '}
              remaining.
            </Banner>
            <div className="flex flex-wrap justify-end gap-3">
              <Button look="quiet" onClick={dismissBatches}>
                Skip remaining
              </Button>
              <Button onClick={() => void continueBatches()}>
                Send to remaining {formatCount(rest.length)}
              </Button>
            </div>
          </>
        )}
        {!isSending && rest.length === 0 && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status">{describeSent(rounds)}</p>
            <Button look="quiet" small onClick={dismissBatches}>
              Close
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
