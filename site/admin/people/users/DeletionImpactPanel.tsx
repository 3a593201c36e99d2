import { useEffect, useState } from 'react'
import type { DeletionImpact, UserListItem } from '#contract/people/admin-users'
import { formatFailureMessage } from '#core/api/error-messages'
import { getData } from '#core/query/remote'
import { formatFullName } from '#shared/full-name'
import { useRemote } from '#site/admin/kit/use-remote.ts'
import { Field, Input } from '#ui/Field'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { getDeletionImpact, listDeletionConsequences } from './deletion-impact.ts'

interface DeletionCheckProps {
  target: UserListItem
  /** Called with whether the user may be deleted now. */
  allow: (isAllowed: boolean) => void
}

/** Whether a second administrator decides about the deletion. */
const isSerious = ({ has_money, was_verified }: DeletionImpact): boolean => has_money || was_verified

/**
 * Shows what a user still holds before the account is deleted, and what must be settled first; if there is money or
 * a verified identity, the name must be typed.
 */
export function DeletionImpactPanel({ target, allow }: DeletionCheckProps) {
  const { view, retry } = useRemote(target.id, getDeletionImpact)
  const [typed, setTyped] = useState('')
  const name = formatFullName(target)
  const facts = getData(view)
  useEffect(() => {
    if (facts && !isSerious(facts) && !facts.obstacle) allow(true)
  }, [facts, allow])

  if (view.status === 'failed') {
    return (
      <RemoteError
        view={view}
        failure={(error) => [formatFailureMessage('Failed to check the account', error)]}
        onRetry={retry}
      />
    )
  }
  if (!facts) {
    return (
      <div role="status">
        <span className="sr-only">Checking the account...</span>
        <Skeleton className="h-6 w-2/3" />
      </div>
    )
  }
  const lines = listDeletionConsequences(facts)
  if (lines.length === 0 && !facts.obstacle)
    return <p>This investor has no funds, requests or open tickets.</p>
  return (
    <>
      {lines.length > 0 && <p className="font-medium">On this account:</p>}
      <ul className="mt-2 list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {facts.obstacle && <p className="mt-4 font-medium text-loss">{facts.obstacle}</p>}
      {isSerious(facts) && !facts.obstacle && (
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
