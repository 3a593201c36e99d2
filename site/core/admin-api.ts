import { adminPath, doorHeaders } from './admin-path.ts'
import { $administrator, adminSession, endAdminSession } from './admin-session.ts'
import { createDownload } from './download.ts'
import { createSessionQuery, type QueryKey, type SessionQuery } from './session-query.ts'
import { createSignedInClient } from './signed-in-api.ts'

/**
 * Calls an endpoint as the signed-in administrator; see `createSignedInClient`. The secret path segment is
 * filled in: `callAdmin(users.delete, { params: { id } })`.
 */
export const callAdmin = createSignedInClient({
  session: adminSession,
  lock: 'admin-session-renewal',
  renewalHeaders: doorHeaders,
  params: () => ({ admin_path: adminPath() }),
  endSession: endAdminSession,
})

/** Downloads a file as the signed-in administrator; see `createDownload`. */
export const downloadAdminFile = createDownload(callAdmin)

/** A query of the panel; see `createSessionQuery`. */
export const createAdminQuery = <Data>(
  key: QueryKey,
  fetcher: (...parts: string[]) => Promise<Data>,
  options: Parameters<typeof createSessionQuery>[3] = {},
): SessionQuery<Data> => createSessionQuery($administrator, key, fetcher, options)
