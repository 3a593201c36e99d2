import { useCallback, useEffect, useState } from 'react'
import { describeFailure } from '#core/api/failures'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { type PickedUser, readUser } from './user-search.ts'

interface Owner {
  status: 'none' | 'loading' | 'found' | 'deleted' | 'failed'
  user?: PickedUser
  /** The error message. */
  problem?: string
}

/** The user in the URL, with a function to retry a failed read. */
type OwnerState = Owner & { retry: () => void }

const users = ['users'] as const
const nothing = [] as const

/** The user in the URL, also after someone else has renamed or deleted the account. */
export function useOwner(userId: number | undefined): OwnerState {
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  useLiveRefetch(userId === undefined ? nothing : users, retry)
  const [owner, setOwner] = useState<Owner & { of?: number }>({ status: 'none' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches again with each attempt
  useEffect(() => {
    if (userId === undefined) return
    let isLate = false
    const put = (found: Owner) => isLate || setOwner({ ...found, of: userId })
    // A loaded user stays on screen during a refetch.
    setOwner((before) => (before.of === userId && before.user ? before : { status: 'loading', of: userId }))
    readUser(userId).then(
      (user) =>
        put(user ? { status: 'found', user } : { status: 'deleted', problem: 'This user was deleted.' }),
      (error) => put({ status: 'failed', problem: describeFailure('Failed to fetch users', error) }),
    )
    return () => {
      isLate = true
    }
  }, [userId, attempt])
  if (userId === undefined) return { status: 'none', retry }
  return owner.of === userId ? { ...owner, retry } : { status: 'loading', retry }
}

/** The props of a picker for an owner. */
export const pickedOwner = ({ status, user, problem, retry }: OwnerState) => ({
  chosen: user,
  isLoading: status === 'loading',
  error: problem,
  onRetry: status === 'failed' ? retry : undefined,
})
