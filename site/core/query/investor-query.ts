import type { EventName } from '#contract/events'
import { revalidateOn } from '#core/live/investor-events'
import { $account } from '#core/session/account'
import { createSessionQuery, type QueryKey, type SessionQuery } from '#core/session/session-query'

interface InvestorQueryOptions {
  /** What changes the answer: it is asked for again when the server tells of one of these. */
  changedBy?: readonly EventName[]
  /** Asks again when the tab is looked at, without being told of a change. */
  revalidateOnFocus?: boolean
}

/** A query about what the signed-in investor owns; see `createSessionQuery`. */
export function createInvestorQuery<Data>(
  key: QueryKey,
  fetcher: (...parts: string[]) => Promise<Data>,
  { changedBy = [], revalidateOnFocus = changedBy.length > 0 }: InvestorQueryOptions = {},
): SessionQuery<Data> {
  const query = createSessionQuery($account, key, fetcher, {
    // What was told while the tab was hidden was not asked for.
    revalidateOnFocus,
  })
  if (changedBy.length > 0) revalidateOn(query.$query, ...changedBy)
  return query
}
