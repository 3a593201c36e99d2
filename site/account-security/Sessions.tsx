import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ActiveSession } from '#contract/identity/account-activity'
import { createLoadErrorMessage, getServerErrorMessage } from '#core/api/error-messages'
import { formatFullDateTime } from '#core/format/full-date-time'
import type { SessionClient } from '#core/security/session-client'
import { Badge } from '#ui/Badge'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'
import { Panel } from '#ui/Panel'
import { RemoteView } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { describeSession, getSessionDevice, getSignInMethodLabel } from './session-labels.ts'

interface Outcome {
  kind: 'success' | 'error'
  text: string
}

interface SessionsProps {
  client: SessionClient
  /** What ends along with all other sessions, because one of them may have requested it: 'the pending email change'. */
  alsoEnds?: string | undefined
}

/** Where the account is signed in; each browser except this one can be signed out here. */
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
        text: getServerErrorMessage(error, 'The session could not be ended. Please try again.'),
      })
    }
    setPending(undefined)
  }

  return (
    <Panel title="Active sessions" id="sessions">
      {outcome && (
        <div className="px-[22px] pt-4 max-sm:px-4">
          <Banner ref={banner} kind={outcome.kind}>
            {outcome.text}
          </Banner>
        </div>
      )}
      <RemoteView
        view={view}
        failure={createLoadErrorMessage('Your sessions could not be loaded')}
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
                  onEnd={() => end({ id: session.id }, `Signed out: ${describeSession(session)}.`)}
                />
              ))}
            </ul>
            {sessions.length > 1 && (
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t px-[22px] py-4 max-sm:px-4">
                <p className="max-w-[52ch] text-[0.875rem] text-ink-2">
                  Don't recognize a session? Sign it out and change your password.
                  {alsoEnds && ` Signing out of other devices also cancels ${alsoEnds}.`}
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
                        ? `You have been signed out of all other devices, and ${alsoEnds} has been cancelled.`
                        : 'You have been signed out of all other devices.',
                    )
                  }
                >
                  Sign out of other devices
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
  session: ActiveSession
  pending: boolean
  disabled: boolean
  onEnd: () => void
}

function Row({ session, pending, disabled, onEnd }: RowProps) {
  const { created_at, last_seen_at, current } = session
  const method = getSignInMethodLabel(session)
  return (
    <li className="border-line border-t px-[22px] py-4 first:border-t-0 max-sm:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="wrap-anywhere">{getSessionDevice(session)}</span>
          {current && <Badge tone="gain">This device</Badge>}
        </p>
        {!current && (
          <Button
            look="quiet"
            small
            aria-label={`Sign out ${describeSession(session)}`}
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
        <Fact term="Last active">
          <Moment at={last_seen_at} />
        </Fact>
        <Fact term="Location">
          {session.place || 'Unknown location'}
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

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatFullDateTime(at)}</time>

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
