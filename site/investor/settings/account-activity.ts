import { accountActivity, ownSessions } from '#contract/account-activity'
import { callInvestor } from '#core/api/investor-api'
import { byKey } from '#core/query/by-key'
import { createInvestorQuery } from '#core/query/investor-query'
import { createSessionClient } from '#core/security/session-client'

/** Entries on a page of the activity. */
export const ACTIVITY_PAGE = 10

/** A page of the activity, from 0 on, newest first. */
export const activityPage = byKey((page: number) =>
  createInvestorQuery(
    ['activity', String(page)],
    () =>
      callInvestor(accountActivity.activity, {
        query: { limit: ACTIVITY_PAGE, offset: page * ACTIVITY_PAGE },
      }),
    { changedBy: ['account'] },
  ),
)

/** The open sessions of the signed-in investor; ending one is listed among the activity. */
export const investorSessions = createSessionClient(
  callInvestor,
  ownSessions,
  (key, fetcher) => createInvestorQuery(key, fetcher, { changedBy: ['account'] }),
  () => void activityPage(0).refresh(),
)
