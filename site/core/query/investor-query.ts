import type { EventName } from '#contract/events'
import { revalidateOn } from '#core/live/investor-events'
import { $account } from '#core/session/internal/account'
import { createSessionQuery, type QueryKey, type SessionQuery } from '#core/session/internal/session-query'

interface InvestorQueryOptions {
  /** Events that change the data: each one triggers a refetch. */
  changedBy?: readonly EventName[]
  /** Refetches when the tab becomes visible, without an event. */
  revalidateOnFocus?: boolean
}

/** A query about the signed-in investor's own data; see `createSessionQuery`. */
export function createInvestorQuery<Data>(
  key: QueryKey,
  fetcher: (...parts: string[]) => Promise<Data>,
  { changedBy = [], revalidateOnFocus = changedBy.length > 0 }: InvestorQueryOptions = {},
): SessionQuery<Data> {
  const query = createSessionQuery($account, key, fetcher, {
    // Events during the time the tab was hidden caused no refetch.
    revalidateOnFocus,
  })
  if (changedBy.length > 0) revalidateOn(query.$query, ...changedBy)
  return query
}
