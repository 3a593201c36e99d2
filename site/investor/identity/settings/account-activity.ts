import { accountActivity, ownSessions } from '#contract/identity/account-activity'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'
import { memoizeByKey } from '#core/query/memoize-by-key'
import { createSessionClient } from '#core/security/session-client'

/** Entries per page. */
export const ACTIVITY_PAGE_SIZE = 10

/** A page of the activity (0-based), newest first. */
export const getActivityPageStore = memoizeByKey((page: number) =>
  createInvestorQuery(
    ['activity', String(page)],
    () =>
      callInvestor(accountActivity.activity, {
        query: { limit: ACTIVITY_PAGE_SIZE, offset: page * ACTIVITY_PAGE_SIZE },
      }),
    { refetchOn: ['account'] },
  ),
)

/** The signed-in investor's active sessions; ending one is listed in the activity. */
export const investorSessions = createSessionClient(
  callInvestor,
  ownSessions,
  (key, fetcher) => createInvestorQuery(key, fetcher, { refetchOn: ['account'] }),
  () => void getActivityPageStore(0).refresh(),
)
