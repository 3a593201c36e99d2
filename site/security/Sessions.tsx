import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OpenSession } from '#contract/account-activity'
import { explainLoad, explainRejection } from '#core/api/failures'
import { formatFullMoment } from '#core/format/dated-moment'
import type { SessionClient } from '#core/security/session-client'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { methodOf, nameOf, sentenceOf } from './session-words.ts'

interface Outcome {
  kind: 'success' | 'error'
  text: string
}

interface SessionsProps {
  client: SessionClient
  /** What ends with all other sessions, because one of them may have asked for it: 'the change of email that waits'. */
  alsoEnds?: string | undefined
}

/** Where the account is signed in; each browser but this one can be signed out here. */
export function Sessions({ client, alsoEnds }: SessionsProps) {
  const view = useStore(client.$list)
  const [pending, setPending] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  const banner = useRef<HTMLDivElement>(null)
  // The row and its button may be gone.
  useEffect(() => {
    if (outcome) banner.current?.focus({ preventScroll: true })
  }, [outcome])

  const end = async (which: { id: string } | 'others', done: string) => {
    setPending(which === 'others' ? which : which.id)
    setOutcome(undefined)
    try {
      await client.end(which)
      setOutcome({ kind: 'success', text: done })
    } catch (error) {
      setOutcome({
        kind: 'error',
        text: explainRejection(error, 'The session could not be ended. Please try again.'),
      })
    }
    setPending(undefined)
  }

  return (
    <Panel title="Where you are signed in" id="sessions">
      {outcome && (
        <div className="px-[22px] pt-4 max-sm:px-4">
          <Banner ref={banner} kind={outcome.kind}>
            {outcome.text}
          </Banner>
        </div>
      )}
      <RemoteView
        view={view}
        failure={explainLoad('Your sessions could not be loaded')}
        onRetry={client.refresh}
        loading={<Loading />}
      >
        {(sessions) => (
          <>
            <ul>
              {sessions.map((session) => (
                <Row
                  key={session.id}
                  session={session}
                  pending={pending === session.id}
                  disabled={pending !== undefined}
                  onEnd={() => end({ id: session.id }, `Signed out: ${sentenceOf(session)}.`)}
                />
              ))}
            </ul>
            {sessions.length > 1 && (
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t px-[22px] py-4 max-sm:px-4">
                <p className="max-w-[52ch] text-[0.875rem] text-ink-2">
                  Something you do not know? Sign it out and change your password.
                  {alsoEnds && ` Signing out all others cancels ${alsoEnds}, too.`}
                </p>
                <Button
                  look="quiet"
                  small
                  disabled={pending !== undefined}
                  busy={pending === 'others' && 'Signing out...'}
                  onClick={() =>
                    end(
                      'others',
                      alsoEnds
                        ? `All other sessions are signed out, and ${alsoEnds} is cancelled.`
                        : 'All other sessions are signed out.',
                    )
                  }
                >
                  Sign out all others
                </Button>
              </div>
            )}
          </>
        )}
      </RemoteView>
    </Panel>
  )
}

interface RowProps {
  session: OpenSession
  pending: boolean
  disabled: boolean
  onEnd: () => void
}

function Row({ session, pending, disabled, onEnd }: RowProps) {
  const { created_at, last_seen_at, current } = session
  const method = methodOf(session)
  return (
    <li className="border-line border-t px-[22px] py-4 first:border-t-0 max-sm:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="wrap-anywhere">{nameOf(session)}</span>
          {current && <Badge tone="gain">This one</Badge>}
        </p>
        {!current && (
          <Button
            look="quiet"
            small
            aria-label={`Sign out ${sentenceOf(session)}`}
            disabled={disabled}
            busy={pending && 'Signing out...'}
            onClick={onEnd}
          >
            Sign out
          </Button>
        )}
      </div>
      <dl className="mt-2 grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.875rem]">
        <Fact term="Signed in">
          <Moment at={created_at} />
          {method && <span className="block text-ink-2">{method}</span>}
        </Fact>
        <Fact term="Last seen">
          <Moment at={last_seen_at} />
        </Fact>
        <Fact term="From">
          {session.place || 'An unknown place'}
          {session.network && <span className="block text-ink-2">Network {session.network}</span>}
        </Fact>
      </dl>
    </li>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-2">{term}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatFullMoment(at)}</time>

function Loading() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading your sessions</span>
      <div className="px-[22px] py-3.5 max-sm:px-4">
        <Skeleton className="h-[1.5rem] w-56" />
        <Skeleton className="mt-2 h-[5.5rem] w-80" />
      </div>
    </div>
  )
}
