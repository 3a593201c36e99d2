/** Decides approval requests: an approval makes the requested write, exactly once. */
import { rm } from 'node:fs/promises'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import type { Actor, AuditAction } from '#common/audit-actor'
import type { Upload } from '#common/file-types'
import { deleteStoredFile, getUploadStorage, stagingPath } from '#common/upload-storage'
import { recordWrites } from '#common/write-recorder'
import type { ApprovalRequest, approvals as contract } from '#contract/desk/approvals'
import type { BodyOf } from '#contract/endpoint'
import type { Permission } from '#contract/permissions'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { afterCommit, database, inSavepoint, inTransaction } from '#db/connection'
import { approvals } from '#db/schema/desk/approvals'
import { admins } from '#db/schema/identity/accounts'
import { recordAudit } from '#modules/platform/audit/audit-log'
import type { ApprovalStatus } from '#shared/enums/approvals'
import { approvalNotFound, assertVisible, getApproval } from './approval-list.ts'
import { computeFingerprint, getAffectedInvestor, toApprovalChange } from './approval-rule.ts'
import { canApprove, canRequesterStillExecute } from './approvers.ts'
import { type ApprovalInput, decryptInput } from './encrypted-input.ts'

type Row = typeof approvals.$inferSelect
type Decision = BodyOf<typeof contract.decide>

/** The calls of endpoints with a rule. */
export interface ApprovableCalls {
  /** The permission that a call itself needs, which may be less than its approver needs. */
  getPermission(call: string): Permission | undefined
  /** Repeats a call. `store` wraps its transaction; a file that it takes is on disk. */
  execute(call: string, input: ApprovalInput & { file?: Upload }, store: Upload['store']): Promise<unknown>
}

const words: Readonly<Record<Exclude<ApprovalStatus, 'waiting'>, string>> = {
  approved: 'has already been approved',
  refused: 'has already been rejected',
  withdrawn: 'has been withdrawn',
  expired: 'has expired',
  stale: 'is outdated',
}

/** Actions of the audit log. */
const verbs = {
  approved: 'approve',
  refused: 'refuse',
  withdrawn: 'withdraw',
  expired: 'expire',
  stale: 'outdate',
} as const

/** Closes an approval request: stores the decision, erases its input, and records it in the audit log. */
async function close(
  row: Row,
  state: Exclude<ApprovalStatus, 'waiting'>,
  {
    actor,
    reason = '',
    by,
    entries = [],
  }: { actor: Actor; reason?: string; by: number | null; entries?: number[] },
): Promise<void> {
  const [proposer] = await database().select().from(admins).where(eq(admins.id, row.proposed_by))
  const [decider] = by === null ? [] : await database().select().from(admins).where(eq(admins.id, by))
  await database()
    .update(approvals)
    // The time of the transaction, and so of what an approval writes.
    .set({
      ...{ state, decided_by: by, decided_at: sql`now()`, decision_reason: reason },
      ...{ input: '', filename: '', audit_entries: entries },
    })
    .where(eq(approvals.id, row.id))
  if (row.filename) afterCommit(() => void deleteStoredFile(row.filename))
  const { action, entity, entity_id } = row
  await recordAudit(actor, {
    action: `approval.${verbs[state]}`,
    entity: 'approval',
    entityId: row.id,
    before: { state: row.state },
    after: {
      state,
      action,
      entity,
      entity_id,
      reason: row.reason,
      proposed_by: proposer?.username ?? null,
      decided_by: decider?.username ?? null,
      ...(reason && { decision_reason: reason }),
      ...getAffectedInvestor(row.concerns),
    },
    ...(by === null && { name: 'server' }),
  })
}

const server = { actor: { adminId: undefined, address: '', requestId: '' }, by: null }

/** Closes an expired approval request, recorded as the server's own action. */
export const expireApprovalRequest = (row: Row): Promise<void> => close(row, 'expired', server)

/**
 * Closes requests about rows that were changed otherwise: they can no longer be approved as requested. One that is
 * being decided in the meantime is left to its decision, which detects this itself.
 */
