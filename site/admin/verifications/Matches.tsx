import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import type { ScreeningMatch } from '#contract/admin-screening'
import { $may } from '#core/session/admin-session'
import { Moment } from '#site/admin/shared/Timestamp.tsx'
import { Banner } from '#ui/Banner'

interface MatchesProps {
  of: readonly ScreeningMatch[]
  /** Hits that wait for a decision. */
  openHits: number
  /** The names that were compared for them. */
  openNames: readonly string[]
  userId: number
}

/** The entries of lists that an investor is, and hits that wait; nothing without them. */
export function Matches({ of, openHits, openNames, userId }: MatchesProps) {
  const may = useStore($may)('verify')
  if (of.length === 0 && openHits === 0) return null
  return (
    <Banner kind={of.length > 0 ? 'error' : 'warning'}>
      {of.map(({ user_name, list, entry_id, entry_name, reason, decided_by, decided_at }) => (
        <p key={`${list} ${entry_id}`} className="wrap-anywhere">
          <span className="font-medium">
            On the list: {entry_name}, {list} {entry_id}.
          </span>{' '}
          Compared name: {user_name}. Decided by {decided_by || 'a deleted account'},{' '}
          <Moment instant={decided_at} />: {reason}
        </p>
      ))}
      {openHits > 0 && (
        <p className="wrap-anywhere">
          {openHits === 1
            ? 'A hit of the screening waits for a decision.'
            : `${openHits} hits of the screening wait for a decision.`}{' '}
          Nobody is verified before. {openNames.length === 1 ? 'Compared name' : 'Compared names'}:{' '}
          {openNames.join('; ')}.
        </p>
      )}
      {may && <Link to={{ search: `?d=screening&user=${userId}` }}>See the screening</Link>}
    </Banner>
  )
}
