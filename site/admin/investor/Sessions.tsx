import { Link } from 'react-router'
import type { OpenSessionOfInvestor } from '#contract/account-activity'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'

/** Browsers on screen; the rest is counted. */
const SHOWN = 5

/** The browsers that are signed in to the account. */
export function Sessions({ of: sessions, userId }: { of: readonly OpenSessionOfInvestor[]; userId: number }) {
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
    </Panel>
  )
}
