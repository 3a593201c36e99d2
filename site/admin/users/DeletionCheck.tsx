import { useEffect, useState } from 'react'
import type { ListedUser } from '#contract/admin-users'
import { describeFailure } from '#core/api/failures'
import { dataOf } from '#core/query/remote'
import { useRemote } from '#site/admin/shared/use-remote.ts'
import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { Field, Input } from '#ui/Field'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { describeDeletion, readDeletionFacts } from './deletion.ts'

interface DeletionCheckProps {
  target: ListedUser
  /** Receives whether the user may be deleted now. */
  allow: (isAllowed: boolean) => void
}

/**
 * Shows what a user still has before the account is deleted, and what has to be settled first; where there is money, the
 * name must be typed.
 */
export function DeletionCheck({ target, allow }: DeletionCheckProps) {
  const { view, retry } = useRemote(target.id, readDeletionFacts)
  const [typed, setTyped] = useState('')
  const name = nameOf(target)
  const facts = dataOf(view)
  useEffect(() => {
    if (facts && !facts.has_money && !facts.obstacle) allow(true)
  }, [facts, allow])

  if (view.status === 'failed') {
    return (
      <RemoteFailure
        view={view}
        failure={(error) => [describeFailure('Failed to fetch what this user still has', error)]}
        onRetry={retry}
      />
    )
  }
  if (!facts) {
    return (
      <div role="status">
        <span className="sr-only">Loading what this user still has...</span>
        <Skeleton className="h-6 w-2/3" />
      </div>
    )
  }
  const lines = describeDeletion(facts)
  if (lines.length === 0 && !facts.obstacle) return <p>This user has no money, requests or open tickets.</p>
  return (
    <>
      {lines.length > 0 && <p className="font-medium">This user still has:</p>}
      <ul className="mt-2 list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {facts.obstacle && <p className="mt-4 font-medium text-loss">{facts.obstacle}</p>}
      {facts.has_money && !facts.obstacle && (
        <Field label={`Type ${name} to confirm`} required className="mt-5">
          {(wiring) => (
            <Input
              {...wiring}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target: { value } }) => {
                setTyped(value)
                allow(value.trim() === name)
              }}
            />
          )}
        </Field>
      )}
    </>
  )
}
