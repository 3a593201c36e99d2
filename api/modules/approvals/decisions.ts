/** Decides proposals: an approval makes the proposed write, exactly once. */
import { rm } from 'node:fs/promises'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import type { Actor, AuditAction } from '#common/actor'
import type { Upload } from '#common/files'
import { observeChanges } from '#common/observed-changes'
import type { Approval, approvals as contract } from '#contract/approvals'
import type { BodyOf } from '#contract/endpoint'
import { invalidField, Problem } from '#contract/problem'
import { afterCommit, database, inSavepoint, inTransaction } from '#db/connection'
import { admins } from '#db/schema/accounts'
import { approvals } from '#db/schema/approvals'
import { recordAudit } from '#modules/audit/service'
import { discard, stagingPath, storage } from '#modules/documents/storage'
import type { ApprovalState } from '#shared/enums/approvals'
import { openInput, type ProposedInput } from './input.ts'
import { noSuchApproval, readApproval } from './listing.ts'
import { concernedInvestor, fingerprintOf, toChange } from './rule.ts'
import { mayApprove, mayStillMake } from './who.ts'

type Row = typeof approvals.$inferSelect
type Decision = BodyOf<typeof contract.decide>

/** Makes the call of an endpoint again. `store` surrounds its transaction; a file that it takes is on disk. */
export type MakeCall = (
  call: string,
  input: ProposedInput & { file?: Upload },
  store: Upload['store'],
) => Promise<unknown>

const words: Readonly<Record<Exclude<ApprovalState, 'waiting'>, string>> = {
  approved: 'was already approved',
  refused: 'was already refused',
  withdrawn: 'was withdrawn',
  expired: 'has expired',
  stale: 'is out of date',
}

/** Actions of the audit log. */
const verbs = {
  approved: 'approve',
  refused: 'refuse',
  withdrawn: 'withdraw',
  expired: 'expire',
  stale: 'outdate',
} as const

/** Ends the wait of a proposal: stores the decision, erases its input, and records it in the audit log. */
async function close(
  row: Row,
  state: Exclude<ApprovalState, 'waiting'>,
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
    // The time of the transaction, and so that of what an approval writes.
    .set({
      ...{ state, decided_by: by, decided_at: sql`now()`, decision_reason: reason },
      ...{ input: '', filename: '', audit_entries: entries },
    })
    .where(eq(approvals.id, row.id))
  if (row.filename) afterCommit(() => void discard(row.filename))
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
      ...concernedInvestor(row.concerns),
    },
    ...(by === null && { name: 'server' }),
  })
}

const server = { actor: { adminId: undefined, address: '', requestId: '' }, by: null }

/** Ends the wait of a proposal whose time is over, which the server records as its own act. */
export const expireProposal = (row: Row): Promise<void> => close(row, 'expired', server)

/**
 * Ends the proposals about rows that were changed without them: they can no longer be approved as they were proposed.
 * One that is being decided meanwhile is left to its decision, which finds out itself.
 */
