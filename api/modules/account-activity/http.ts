import type { Caller } from '#common/access-token'
import { actorOf } from '#common/actor'
import { accountActivity, adminSessions } from '#contract/account-activity'
import { serve } from '#http/pipeline/serve'
import { clientOf } from '#modules/session/http-client'
import { readActivity } from './activity.ts'
import { type Ending, endOneSession, endOtherSessions, listSessions } from './sessions.ts'

const endingOf = (call: {
  caller: Caller
  address: string
  requestId: string
  request: Request
}): Ending => ({ caller: call.caller, client: clientOf(call), actor: actorOf(call) })

/** What an investor sees and ends of the own account. */
export const activityRoutes = () => [
  serve(accountActivity.sessions, async ({ caller }) => ({ sessions: await listSessions(caller) })),
  serve(accountActivity.endSession, async (call) => {
    await endOneSession(endingOf(call), call.params.id)
    return { success: true as const }
  }),
  serve(accountActivity.endOthers, async (call) => ({
    success: true as const,
    ended: await endOtherSessions(endingOf(call)),
  })),
  serve(accountActivity.activity, ({ caller, query }) => readActivity(caller.id, query)),
]

/** The same for the calling administrator. */
export const activityAdmin = () => [
  serve(adminSessions.sessions, async ({ caller }) => ({ sessions: await listSessions(caller) })),
  serve(adminSessions.endSession, async (call) => {
    await endOneSession(endingOf(call), call.params.id)
    return { success: true as const }
  }),
  serve(adminSessions.endOthers, async (call) => ({
    success: true as const,
    ended: await endOtherSessions(endingOf(call)),
  })),
]
