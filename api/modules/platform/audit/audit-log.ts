/** Adds to the audit log: every write, export, sign-in and denied call in the panel, append-only and sealed. */

import { desc, sql } from 'drizzle-orm'
import type { Actor, AdminExport, AuditAction, DeniedAdminRequest } from '#common/audit-actor'
import type { Logger } from '#common/logger'
import { getService, provideServices } from '#common/service-container'
import { noteEntries, recordActions } from '#common/write-recorder'
import { auditActions } from '#contract/platform/audit'
import { sealEntry, toCanonicalJson, verifySeal } from '#db/audit-seal'
import { afterCommit, database, inTransaction } from '#db/connection'
import { auditHead, auditLog } from '#db/schema/platform/audit'
import { getAuditTarget } from './audit-targets.ts'
import { createHeadLog } from './chain-head-log.ts'
import { createDeniedRequestCounter } from './denied-requests.ts'

interface AuditOptions {
  /** The first key seals new entries; the others only verify. */
  keys: readonly [string, ...string[]]
  log: Logger
}

interface AuditState extends AuditOptions {
  headLog: ReturnType<typeof createHeadLog>
  deniedCalls: ReturnType<typeof createDeniedRequestCounter>
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    audit: AuditState
  }
}

/** Prepares this module; the database must be connected. Returns a handle that closes it. */
export function startAuditLog(options: AuditOptions): { close(): Promise<void> } {
  const { log } = options
  const headLog = createHeadLog(log)
  const deniedCalls = createDeniedRequestCounter({
    write: ({ actor, event }) => recordAudit(actor, event),
    onFailure: (err) => log.error({ err }, 'denied calls could not be recorded'),
  })
  provideServices({ audit: { ...options, headLog, deniedCalls } })
  return {
    async close() {
      await deniedCalls.close()
      headLog.close()
    },
  }
}

/** A value as stored and sealed: in its JSON form, without lone surrogates, which UTF-8 cannot encode. */
export const toStoredJson = (value: unknown): unknown =>
  value === undefined
    ? null
    : JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'string' ? part.toWellFormed() : part))

/** An edit that left the row unchanged is not recorded. */
const isChange = ({ before, after, changed }: AuditAction): boolean =>
  changed ??
  (before === undefined ||
    after === undefined ||
    toCanonicalJson(toStoredJson(before)) !== toCanonicalJson(toStoredJson(after)))

/** What an entry keeps of the row after the action, and the reason if given. */
const keptAfter = (after: unknown, reason: string | undefined): unknown =>
  toStoredJson(reason ? { ...(typeof after === 'object' ? after : { value: after }), reason } : after)

interface Head extends Record<string, unknown> {
  last_id: number
  last_hash: string
  last_seal: string
  written_at: string
}

/**
 * Adds an entry for each action that changed something. Call this last in the transaction of these actions: an entry
 * holds the chain's lock until that transaction ends, and is committed or rolled back with the action.
 */
export function recordAudit(
  { adminId, address, requestId, reason }: Actor,
  ...events: [AuditAction, ...AuditAction[]]
): Promise<void> {
  const { keys, headLog } = getService('audit')
  const changes = events.filter(isChange)
  if (changes.length === 0) return Promise.resolve()
  recordActions(changes)
  return inTransaction(async () => {
    // The server may not lock the row itself: that requires the right to change it.
    const [head] = await database().execute<Head>(sql`select * from lock_audit_head()`)
    if (!head) throw new Error('The audit log has no head: the database was not migrated')
    let previous = head.last_seal || head.last_hash
    const entries = changes.map((event, at) => {
      const content = {
        id: head.last_id + 1 + at,
        created_at: new Date(head.written_at),
        admin_id: adminId ?? null,
        admin_name: event.name?.slice(0, 254).toWellFormed() ?? '',
        action: event.action,
        entity: event.entity,
        entity_id: String(event.entityId ?? '').toWellFormed(),
        before: toStoredJson(event.before),
        after: keptAfter(event.after, reason),
        ip_address: address,
        request_id: requestId,
      }
      previous = sealEntry(keys[0], previous, content)
      return { ...content, seal: previous }
    })
    const written = await database()
      .insert(auditLog)
      .values(entries)
      .returning({ id: auditLog.id, hash: auditLog.hash })
    noteEntries(written.map(({ id }) => id))
    const last = written.at(-1)
    if (last) afterCommit(() => headLog.note(last))
  })
}

/** Actions of the server itself. */
export const systemActor: Actor = { adminId: undefined, address: '', requestId: '' }

/** Seals the entries from before sealing began, by an entry that covers them; does nothing if a seal exists. */
export async function sealEarlierEntries(): Promise<void> {
  const [head] = await database().select().from(auditHead)
  if (head?.last_seal) return
  const event = { action: 'audit.seal', entity: 'audit_log', after: { entries_before: head?.last_id ?? 0 } }
  await recordAudit(systemActor, { ...event, name: 'server' })
}

/** Whether the latest entry was sealed with one of this server's keys, or there are no seals yet. */
export async function hasKnownSeal(): Promise<boolean> {
  const [last, before] = await database().select().from(auditLog).orderBy(desc(auditLog.id)).limit(2)
  return !last?.seal || verifySeal(getService('audit').keys, before ? before.seal || before.hash : '', last)
}

/**
 * Records a denied call by a caller who knew the admin path. Each denied call by an administrator is an entry with the
 * row it concerned; the rate limit bounds their number. Repeats by others are counted, see `denied-requests.ts`.
 */
export function recordDeniedRequest(denied: DeniedAdminRequest): Promise<void> {
  const { code, method, path, params, caller, address, requestId } = denied
  const call = { action: auditActions.deniedRequest, after: { reason: code, call: `${method} ${path}` } }
  if (caller?.role === 'admin') {
    const own = { entity: 'admin', entityId: caller.id }
    const actor = { adminId: caller.id, address, requestId }
    return recordAudit(actor, { ...call, ...(getAuditTarget(path, params) ?? own) })
  }
  return getService('audit').deniedCalls.note({
    actor: { adminId: undefined, address, requestId },
    event: { ...call, entity: caller ? 'user' : 'admin', entityId: caller?.id },
  })
}

/** Records a rejected sign-in of an administrator; repeats are counted too. */
export const recordDeniedSignIn = (actor: Actor, event: AuditAction): Promise<void> =>
  getService('audit').deniedCalls.note({ actor: { ...actor, adminId: undefined }, event })

const exportActions = {
  began: auditActions.export,
  completed: auditActions.completedExport,
  cancelled: auditActions.cancelledExport,
  failed: auditActions.failedExport,
} as const satisfies Record<AdminExport['step'], string>

/** Records the start or end of a list export by an administrator; both have the request's id. */
export const recordExport = ({ actor, list, step, ...after }: AdminExport): Promise<void> =>
  recordAudit(actor, { action: exportActions[step], entity: 'list', entityId: list, after })
