import { useRef } from 'react'
import { Link } from 'react-router'
import type { VerificationListItem } from '#contract/compliance/admin-verifications'
import { formatCount } from '#core/format/format'
import { Button } from '#ui/Button'

interface NeighboursProps {
  /** The rows of the list's page; undefined while loading. */
  rows: readonly VerificationListItem[] | undefined
  /** The open item. */
  item: string
  addressOf: (id: number) => string
}

/** Links from an open verification to the previous and next ones in the list, which is hidden meanwhile. */
export function PreviousNextLinks({ rows = [], item, addressOf }: NeighboursProps) {
  const index = rows.findIndex(({ user_id }) => String(user_id) === item)
  // A decided verification leaves a list of pending ones, so the next one has taken its place.
  const place = useRef(0)
  if (index >= 0) place.current = index
  const before = rows[(index >= 0 ? index : place.current) - 1]
  const after = rows[index >= 0 ? index + 1 : place.current]
  const step = (row: VerificationListItem | undefined, word: string) =>
    row ? (
      <Link
        className="button button-quiet button-small"
        to={{ search: addressOf(row.user_id) }}
        aria-label={`${word}: ${row.name}`}
      >
        {word}
      </Link>
    ) : (
      <Button look="quiet" small disabled>
        {word}
      </Button>
    )
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-3"
      aria-label="Verifications in this list"
    >
      <p className="text-[0.9375rem] text-ink-2 tabular-nums">
        {index >= 0
          ? `${formatCount(index + 1)} of ${formatCount(rows.length)} on this page`
          : 'Not on this page'}
      </p>
      <div className="flex gap-2">
        {step(before, 'Previous')}
        {step(after, 'Next')}
      </div>
    </nav>
  )
}
