import { getAdminPath, getAdminPathHeaders } from '#core/session/admin-path'
import { $administrator, adminSession, endAdminSession } from '#core/session/admin-session'
import { createSessionQuery, type QueryKey, type SessionQuery } from '#core/session/internal/session-query'
import { throwIfApprovalRequested } from './approval-requests.ts'
import { createDownload } from './download.ts'
import { createSignedInClient, type SignedInCall } from './internal/signed-in-api.ts'

const { call: send, renewSession } = createSignedInClient({
  session: adminSession,
  lock: 'admin-session-renewal',
  renewalHeaders: getAdminPathHeaders,
  params: () => ({ admin_path: getAdminPath() }),
  endSession: endAdminSession,
})

/** Fetches new tokens for the administrator, which carry the changed permissions. */
export const refreshAdminSession = renewSession

/**
 * Calls an endpoint as the signed-in administrator; see `createSignedInClient`. The secret path segment is filled in
 * automatically: `callAdminApi(users.delete, { params: { id } })`. Throws `ApprovalRequiredError` if the write needs a
 * second administrator's approval.
 */
export const callAdminApi: SignedInCall = (endpoint, input, options) =>
  throwIfApprovalRequested(endpoint, send(endpoint, input, options))

/** Downloads a file as the signed-in administrator; see `createDownload`. */
export const downloadAsAdmin = createDownload(callAdminApi)

/** A query of the panel; see `createSessionQuery`. */
export const createAdminQuery = <Data>(
  key: QueryKey,
  fetcher: (...parts: string[]) => Promise<Data>,
  options: Parameters<typeof createSessionQuery>[3] = {},
): SessionQuery<Data> => createSessionQuery($administrator, key, fetcher, options)
