import { useRef } from 'react'
import { Link } from 'react-router'
import type { ListedVerification } from '#contract/admin-verifications'
import { formatCount } from '#core/format/format'
import { Button } from '#ui/Button'

interface NeighboursProps {
  /** The rows of the list's page; undefined while they are read. */
  rows: readonly ListedVerification[] | undefined
  /** The open item. */
  item: string
  addressOf: (id: number) => string
}

/** Leads from an open verification to the one before and after it in the list, which is not drawn meanwhile. */
export function Neighbours({ rows = [], item, addressOf }: NeighboursProps) {
  const index = rows.findIndex(({ user_id }) => String(user_id) === item)
  // One that was decided leaves a list of those that wait: the next one has taken its place.
  const place = useRef(0)
  if (index >= 0) place.current = index
  const before = rows[(index >= 0 ? index : place.current) - 1]
  const after = rows[index >= 0 ? index + 1 : place.current]
  const step = (row: ListedVerification | undefined, word: string) =>
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
    <nav className="flex flex-wrap items-center justify-between gap-3" aria-label="Verifications of the list">
      <p className="text-[0.9375rem] text-ink-2 tabular-nums">
        {index >= 0
          ? `${formatCount(index + 1)} of ${formatCount(rows.length)} on this page of the list`
          : 'Not on this page of the list'}
      </p>
      <div className="flex gap-2">
        {step(before, 'Previous')}
        {step(after, 'Next')}
      </div>
    </nav>
  )
}
