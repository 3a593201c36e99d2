import { formatFailureMessage } from '#core/api/error-messages'
import { getData, type Remote } from '#core/query/remote'
import { useRefetchOnEvents } from '#site/admin/kit/use-live-refetch.ts'
import { useRemote } from '#site/admin/kit/use-remote.ts'
import { getUser, type PickedUser } from './investor-search.ts'

/** The user in the URL. */
interface Owner {
  /** Undefined if the URL names no user; null if the user was deleted. */
  view: Remote<PickedUser | null> | undefined
  user: PickedUser | undefined
  /** The error message. */
  problem: string | undefined
  retry: () => void
}

const users = ['users'] as const
const nothing = [] as const

const readOwner = async (id: number): Promise<PickedUser | null> => (await getUser(id)) ?? null

function explain(view: Remote<PickedUser | null>): string | undefined {
  if (view.status === 'failed') return formatFailureMessage('Failed to fetch users', view.error)
  return getData(view) === null ? 'This investor has been deleted.' : undefined
}

/** The user in the URL, kept current if someone else renames or deletes the account. */
export function useSelectedInvestor(userId: number | undefined): Owner {
  const { view, retry } = useRemote(userId, readOwner)
  useRefetchOnEvents(userId === undefined ? nothing : users, retry)
  if (userId === undefined) return { view: undefined, user: undefined, problem: undefined, retry }
  return { view, user: getData(view) ?? undefined, problem: explain(view), retry }
}

/** The props of a picker for an owner. */
export const getPickerProps = ({ view, user, problem, retry }: Owner) => ({
  chosen: user,
  isLoading: view?.status === 'loading',
  error: problem,
  onRetry: view?.status === 'failed' ? retry : undefined,
})
