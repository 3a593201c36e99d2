import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { countOf, formatCount } from '#core/format/format'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { $rounds, continueRounds, dismissRounds, type Rounds } from './rounds.ts'
import '#site/admin/shared/progress-bar.css'

/** `Sent to 1,000 of 1,954 investors. 2 were deleted or disabled, and are left out.` */
function describeSent({ sent, total, leftOut }: Rounds): string {
  const left = `${formatCount(leftOut)} ${leftOut === 1 ? 'was' : 'were'} deleted or disabled, and left out.`
  return `Sent to ${formatCount(sent)} of ${countOf(total, 'investor')}.${leftOut > 0 ? ` ${left}` : ''}`
}

/** How far a notification in rounds has come, and what became of it. Without one nothing. */
export function RoundsPanel() {
  const rounds = useStore($rounds)
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
              Sending: {formatCount(done)} of {countOf(total, 'investor')}
            </p>
            <progress
              className="progress-bar mt-2"
              max={total}
              value={done}
              aria-label="Investors notified"
            />
            <p className="mt-2 text-[0.875rem] text-ink-2">
              Keep this tab open. Other sections can be used meanwhile.
            </p>
          </div>
        )}
        {!isSending && rest.length > 0 && (
          <>
            <Banner kind="error">
              {describeSent(rounds)} Then it stopped: {problem.replace(/\.$/, '')}. {formatCount(rest.length)}{' '}
              {rest.length === 1 ? 'is' : 'are'} left.
            </Banner>
            <div className="flex flex-wrap justify-end gap-3">
              <Button look="quiet" onClick={dismissRounds}>
                Leave the rest out
              </Button>
              <Button onClick={() => void continueRounds()}>
                Send to the other {formatCount(rest.length)}
              </Button>
            </div>
          </>
        )}
        {!isSending && rest.length === 0 && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status">{describeSent(rounds)}</p>
            <Button look="quiet" small onClick={dismissRounds}>
              Close
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
