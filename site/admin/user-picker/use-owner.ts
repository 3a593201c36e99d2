import { describeFailure } from '#core/api/failures'
import { dataOf, type Remote } from '#core/query/remote'
import { useLiveRefetch } from '#site/admin/shared/use-live-refetch.ts'
import { useRemote } from '#site/admin/shared/use-remote.ts'
import { type PickedUser, readUser } from './user-search.ts'

/** The user in the URL. */
interface Owner {
  /** Without a user in the URL undefined; null is a user who was deleted. */
  view: Remote<PickedUser | null> | undefined
  user: PickedUser | undefined
  /** The error message. */
  problem: string | undefined
  retry: () => void
}

const users = ['users'] as const
const nothing = [] as const

const readOwner = async (id: number): Promise<PickedUser | null> => (await readUser(id)) ?? null

function explain(view: Remote<PickedUser | null>): string | undefined {
  if (view.status === 'failed') return describeFailure('Failed to fetch users', view.error)
  return dataOf(view) === null ? 'This user was deleted.' : undefined
}

/** The user in the URL, also after someone else has renamed or deleted the account. */
export function useOwner(userId: number | undefined): Owner {
  const { view, retry } = useRemote(userId, readOwner)
  useLiveRefetch(userId === undefined ? nothing : users, retry)
  if (userId === undefined) return { view: undefined, user: undefined, problem: undefined, retry }
  return { view, user: dataOf(view) ?? undefined, problem: explain(view), retry }
}

/** The props of a picker for an owner. */
export const pickedOwner = ({ view, user, problem, retry }: Owner) => ({
  chosen: user,
  isLoading: view?.status === 'loading',
  error: problem,
  onRetry: view?.status === 'failed' ? retry : undefined,
})
