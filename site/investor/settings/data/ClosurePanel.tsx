import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Closure } from '#contract/account-data'
import { formatCalendarDate } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { $closure, createKeepForm, refreshClosure } from './account-data.ts'
import { CloseForm } from './CloseForm.tsx'
import { consequences } from './consequences.ts'

const when = (days: number | undefined): string =>
  days === undefined
    ? 'After a waiting time in which you can change your mind.'
    : `${days === 1 ? 'One day' : `${days} days`} after you ask for it. Until then you can change your mind.`

/** Closes the account, and keeps it open while the closing waits. */
export function ClosurePanel() {
  const view = useStore($closure)
  const [isKept, setIsKept] = useState(false)
  // Each form goes once it is done.
  const frame = useRestoredFocus<HTMLDivElement>()
  return (
    <Panel title="Close your account" note="Only without units, open subscriptions and cash.">
      <dl className="grid gap-4 p-[22px] text-[0.9375rem] leading-normal max-sm:p-4">
        {[...consequences, ['When', `${when(dataOf(view)?.waits_days)} We mail you both days.`] as const].map(
          ([term, text]) => (
            <div key={term} className="grid gap-x-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
              <dt className="font-medium">{term}</dt>
              <dd className="text-ink-2">{text}</dd>
            </div>
          ),
        )}
      </dl>
      <div ref={frame} tabIndex={-1} className="border-line border-t p-[22px] outline-none max-sm:p-4">
        <RemoteView
          view={view}
          failure="It could not be loaded whether your account is being closed."
          onRetry={refreshClosure}
          loading={<Skeleton className="h-24" />}
        >
          {({ closure, waits_days, obstacle }) => (
            <div className="grid gap-5">
              {closure && <Waiting closure={closure} onKept={() => setIsKept(true)} />}
              {!closure && isKept && (
                <Banner kind="success">Your account stays open. Nothing was removed.</Banner>
              )}
              {(!closure || closure.obstacle) &&
                (obstacle ? <Obstacle>{obstacle}</Obstacle> : <CloseForm days={waits_days} />)}
            </div>
          )}
        </RemoteView>
      </div>
    </Panel>
  )
}

/** Why the account cannot be closed now: nothing is asked for and no day is named. */
const Obstacle = ({ children }: { children: string }) => (
  <div className="grid gap-4">
    <Banner kind="warning">{children}</Banner>
    <Link className="button button-quiet justify-self-end" to="/access/support">
      Write to Support
    </Link>
  </div>
)

function Waiting({ closure: { closes_at, obstacle }, onKept }: { closure: Closure; onKept: () => void }) {
  const [form] = useState(createKeepForm)
  const { status } = useStore(form.$state)
  const keep = async () => {
    await form.submit()
    if (form.$state.get().status.name === 'saved') onKept()
  }
  return (
    <div className="grid gap-4">
      {status.name === 'failed' && <Banner kind="error">{status.message}</Banner>}
      <Banner kind="warning">
        {obstacle ? (
          <>The closing of your account was stopped: it has {obstacle}. Ask again when that is gone.</>
        ) : (
          <>
            Your account will be closed on <time dateTime={closes_at}>{formatCalendarDate(closes_at)}</time>.
            Until then it works as before.
          </>
        )}
      </Banner>
      <Button
        look={obstacle ? 'quiet' : 'primary'}
        className="justify-self-end"
        busy={status.name === 'saving' && 'Cancelling...'}
        onClick={() => void keep()}
      >
        Keep My Account
      </Button>
    </div>
  )
}