export async function markOutdatedApprovalRequests(actions: readonly AuditAction[]): Promise<void> {
  const ids = new Map<string, number[]>()
  for (const { entity, entity_id } of actions.map(toApprovalChange)) {
    if (entity_id !== null) ids.set(entity, [...(ids.get(entity) ?? []), entity_id])
  }
  if (ids.size === 0) return
  const changed = [...ids].map(([entity, of]) =>
    and(eq(approvals.entity, entity), inArray(approvals.entity_id, of)),
  )
  const outdated = await database()
    .select()
    .from(approvals)
    .where(and(eq(approvals.state, 'waiting'), or(...changed)))
    .for('no key update', { skipLocked: true })
  for (const row of outdated) await close(row, 'stale', { ...server, reason: CHANGED })
}

/** Locks an approval request until the transaction ends. Throws `not_found`. */
async function lock(id: number): Promise<Row> {
  const [row] = await database().select().from(approvals).where(eq(approvals.id, id)).for('no key update')
  if (!row) throw approvalNotFound()
  return row
}

const notWaiting = ({ state }: Pick<Row, 'state'>): Problem =>
  new Problem(
    'conflict',
    `This approval request ${state === 'waiting' ? 'is pending' : words[state]}. No changes were made.`,
  )

function assertMayDecide(row: Row, caller: Caller, action: Decision['action']): void {
  const isOwn = row.proposed_by === caller.id
  if (action === 'withdraw' && !isOwn) {
    throw new Problem('forbidden', 'Only the requester can withdraw this request.')
  }
  if (action === 'withdraw') return
  if (isOwn) {
    throw new Problem(
      'forbidden',
      'You submitted this request. Another administrator must approve or reject it.',
    )
  }
  if (!canApprove(caller, row.permission)) {
    throw new Problem(
      'forbidden',
      'Your role does not allow this change, so you cannot approve or reject it.',
    )
  }
}

const CHANGED = 'The record has changed since this request was submitted.'
const PROPOSER_GONE = 'The requester is no longer authorized to make this change.'

/** Closes a request that can never be approved as made, and reports it. */
async function outdate(row: Row, why: string, decider: { actor: Actor; by: number }): Promise<Problem> {
  await close(row, 'stale', { ...decider, reason: why })
  return new Problem('stale_write', `${why} No changes were made. Submit a new request.`)
}

/** Why a rejected write can never be made as requested; undefined if the reason may be temporary. */
function findOutdated(error: unknown): string | undefined {
  if (!(error instanceof Problem)) return undefined
  const { code, message, isFinal } = error
  if (code === 'stale_write') return CHANGED
  // The input of a request is fixed: what it refers to is gone, or no longer fits.
  if (!isFinal && code !== 'not_found' && code !== 'validation') return undefined
  return message.endsWith('.') ? message : `${message}.`
}

/**
 * How a decision ended. A request that turns out to be outdated or expired is stored as such, although the call fails.
 */
type Outcome<T> = { done: T } | { failed: Problem }

/** Carries an outcome past the surrounding write, which then has no result. */
class Ended extends Error {
  readonly failed: Problem

  constructor(failed: Problem) {
    super('An approval request was not approved')
    this.failed = failed
  }
}

interface Approving {
  row: Row
  caller: Caller
  actor: Actor
  reason: string | undefined
}

/**
 * Makes the write under the lock of its request, in one transaction with the new state. Throws what the write throws if
 * it may succeed later; the request then stays open.
 */
async function writeOnce<T>(approving: Approving, write: () => Promise<T>): Promise<Outcome<T>> {
  const { row, caller, actor, reason } = approving
  const made = await inSavepoint<{ result: T; actions: AuditAction[]; entries: number[] } | string>(
    async () => {
      const seen = await recordWrites(write, row.id).catch((error: unknown) => {
        const why = findOutdated(error)
        if (why === undefined) throw error
        return why
      })
      if (typeof seen === 'string') return { keep: false, result: seen }
      return computeFingerprint(seen) === row.fingerprint
        ? { keep: true, result: seen }
        : { keep: false, result: CHANGED }
    },
  )
  if (typeof made === 'string') return { failed: await outdate(row, made, { actor, by: caller.id }) }
  const { entries } = made
  await close(row, 'approved', { actor, by: caller.id, entries, ...(reason && { reason }) })
  await markOutdatedApprovalRequests(made.actions)
  return { done: made.result }
}

