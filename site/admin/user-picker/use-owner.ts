import { useEffect, useState } from 'react'
import { explainRefusal } from '#core/problems'
import { type PickedUser, readUser } from './user-search.ts'

interface Owner {
  status: 'none' | 'loading' | 'found' | 'gone' | 'failed'
  user?: PickedUser
  /** A sentence about what went wrong. */
  problem?: string
}

/** Who the user in the address is. */
export function useOwner(userId: number | undefined): Owner {
  const [owner, setOwner] = useState<Owner & { of?: number }>({ status: 'none' })
  useEffect(() => {
    if (userId === undefined) return
    let isLate = false
    const put = (found: Owner) => isLate || setOwner({ ...found, of: userId })
    readUser(userId).then(
      (user) => put(user ? { status: 'found', user } : { status: 'gone', problem: 'This user was deleted.' }),
      (error) => put({ status: 'failed', problem: explainRefusal(error, 'Failed to fetch users') }),
    )
    return () => {
      isLate = true
    }
  }, [userId])
  if (userId === undefined) return { status: 'none' }
  return owner.of === userId ? owner : { status: 'loading' }
}
