import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AccountClosure } from '#contract/people/account-export'
import { formatCalendarDate } from '#core/format/format'
import { getData } from '#core/query/remote'
import { useRestoredFocus } from '#site/ui/use-restored-focus.ts'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { $closure, createCancelClosureForm, refreshClosure } from './account-data.ts'
import { CloseAccountForm } from './CloseAccountForm.tsx'
import { closureConsequences } from './closure-consequences.ts'

const when = (days: number | undefined): string =>
  days === undefined
    ? 'After a waiting period, during which you can cancel.'
    : `${days === 1 ? 'One day' : `${days} days`} after your request. You can cancel until then.`

/** Closes the account, and can keep it open during the waiting period. */
export function CloseAccountPanel() {
  const view = useStore($closure)
  const [isKept, setIsKept] = useState(false)
  // Each form disappears once it is done.
  const frame = useRestoredFocus<HTMLDivElement>()
  return (
    <Panel
      title="Close your account"
      note="Available once you hold no units or cash and have no open subscriptions."
    >
      <dl className="grid gap-4 p-[22px] text-[0.9375rem] leading-normal max-sm:p-4">
        {[
          ...closureConsequences,
          [
            'When',
            `${when(getData(view)?.waits_days)} We will email you when you request closure and when it takes effect.`,
          ] as const,
        ].map(([term, text]) => (
          <div key={term} className="grid gap-x-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
            <dt className="font-medium">{term}</dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
      <div ref={frame} tabIndex={-1} className="border-line border-t p-[22px] outline-none max-sm:p-4">
        <RemoteView
          view={view}
          failure="Account closure status could not be loaded."
          onRetry={refreshClosure}
          loading={<Skeleton className="h-24" />}
        >
          {({ closure, waits_days, obstacle }) => (
            <div className="grid gap-5">
              {closure && <Waiting closure={closure} onKept={() => setIsKept(true)} />}
              {!closure && isKept && (
                <Banner kind="success">
                  Closure cancelled. Your account remains open and nothing was deleted.
                </Banner>
              )}
              {(!closure || closure.obstacle) &&
                (obstacle ? <Obstacle>{obstacle}</Obstacle> : <CloseAccountForm days={waits_days} />)}
            </div>
          )}
        </RemoteView>
      </div>
    </Panel>
  )
}

/** Why the account cannot be closed now; nothing is asked for and no day is named. */
const Obstacle = ({ children }: { children: string }) => (
  <div className="grid gap-4">
    <Banner kind="warning">{children}</Banner>
    <Link className="button button-quiet justify-self-end" to="/access/support">
      Contact Support
    </Link>
  </div>
)

function Waiting({
  closure: { closes_at, obstacle },
  onKept,
}: {
  closure: AccountClosure
  onKept: () => void
}) {
  const [form] = useState(createCancelClosureForm)
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
          <>
            Account closure is on hold: your account has {obstacle}. Request closure again once this is
            resolved.
          </>
        ) : (
          <>
            Your account will be closed on <time dateTime={closes_at}>{formatCalendarDate(closes_at)}</time>.
            You can use it as usual until then.
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
