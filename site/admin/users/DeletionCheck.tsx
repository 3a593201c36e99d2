import { useEffect, useState } from 'react'
import type { DeletionFacts, ListedUser } from '#contract/admin-users'
import { describeFailure } from '#core/api/failures'
import { nameOf } from '#site/admin/user-picker/user-search.ts'
import { Field, Input } from '#ui/Field'
import { RetryBanner } from '#ui/RetryBanner'
import { Skeleton } from '#ui/Skeleton'
import { describeDeletion, readDeletionFacts } from './deletion.ts'

interface DeletionCheckProps {
  target: ListedUser
  /** Receives whether the user may be deleted now. */
  allow: (isAllowed: boolean) => void
}

/** Shows what a user still has before the account is deleted; where there is money, the name must be typed. */
export function DeletionCheck({ target, allow }: DeletionCheckProps) {
  const [attempt, setAttempt] = useState(0)
  const [facts, setFacts] = useState<DeletionFacts>()
  const [problem, setProblem] = useState('')
  const [typed, setTyped] = useState('')
  const name = nameOf(target)

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches again with each attempt
  useEffect(() => {
    let isLate = false
    readDeletionFacts(target.id).then(
      (read) => {
        if (isLate) return
        setProblem('')
        setFacts(read)
        if (!read.has_money) allow(true)
      },
      (error) => {
        if (!isLate) setProblem(describeFailure('Failed to fetch what this user still has', error))
      },
    )
    return () => {
      isLate = true
    }
  }, [target.id, attempt, allow])

  if (problem) {
    return (
      <RetryBanner
        busy={false}
        onRetry={() => {
          setProblem('')
          setAttempt((before) => before + 1)
        }}
      >
        {problem}
      </RetryBanner>
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
  if (lines.length === 0) return <p>This user has no money, requests or open tickets.</p>
  return (
    <>
      <p className="font-medium">This user still has:</p>
      <ul className="mt-2 list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {facts.has_money && (
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
