import type { EventName } from '#contract/platform/events'
import { refetchOnEvents } from '#core/events/investor-event-stream'
import { $account } from '#core/session/internal/account'
import { createSessionQuery, type QueryKey, type SessionQuery } from '#core/session/internal/session-query'

interface InvestorQueryOptions {
  /** Events that change the data and trigger a refetch. */
  refetchOn?: readonly EventName[]
  /** Refetches when the tab becomes visible, even without an event. */
  revalidateOnFocus?: boolean
}

/** A query about the signed-in investor's own data; see `createSessionQuery`. */
export function createInvestorQuery<Data>(
  key: QueryKey,
  fetcher: (...parts: string[]) => Promise<Data>,
  { refetchOn = [], revalidateOnFocus = refetchOn.length > 0 }: InvestorQueryOptions = {},
): SessionQuery<Data> {
  const query = createSessionQuery($account, key, fetcher, {
    // Events while the tab was hidden caused no refetch.
    revalidateOnFocus,
  })
  if (refetchOn.length > 0) refetchOnEvents(query.$query, ...refetchOn)
  return query
}