/** Copies the file of a request from storage to this machine. */
async function fetchFile({ filename, file_size }: Row): Promise<string> {
  const body = await getUploadStorage().read(filename, file_size)
  if (!body) throw new Problem('conflict', 'The file for this request is missing. Submit a new request.')
  const path = stagingPath()
  const source = body instanceof Blob || body instanceof Uint8Array ? body : new Response(body.stream())
  await Bun.write(path, source as Response)
  return path
}

async function approve(
  id: number,
  caller: Caller,
  actor: Actor,
  reason: string | undefined,
  calls: ApprovableCalls,
) {
  const [found] = await database().select().from(approvals).where(eq(approvals.id, id))
  if (!found) throw approvalNotFound()
  assertMayDecide(found, caller, 'approve')
  if (found.state !== 'waiting') throw notWaiting(found)
  const input = decryptInput(found.input, found)
  if (!input) throw new Problem('conflict', 'This request can no longer be processed. Submit a new request.')

  /** Wraps the write in the transaction of the decision. */
  const store = <T>(write: () => Promise<T>): Promise<T> =>
    inTransaction(async (): Promise<Outcome<T>> => {
      const row = await lock(id)
      assertMayDecide(row, caller, 'approve')
      if (row.state !== 'waiting') throw notWaiting(row)
      if (row.expires_at.getTime() <= Date.now()) {
        await expireApprovalRequest(row)
        return { failed: notWaiting({ state: 'expired' }) }
      }
      const permission = calls.getPermission(row.call)
      if (permission && !(await canRequesterStillExecute(row.proposed_by, permission))) {
        return { failed: await outdate(row, PROPOSER_GONE, { actor, by: caller.id }) }
      }
      return writeOnce({ row, caller, actor, reason }, write)
    }).then((outcome) => {
      if ('failed' in outcome) throw new Ended(outcome.failed)
      return outcome.done
    })

  const path = found.filename ? await fetchFile(found) : undefined
  const file = path && {
    path,
    name: found.file_name,
    size: found.file_size,
    sha256: found.file_sha256,
    store,
  }
  try {
    return await calls.execute(found.call, { ...input, ...(file && { file }) }, store)
  } catch (error) {
    throw error instanceof Ended ? error.failed : error
  } finally {
    if (path) await rm(path, { force: true })
  }
}

/** Rejects or withdraws an approval request. */
function end(
  id: number,
  caller: Caller,
  actor: Actor,
  { action, reason }: Decision,
): Promise<Problem | undefined> {
  return inTransaction(async () => {
    const row = await lock(id)
    assertMayDecide(row, caller, action)
    if (row.state !== 'waiting') throw notWaiting(row)
    if (row.expires_at.getTime() <= Date.now()) {
      await expireApprovalRequest(row)
      return notWaiting({ state: 'expired' })
    }
    const state = action === 'refuse' ? 'refused' : 'withdrawn'
    await close(row, state, { actor, by: caller.id, ...(reason && { reason }) })
    return undefined
  })
}

/**
 * Decides an approval request. An approval makes the write with the original input, in the caller's name. Throws
 * `not_found`, also for one that the caller may not see, `forbidden` for an own request or a missing permission,
 * `conflict` for one that is no longer open, `stale_write` if its row has changed or its requester may no longer make
 * the write, `validation` for a rejection without a reason, and what the write throws.
 */
export async function decideApproval(
  id: number,
  decision: Decision,
  { caller, actor }: { caller: Caller; actor: Actor },
  calls: ApprovableCalls,
): Promise<{ approval: ApprovalRequest; result?: unknown }> {
  const { action, reason } = decision
  await assertVisible(id, caller)
  if (action === 'refuse' && !reason)
    throw invalidFieldProblem('/reason', 'Enter a reason (shown to the requester)')
  if (action === 'approve') {
    const result = await approve(id, caller, actor, reason, calls)
    return { approval: await getApproval(id, caller), result }
  }
  const failed = await end(id, caller, actor, decision)
  if (failed) throw failed
  return { approval: await getApproval(id, caller) }
}