export async function endOutdated(actions: readonly AuditAction[]): Promise<void> {
  const ids = new Map<string, number[]>()
  for (const { entity, entity_id } of actions.map(toChange)) {
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

/** Locks a proposal until the transaction ends. Throws `not_found`. */
async function lock(id: number): Promise<Row> {
  const [row] = await database().select().from(approvals).where(eq(approvals.id, id)).for('no key update')
  if (!row) throw noSuchApproval()
  return row
}

const notWaiting = ({ state }: Pick<Row, 'state'>): Problem =>
  new Problem(
    'conflict',
    `This proposal ${state === 'waiting' ? 'waits' : words[state]}. Nothing was changed.`,
  )

function assertMayDecide(row: Row, caller: Caller, action: Decision['action']): void {
  const isOwn = row.proposed_by === caller.id
  if (action === 'withdraw' && !isOwn) {
    throw new Problem('forbidden', 'Only the administrator who proposed this can withdraw it.')
  }
  if (action === 'withdraw') return
  if (isOwn) {
    throw new Problem('forbidden', 'You proposed this yourself: another administrator has to decide it.')
  }
  if (!mayApprove(caller, row.permission)) {
    throw new Problem('forbidden', 'Your role may not make this change, so you cannot decide about it.')
  }
}

const CHANGED = 'What this proposal is about was changed in the meantime.'
const PROPOSER_GONE = 'Who proposed this may no longer make this change.'

/** Ends a proposal that can never be approved as it was proposed, and says so. */
async function outdate(row: Row, why: string, decider: { actor: Actor; by: number }): Promise<Problem> {
  await close(row, 'stale', { ...decider, reason: why })
  return new Problem('stale_write', `${why} Nothing was written. Propose it again.`)
}

/** Why a refused write can never be made as it was proposed; undefined where the reason may pass. */
function findOutdated(error: unknown): string | undefined {
  if (!(error instanceof Problem)) return undefined
  const { code, message, isFinal } = error
  if (code === 'stale_write') return CHANGED
  // The input of a proposal stays as it is: what it names is gone, or no longer fits.
  if (!isFinal && code !== 'not_found' && code !== 'validation') return undefined
  return message.endsWith('.') ? message : `${message}.`
}

/** How a decision ended. A proposal that turns out stale or expired is stored as such, although the call fails. */
type Outcome<T> = { done: T } | { failed: Problem }

/** Carries an outcome past the write that it surrounds, which has no result then. */
class Ended extends Error {
  readonly failed: Problem

  constructor(failed: Problem) {
    super('A proposal was not approved')
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
 * Makes the write under the lock of its proposal, in one transaction with the new state. Throws what the write throws
 * where it may succeed later, and then the proposal keeps waiting.
 */
async function writeOnce<T>(approving: Approving, write: () => Promise<T>): Promise<Outcome<T>> {
  const { row, caller, actor, reason } = approving
  const made = await inSavepoint<{ result: T; actions: AuditAction[]; entries: number[] } | string>(
    async () => {
      const seen = await observeChanges(write, row.id).catch((error: unknown) => {
        const why = findOutdated(error)
        if (why === undefined) throw error
        return why
      })
      if (typeof seen === 'string') return { keep: false, result: seen }
      return fingerprintOf(seen) === row.fingerprint
        ? { keep: true, result: seen }
        : { keep: false, result: CHANGED }
    },
  )
  if (typeof made === 'string') return { failed: await outdate(row, made, { actor, by: caller.id }) }
  const { entries } = made
  await close(row, 'approved', { actor, by: caller.id, entries, ...(reason && { reason }) })
  await endOutdated(made.actions)
  return { done: made.result }
}

/** Copies the file of a proposal from the storage to this machine. */
async function fetchFile({ filename, file_size }: Row): Promise<string> {
  const body = await storage().read(filename, file_size)
  if (!body) throw new Problem('conflict', 'The file of this proposal is missing. Propose it again.')
  const path = stagingPath()
  const source = body instanceof Blob || body instanceof Uint8Array ? body : new Response(body.stream())
  await Bun.write(path, source as Response)
  return path
}

async function approve(id: number, caller: Caller, actor: Actor, reason: string | undefined, make: MakeCall) {
  const [found] = await database().select().from(approvals).where(eq(approvals.id, id))
  if (!found) throw noSuchApproval()
  assertMayDecide(found, caller, 'approve')
  if (found.state !== 'waiting') throw notWaiting(found)
  const input = openInput(found.input, found)
  if (!input) throw new Problem('conflict', 'This proposal can no longer be read. Propose it again.')

  /** Surrounds the write by the transaction of the decision. */
  const store = <T>(write: () => Promise<T>): Promise<T> =>
    inTransaction(async (): Promise<Outcome<T>> => {
      const row = await lock(id)
      assertMayDecide(row, caller, 'approve')
      if (row.state !== 'waiting') throw notWaiting(row)
      if (row.expires_at.getTime() <= Date.now()) {
        await expireProposal(row)
        return { failed: notWaiting({ state: 'expired' }) }
      }
      if (!(await mayStillMake(row))) {
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
    return await make(found.call, { ...input, ...(file && { file }) }, store)
  } catch (error) {
    throw error instanceof Ended ? error.failed : error
  } finally {
    if (path) await rm(path, { force: true })
  }
}

/** Refuses or withdraws a proposal. */
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
      await expireProposal(row)
      return notWaiting({ state: 'expired' })
    }
    const state = action === 'refuse' ? 'refused' : 'withdrawn'
    await close(row, state, { actor, by: caller.id, ...(reason && { reason }) })
    return undefined
  })
}

/**
 * Decides a proposal. An approval makes the write with the input as it was proposed, in the name of the caller. Throws
 * `not_found`, `forbidden` for an own proposal or a missing permission, `conflict` for one that no longer waits,
 * `stale_write` when its row has changed or its proposer may no longer make the write, `validation` for a refusal without a reason, and what the write throws.
 */
export async function decideApproval(
  id: number,
  decision: Decision,
  { caller, actor }: { caller: Caller; actor: Actor },
  make: MakeCall,
): Promise<{ approval: Approval; result?: unknown }> {
  const { action, reason } = decision
  if (action === 'refuse' && !reason)
    throw invalidField('/reason', 'Enter the reason, which the administrator who proposed it reads')
  if (action === 'approve') {
    const result = await approve(id, caller, actor, reason, make)
    return { approval: await readApproval(id, caller), result }
  }
  const failed = await end(id, caller, actor, decision)
  if (failed) throw failed
  return { approval: await readApproval(id, caller) }
}
