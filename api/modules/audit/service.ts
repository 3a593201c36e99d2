/** Adds to the audit log: every write, sign-in and refusal of the administrators' area, append-only. */
import { database } from '#db/connection'
import { auditLog } from '#db/schema/operations'
import type { Actor } from '#plugins/actor'
import type { AdminRefusal } from '#plugins/instance'

interface Deed {
  /** `entity.verb`, such as `user.disable`. */
  action: string
  entity: string
  entityId?: number | string
  /** The row as it was and as it is; only what may be read by every administrator. */
  before?: unknown
  after?: unknown
  /** As typed, where nobody is signed in. */
  name?: string
}

/**
 * Adds an entry for each deed. Call it in the transaction that does them, as the last thing in it: an entry
 * holds the chain's lock until that transaction ends, and stands or falls with the deed.
 */
export async function recordAudit(
  { adminId, address, requestId }: Actor,
  ...deeds: [Deed, ...Deed[]]
): Promise<void> {
  const entries = deeds.map((deed) => ({
    admin_id: adminId,
    admin_name: deed.name?.slice(0, 254) ?? '',
    action: deed.action,
    entity: deed.entity,
    entity_id: String(deed.entityId ?? ''),
    before: deed.before,
    after: deed.after,
    ip_address: address,
    request_id: requestId,
  }))
  await database().insert(auditLog).values(entries)
}

/** Keeps that somebody who knew the administrators' path was refused. */
export const recordRefusal = ({
  code,
  method,
  path,
  caller,
  address,
  requestId,
}: AdminRefusal): Promise<void> =>
  recordAudit(
    { adminId: undefined, address, requestId },
    {
      action: 'access.refused',
      entity: caller?.role === 'investor' ? 'user' : 'admin',
      entityId: caller?.id,
      after: { reason: code, call: `${method} ${path}` },
    },
  )
