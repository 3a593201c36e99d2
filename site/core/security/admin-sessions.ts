import { adminSessions, type ownSessions } from '#contract/identity/account-activity'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { createSessionClient } from './session-client.ts'

/** The signed-in administrator's active sessions: the same calls at other paths. */
export const administratorSessions = createSessionClient(
  callAdminApi,
  adminSessions as unknown as typeof ownSessions,
  createAdminQuery,
)
