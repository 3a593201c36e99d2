import { adminPath, adminPathHeaders } from '#core/session/admin-path'
import { $administrator, adminSession, endAdminSession } from '#core/session/admin-session'
import { createSessionQuery, type QueryKey, type SessionQuery } from '#core/session/internal/session-query'
import { createDownload } from './download.ts'
import { createSignedInClient, type SignedInCall } from './internal/signed-in-api.ts'
import { orProposal } from './proposals.ts'

const { call: send, renewSession } = createSignedInClient({
  session: adminSession,
  lock: 'admin-session-renewal',
  renewalHeaders: adminPathHeaders,
  params: () => ({ admin_path: adminPath() }),
  endSession: endAdminSession,
})

/** Fetches new tokens of the administrator: after a change, they open what the old ones did not. */
export const renewAdminSession = renewSession

/**
 * Calls an endpoint as the signed-in administrator; see `createSignedInClient`. The secret path segment is
 * filled in: `callAdmin(users.delete, { params: { id } })`. Throws `AwaitsApproval` for a write that waits for a second
 * administrator.
 */
export const callAdmin: SignedInCall = (endpoint, input, options) =>
  orProposal(endpoint, send(endpoint, input, options))

/** Downloads a file as the signed-in administrator; see `createDownload`. */
export const downloadAdminFile = createDownload(callAdmin)

/** A query of the panel; see `createSessionQuery`. */
export const createAdminQuery = <Data>(
  key: QueryKey,
  fetcher: (...parts: string[]) => Promise<Data>,
  options: Parameters<typeof createSessionQuery>[3] = {},
): SessionQuery<Data> => createSessionQuery($administrator, key, fetcher, options)
