import { audit } from '#contract/audit'
import { callAdmin } from '#core/api/admin-api'
import type { AuditedRow, LastChange } from '#core/form/row-form'
import { $may } from '#core/session/admin-session'

/** Milliseconds that an audit entry may be apart from its change: one transaction writes both. */
const SAME_CHANGE_MS = 2_000

/**
 * Fetches from the audit log who changed a row last; undefined where the change at `updatedAt` was not an
 * administrator's, such as an investor's own, and for readers who may not see the log. Throws as `callAdmin` does.
 */
export const readLastChange =
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
    const [entry] = (await callAdmin(audit.list, { query })).entries
    if (!entry || !updatedAt) return undefined
    const distance = Math.abs(Date.parse(entry.created_at) - Date.parse(updatedAt))
    return distance > SAME_CHANGE_MS ? undefined : { by: entry.admin_name, at: entry.created_at }
  }
