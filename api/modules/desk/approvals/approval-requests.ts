/** Writes that may need a second administrator: makes them, or stores them as approval requests. */
import { randomUUID } from 'node:crypto'
import { copyFile, link, rm } from 'node:fs/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import type { Actor, AuditAction } from '#common/audit-actor'
import type { ReceivedFile } from '#common/file-types'
import { getService } from '#common/service-container'
import { deleteStoredFile, getUploadStorage, stagingPath } from '#common/upload-storage'
import { type RecordedWrites, recordWrites } from '#common/write-recorder'
import type { ApprovalRule } from '#contract/approval-rule'
import type { Permission } from '#contract/permissions'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inSavepoint, inTransaction } from '#db/connection'
import { normalizeSymbol, tokens } from '#db/schema/catalog/tokens'
import { type ApprovalChange, approvals } from '#db/schema/desk/approvals'
import { admins } from '#db/schema/identity/accounts'
import { settings } from '#db/schema/platform/settings'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { formatWholeDollars } from '#shared/format-dollars'
import { markOutdatedApprovalRequests } from './approval-decisions.ts'
import {
  computeFingerprint,
  findActionRequiringApproval,
  getAffectedInvestor,
  isAlways,
  listAffectedRows,
  toApprovalChange,
} from './approval-rule.ts'
import { isDualApprovalActive } from './approvers.ts'
import { findActionExceedingDailyLimit, type SumScope } from './daily-total.ts'
import { type ApprovalInput, encryptInput } from './encrypted-input.ts'

/** Maximum open requests of one administrator. */
const WAITING_MAX = 200

/** A file stored with its request. */
export interface StoredApprovalFile extends Omit<ReceivedFile, 'path'> {
  filename: string
}

/** A call to an endpoint with a rule, about to be made. */
export interface ApprovableCall {
  /** Method and path, as in the contract. */
  call: string
  rule: ApprovalRule
  permission: Permission
  caller: Caller
  actor: Actor
  input: ApprovalInput
  file?: StoredApprovalFile | undefined
}

/** The response instead of that of the write. */
export interface AwaitingApproval {
  approval: { id: number; state: 'waiting' }
}

async function readLimit(): Promise<string> {
  const [row] = await database().select({ limit: settings.four_eyes_amount }).from(settings).limit(1)
  if (!row) throw new Error('The settings row is missing: the database was not seeded')
  return row.limit
}

/** What a write changed, and why it needs a second administrator. */
interface Observed extends RecordedWrites {
  /** The action that needs approval. */
  decisive: AuditAction
  /** The sum including what the same administrator wrote alone within a day, if only that makes approval necessary. */
  sum: string | null
  /** Whose changes are summed. */
  scope: SumScope | undefined
  /** The amount above which approval is needed, for rules with amounts. */
  limit: string
}

/** Why a second administrator is needed, together with the reason. */
function whyNeeded(rule: ApprovalRule, seen: Observed): string {
  const { sum, scope, limit, exceptions, decisive } = seen
  if (exceptions.length > 0)
    return `${exceptions.join(' ')} A second administrator must approve it. Enter a reason.`
  const above = formatWholeDollars(limit)
  if (sum !== null)
    return scope === 'outward'
      ? `Together with the withdrawals, fees and reduced deposits you recorded for all investors in the last 24 hours, this exceeds ${above}. A second administrator must approve it. Enter a reason.`
      : `Together with your other entries for this investor in the last 24 hours, this exceeds ${above}. A second administrator must approve it. Enter a reason.`
  const hasLimit = (rule.amountFields ?? rule.amountChangeFields) && !isAlways(rule, decisive)
  const when = hasLimit ? `Above ${above}, a` : 'A'
  return `${when} second administrator must approve this. Enter a reason.`
}

function reasonOf({ rule, input }: ApprovableCall, seen: Observed): string {
  const { reason } = (input.body ?? {}) as { reason?: string }
  if (reason) return reason
  throw invalidFieldProblem('/reason', whyNeeded(rule, seen))
}

async function assertRoom(adminId: number): Promise<void> {
  const own = and(eq(approvals.proposed_by, adminId), eq(approvals.state, 'waiting'))
  if ((await database().$count(approvals, own)) < WAITING_MAX) return
  throw new Problem(
    'conflict',
    `You have ${WAITING_MAX} pending approval requests. Withdraw some or have them decided first.`,
  )
}

/** Throws `conflict` if a request to do the same with the same row is open. */
async function assertNotWaiting(
  { action, entity, entity_id }: ApprovalChange,
  caller: Caller,
): Promise<void> {
  if (entity_id === null) return
  const [found] = await database()
    .select({ id: approvals.id, by: approvals.proposed_by, name: admins.username })
    .from(approvals)
    .innerJoin(admins, eq(admins.id, approvals.proposed_by))
    .where(
      and(
        eq(approvals.state, 'waiting'),
        eq(approvals.entity, entity),
        eq(approvals.entity_id, entity_id),
        eq(approvals.action, action),
      ),
    )
  if (!found) return
  throw new Problem(
    'conflict',
    found.by === caller.id
      ? `Your approval request ${found.id} for this record is already pending. Withdraw it before submitting another.`
      : `Approval request ${found.id} from ${found.name} for this record is already pending. Approve or reject it first.`,
  )
}

