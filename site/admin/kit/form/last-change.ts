import { audit } from '#contract/platform/audit'
import { callAdminApi } from '#core/api/admin-api'
import type { AuditedRow, LastChange } from '#core/form/row-form'
import { $may } from '#core/session/admin-session'

/** Maximum distance in milliseconds between a change and its audit entry; one transaction writes both. */
const SAME_CHANGE_MS = 2_000

/**
 * Fetches from the audit log who last changed a row; undefined if the change at `updatedAt` was not an administrator's,
 * such as an investor's own, and for readers who may not see the log. Throws as `callAdminApi` does.
 */
export const getLastChange =
  ({ entity, id }: AuditedRow) =>
  async (updatedAt: string | undefined): Promise<LastChange | undefined> => {
    if (!$may.get()('audit')) return undefined
    const query = {
      entity,
      ...(id !== undefined && { entity_id: String(id) }),
      page: 1,
      limit: 1,
      sort: '-created_at' as const,
    }
    const [entry] = (await callAdminApi(audit.list, { query })).entries
    if (!entry || !updatedAt) return undefined
    const distance = Math.abs(Date.parse(entry.created_at) - Date.parse(updatedAt))
    return distance > SAME_CHANGE_MS ? undefined : { by: entry.admin_name, at: entry.created_at }
  }
