import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { InvestorSession } from '#contract/identity/account-activity'
import { adminUsers } from '#contract/people/admin-users'
import { callAdminApi } from '#core/api/admin-api'
import { $may } from '#core/session/admin-session'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { ConfirmDialog } from '#site/admin/kit/form/ConfirmDialog.tsx'
import { userToasts } from '#site/admin/people/users/user-changes.ts'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { investorDetail } from './investor-store.ts'

/** Browsers shown; the rest are only counted. */
const SHOWN = 5

interface SessionsProps {
  sessions: readonly InvestorSession[]
  userId: number
  /** The investor's name. */
  name: string
}

/** The browsers signed in to the account, with buttons to sign them out. */
export function InvestorSessions({ sessions, userId, name }: SessionsProps) {
  const may = useStore($may)
  const [ending, setEnding] = useState<object>()
  return (
    <Panel
      title="Active sessions"
      aside={
        <Link className="text-[0.875rem]" to={{ search: `?d=login-tracking&user=${userId}&days=90` }}>
          All sign-ins
        </Link>
      }
    >
      {sessions.length === 0 ? (
        <EmptyState title="No active sessions" />
      ) : (
        <ul>
          {sessions.slice(0, SHOWN).map(({ id, device, place, last_seen_at }) => (
            <li
              key={id}
              className="border-line border-b px-[22px] py-3 text-[0.9375rem] last:border-b-0 max-sm:px-4"
            >
              <span className="block wrap-anywhere">{device || 'Unknown device'}</span>
              <span className="block text-[0.875rem] text-ink-2">
                {place && `${place}, `}last active <AdminDateTime instant={last_seen_at} />
              </span>
            </li>
          ))}
          {sessions.length > SHOWN && (
            <li className="px-[22px] py-3 text-[0.875rem] text-ink-2 max-sm:px-4">
              {sessions.length - SHOWN} more
            </li>
          )}
        </ul>
      )}
      {sessions.length > 0 && may('activate') && (
        <div className="border-line border-t px-[22px] py-3 max-sm:px-4">
          <Button look="quiet" small aria-haspopup="dialog" onClick={() => setEnding({})}>
            Sign out everywhere
          </Button>
        </div>
      )}
      <ConfirmDialog
        target={ending}
        onClose={() => setEnding(undefined)}
        title="Sign out everywhere"
        action="Sign out everywhere"
        busy="Signing out..."
        run={() => callAdminApi(adminUsers.endSessions, { params: { id: userId } })}
        onDone={async () => {
          await investorDetail.refresh()
          userToasts.succeed(`${name} has been signed out everywhere.`)
        }}
        onOutdated={investorDetail.refresh}
        failure="Failed to sign out the investor"
      >
        {() => (
          <>
            <strong>{name}</strong> will be signed out on all devices immediately and notified by email. The
            account stays active: anyone with the password, and the second step if set up, can sign in again.
          </>
        )}
      </ConfirmDialog>
    </Panel>
  )
}