/** The stored symbol of a call's series: a call may omit the `$`. */
async function readSymbol({ symbol }: ApprovalInput['params']): Promise<string | undefined> {
  if (symbol === undefined) return undefined
  const [row] = await database()
    .select({ symbol: tokens.symbol })
    .from(tokens)
    .where(eq(normalizeSymbol(tokens.symbol), normalizeSymbol(symbol)))
  return row?.symbol
}

/** The permission the approver needs. */
const permissionFor = ({ rule, permission }: ApprovableCall, { entity }: AuditAction): Permission =>
  (entity === 'admin' && rule.ofAdmins) || permission

/**
 * Whether the rule does not apply to a write that needs another permission than its call: no one else could approve it.
 */
async function isResting(proposed: ApprovableCall, decisive: AuditAction): Promise<boolean> {
  const permission = permissionFor(proposed, decisive)
  return permission !== proposed.permission && !(await isDualApprovalActive(permission, proposed.caller.id))
}

async function storeProposal(proposed: ApprovableCall, seen: Observed): Promise<AwaitingApproval> {
  const { call, caller, actor, input, file } = proposed
  const { decisive, sum } = seen
  const permission = permissionFor(proposed, decisive)
  const change = toApprovalChange(decisive)
  await assertNotWaiting(change, caller)
  const reason = reasonOf(proposed, seen)
  await assertRoom(caller.id)
  const { action, entity, entity_id } = change
  const fingerprint = computeFingerprint(seen)
  const [row] = await database()
    .insert(approvals)
    .values({
      call,
      permission,
      action,
      entity,
      entity_id,
      // The decisive row first.
      changes: [decisive, ...seen.actions.filter((one) => one !== decisive)].map(toApprovalChange),
      concerns: listAffectedRows(seen.actions, await readSymbol(input.params)),
      input: encryptInput(input, { call, proposed_by: caller.id, fingerprint }),
      fingerprint,
      reason,
      sum_of_day: sum,
      list_changes: seen.listChanges ?? null,
      cash: seen.cash,
      ...(file && {
        filename: file.filename,
        file_name: file.name,
        file_size: file.size,
        file_sha256: file.sha256,
      }),
      proposed_by: caller.id,
      expires_at: sql`now() + make_interval(secs => ${getService('dualApproval').days * 86_400}::float8)`,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) {
    await assertNotWaiting(change, caller)
    throw new Problem('conflict', 'The same change has just been requested and decided. Reload and check.')
  }
  await recordAudit(actor, {
    action: 'approval.propose',
    entity: 'approval',
    entityId: row.id,
    after: {
      action,
      entity,
      entity_id,
      reason,
      expires_at: row.expires_at.toISOString(),
      ...getAffectedInvestor(row.concerns),
    },
  })
  return { approval: { id: row.id, state: 'waiting' } }
}

/**
 * Makes a write, unless the rule of its endpoint covers what it changed: then all of it is rolled back and stored as an
 * approval request. The write has thus passed all its own checks, and its audited rows before and after are what the
 * approver sees. Throws what the write throws, `validation` for a missing reason, and `conflict` if too many requests
 * are open, or one to do the same with the same row.
 */
export function writeOrRequestApproval<T>(
  proposed: ApprovableCall,
  write: () => Promise<T>,
): Promise<T | AwaitingApproval> {
  const { rule, caller } = proposed
  return inTransaction(async () => {
    const limit = await readLimit()
    const seen = await inSavepoint(async () => {
      const changes = await recordWrites(write)
      const single =
        changes.exceptions.length > 0
          ? changes.actions.at(-1)
          : findActionRequiringApproval(rule, changes.actions, limit)
      const summed = single
        ? undefined
        : await findActionExceedingDailyLimit(rule, changes.actions, { adminId: caller.id, limit })
      const found = single ?? summed?.action
      const decisive = found && (await isResting(proposed, found)) ? undefined : found
      return {
        keep: !decisive,
        result: { ...changes, decisive, sum: summed?.sum ?? null, scope: summed?.scope, limit },
      }
    })
    const { decisive } = seen
    if (decisive) return storeProposal(proposed, { ...seen, decisive })
    await markOutdatedApprovalRequests(seen.actions)
    return seen.result
  })
}

/** Keeps a copy of a received file for its request. Drop it if there is none. */
export async function storeApprovalFile(file: ReceivedFile): Promise<StoredApprovalFile> {
  const path = stagingPath()
  const filename = `approval-${randomUUID()}`
  try {
    // A second name for the same bytes takes no space; across disks they are copied.
    await link(file.path, path).catch(() => copyFile(file.path, path))
    await getUploadStorage().keep(path, filename, 'application/octet-stream')
  } finally {
    await rm(path, { force: true })
  }
  return { filename, name: file.name, size: file.size, sha256: file.sha256 }
}

/** Removes the file of a request. */
export const deleteApprovalFile = ({ filename }: { filename: string }): Promise<void> =>
  deleteStoredFile(filename)
