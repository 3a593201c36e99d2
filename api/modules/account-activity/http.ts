import type { Caller } from '#common/access-token'
import { actorOf } from '#common/actor'
import { accountActivity, adminSessions, ownSessions } from '#contract/account-activity'
import { adminAdministrators } from '#contract/admin-administrators'
import { adminUsers } from '#contract/admin-users'
import { serve } from '#http/pipeline/serve'
import { clientOf } from '#modules/session/http-client'
import { readActivity } from './activity.ts'
import { endSessionsOfAdministrator, endSessionsOfInvestor } from './ended-sessions.ts'
import { type Ending, endOneSession, endOtherSessions, listSessions } from './sessions.ts'

const endingOf = (call: {
  caller: Caller
  address: string
  requestId: string
  request: Request
}): Ending => ({ caller: call.caller, client: clientOf(call), actor: actorOf(call) })

/** The sessions of the caller: listed, and ended. */
const sessionRoutesOf = (calls: typeof ownSessions | typeof adminSessions) => [
  serve(calls.sessions, async ({ caller }) => ({ sessions: await listSessions(caller) })),
  serve(calls.endSession, async (call) => {
    await endOneSession(endingOf(call), call.params.id)
    return { success: true as const }
  }),
  serve(calls.endOthers, async (call) => ({
    success: true as const,
    ended: await endOtherSessions(endingOf(call)),
  })),
]

/** What an investor sees and ends of the own account. */
export const activityRoutes = () => [
  ...sessionRoutesOf(ownSessions),
  serve(accountActivity.activity, ({ caller, query }) => readActivity(caller.id, query)),
]

/** The sessions of the calling administrator, and those that an administrator ends. */
export const activityAdmin = () => [
  ...sessionRoutesOf(adminSessions),
  serve(adminUsers.endSessions, async (call) => ({
    success: true as const,
    ended: await endSessionsOfInvestor(call.params.id, actorOf(call)),
  })),
  serve(adminAdministrators.endSessions, async (call) => ({
    success: true as const,
    ended: await endSessionsOfAdministrator(call.params.id, actorOf(call)),
  })),
]
