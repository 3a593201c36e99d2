import { adminPath, adminPathHeaders } from '#core/session/admin-path'
import { $administrator, adminSession, endAdminSession } from '#core/session/admin-session'
import { createSessionQuery, type QueryKey, type SessionQuery } from '#core/session/internal/session-query'
import { createDownload } from './download.ts'
import { createSignedInClient } from './internal/signed-in-api.ts'

/**
 * Calls an endpoint as the signed-in administrator; see `createSignedInClient`. The secret path segment is
 * filled in: `callAdmin(users.delete, { params: { id } })`.
 */
export const callAdmin = createSignedInClient({
  session: adminSession,
  lock: 'admin-session-renewal',
  renewalHeaders: adminPathHeaders,
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
