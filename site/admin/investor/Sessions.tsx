import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OpenSessionOfInvestor } from '#contract/account-activity'
import { adminUsers } from '#contract/admin-users'
import { callAdmin } from '#core/api/admin-api'
import { $may } from '#core/session/admin-session'
import { ConfirmDialog } from '#site/admin/form/ConfirmDialog.tsx'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { userOutcome } from '#site/admin/users/changes.ts'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { investorDetail } from './investor.ts'

/** Browsers on screen; the rest is counted. */
const SHOWN = 5

interface SessionsProps {
  of: readonly OpenSessionOfInvestor[]
  userId: number
  /** The name of the investor. */
  name: string
}

/** The browsers that are signed in to the account, and their end. */
export function Sessions({ of: sessions, userId, name }: SessionsProps) {
  const may = useStore($may)
  const [ending, setEnding] = useState<object>()
  return (
    <Panel
      title="Open sessions"
      aside={
        <Link className="text-[0.875rem]" to={{ search: `?d=login-tracking&user=${userId}&days=90` }}>
          All sign-ins
        </Link>
      }
    >
      {sessions.length === 0 ? (
        <EmptyState title="Not signed in anywhere" />
      ) : (
        <ul>
          {sessions.slice(0, SHOWN).map(({ id, device, place, last_seen_at }) => (
            <li
              key={id}
              className="border-line border-b px-[22px] py-3 text-[0.9375rem] last:border-b-0 max-sm:px-4"
            >
              <span className="block wrap-anywhere">{device || 'Unknown device'}</span>
              <span className="block text-[0.875rem] text-ink-2">
                {place && `${place}, `}seen <Moment instant={last_seen_at} />
              </span>
            </li>
          ))}
          {sessions.length > SHOWN && (
            <li className="px-[22px] py-3 text-[0.875rem] text-ink-2 max-sm:px-4">
              And {sessions.length - SHOWN} more
            </li>
          )}
        </ul>
      )}
      {sessions.length > 0 && may('activate') && (
        <div className="border-line border-t px-[22px] py-3 max-sm:px-4">
          <Button look="quiet" small aria-haspopup="dialog" onClick={() => setEnding({})}>
            End all sessions
          </Button>
        </div>
      )}
      <ConfirmDialog
        of={ending}
        onClose={() => setEnding(undefined)}
        title="End all sessions"
        action="End all sessions"
        busy="Ending..."
        run={() => callAdmin(adminUsers.endSessions, { params: { id: userId } })}
        onDone={async () => {
          await investorDetail.refresh()
          userOutcome.succeed(`${name} was signed out everywhere.`)
        }}
        onOutdated={investorDetail.refresh}
        failure="Failed to end the sessions"
      >
        {() => (
          <>
            This signs <strong>{name}</strong> out in every browser at once, and says so by mail. The account
            stays enabled: whoever has the password, and the second factor where there is one, can sign in
            again.
          </>
        )}
      </ConfirmDialog>
    </Panel>
  )
}
