import { useStore } from '@nanostores/react'
import { Link } from 'react-router'
import type { ConfirmedMatch } from '#contract/compliance/admin-screening'
import { $may } from '#core/session/admin-session'
import { AdminDateTime } from '#site/admin/kit/AdminDateTime.tsx'
import { Banner } from '#ui/Banner'

interface MatchesProps {
  matches: readonly ConfirmedMatch[]
  /** Open matches. */
  openHits: number
  /** The names that were compared. */
  openNames: readonly string[]
  userId: number
}

/** Confirmed and open screening matches; shows nothing if there are none. */
export function ScreeningMatches({ matches, openHits, openNames, userId }: MatchesProps) {
  const may = useStore($may)('verify')
  if (matches.length === 0 && openHits === 0) return null
  return (
    <Banner kind={matches.length > 0 ? 'error' : 'warning'}>
      {matches.map(({ user_name, list, entry_id, entry_name, reason, decided_by, decided_at }) => (
        <p key={`${list} ${entry_id}`} className="wrap-anywhere">
          <span className="font-medium">
            Confirmed watchlist match: {entry_name}, {list} {entry_id}.
          </span>{' '}
          Compared name: {user_name}. Confirmed by {decided_by || 'a deleted administrator'},{' '}
          <AdminDateTime instant={decided_at} />: {reason}
        </p>
      ))}
      {openHits > 0 && (
        <p className="wrap-anywhere">
          {openHits === 1
            ? 'There is an open screening match. The investor cannot be verified until it is resolved.'
            : `There are ${openHits} open screening matches. The investor cannot be verified until they are resolved.`}{' '}
          {openNames.length === 1 ? 'Compared name' : 'Compared names'}: {openNames.join('; ')}.
        </p>
      )}
      {may && <Link to={{ search: `?d=screening&user=${userId}` }}>View screening</Link>}
    </Banner>
  )
}
