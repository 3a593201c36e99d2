import { accountActivity, ownSessions } from '#contract/account-activity'
import { callInvestor } from '#core/api/investor-api'
import { byKey } from '#core/query/by-key'
import { createInvestorQuery } from '#core/query/investor-query'

/** The browsers that are signed in. */
export const { $view: $sessions, refresh: refreshSessions } = createInvestorQuery(
  ['sessions'],
  async () => (await callInvestor(ownSessions.sessions)).sessions,
  { revalidateOnFocus: true },
)

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
    { revalidateOnFocus: true },
  ),
)

/** Signs one browser out, or all but this one, and loads what has changed. */
export async function endSessions(which: { id: string } | 'others'): Promise<void> {
  try {
    if (which === 'others') await callInvestor(ownSessions.endOthers)
    else await callInvestor(ownSessions.endSession, { params: which })
  } finally {
    // After a failure too: the session may have ended meanwhile.
    void refreshSessions()
    void activityPage(0).refresh()
  }
}
