import type { Caller } from '#common/access-token'
import { toActor } from '#common/audit-actor'
import { accountActivity, adminSessions, ownSessions } from '#contract/identity/account-activity'
import { adminAdministrators } from '#contract/identity/admin-administrators'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { getClient } from '#modules/identity/session/request-client'
import { listAccountEvents } from './account-events.ts'
import {
  listSessions,
  revokeOtherSessions,
  revokeOwnSession,
  type SessionRevocation,
} from './active-sessions.ts'
import { revokeAdministratorSessions } from './revoke-sessions.ts'

const endingOf = (call: {
  caller: Caller
  address: string
  requestId: string
  request: Request
}): SessionRevocation => ({ caller: call.caller, client: getClient(call), actor: toActor(call) })

/** The sessions of the caller: listed, and ended. */
const sessionRoutesOf = (calls: typeof ownSessions | typeof adminSessions) => [
  serveEndpoint(calls.sessions, async ({ caller }) => ({ sessions: await listSessions(caller) })),
  serveEndpoint(calls.endSession, async (call) => {
    await revokeOwnSession(endingOf(call), call.params.id)
    return { success: true as const }
  }),
  serveEndpoint(calls.endOthers, async (call) => ({
    success: true as const,
    ended: await revokeOtherSessions(endingOf(call)),
  })),
]

/** What an investor sees and ends of the own account. */
export const activityRoutes = () => [
  ...sessionRoutesOf(ownSessions),
  serveEndpoint(accountActivity.activity, ({ caller, query }) => listAccountEvents(caller.id, query)),
]

/** The sessions of the calling administrator, and those that an administrator ends. */
export const activityAdmin = () => [
  ...sessionRoutesOf(adminSessions),
  serveEndpoint(adminAdministrators.endSessions, async (call) => ({
    success: true as const,
    ended: await revokeAdministratorSessions(call.params.id, toActor(call)),
  })),
]
