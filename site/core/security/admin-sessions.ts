import { adminSessions, type ownSessions } from '#contract/account-activity'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { createSessionClient } from './session-client.ts'

/** The open sessions of the signed-in administrator: the same calls at other paths. */
export const administratorSessions = createSessionClient(
  callAdmin,
  adminSessions as unknown as typeof ownSessions,
  createAdminQuery,
)
