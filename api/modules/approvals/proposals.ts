/** Writes that may need a second administrator: makes them, or stores them as proposals. */
import { randomUUID } from 'node:crypto'
import { copyFile, rm } from 'node:fs/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import type { Actor, AuditAction } from '#common/actor'
import type { ReceivedFile } from '#common/files'
import { type ObservedChanges, observeChanges } from '#common/observed-changes'
import { partOf } from '#common/process-state'
import type { Permission } from '#contract/permissions'
import { invalidField, Problem } from '#contract/problem'
import type { TwoPairsRule } from '#contract/two-pairs'
import { database, inSavepoint, inTransaction } from '#db/connection'
import { admins } from '#db/schema/accounts'
import { approvals, type ProposedChange } from '#db/schema/approvals'
import { settings } from '#db/schema/site'
import { symbolKey, tokens } from '#db/schema/tokens'
import { recordAudit } from '#modules/audit/service'
import { discard, stagingPath, storage } from '#modules/documents/storage'
import { endOutdated } from './decisions.ts'
import { type ProposedInput, sealInput } from './input.ts'
import { concernedInvestor, concernsOf, findDecisive, fingerprintOf, isAlways, toChange } from './rule.ts'
import { findDecisiveSum, type SumScope } from './sum.ts'
import { isTwoPairsActive } from './who.ts'

/** Most proposals of one administrator that wait. */
const WAITING_MAX = 200

/** A file that waits with its proposal. */
export interface KeptFile extends Omit<ReceivedFile, 'path'> {
  filename: string
}

/** A call of an endpoint with a rule, on its way to being made. */
export interface ProposedCall {
  /** Method and path, as the contract has it. */
  call: string
  rule: TwoPairsRule
  permission: Permission
  caller: Caller
  actor: Actor
  input: ProposedInput
  file?: KeptFile | undefined
}

/** The response in place of that of the write. */
export interface Waiting {
  approval: { id: number; state: 'waiting' }
}

async function readLimit(): Promise<string> {
  const [row] = await database().select({ limit: settings.four_eyes_amount }).from(settings).limit(1)
  if (!row) throw new Error('The settings row is missing: the database was not seeded')
  return row.limit
}

/** What a write changed, and why it needs a second administrator. */
interface Observed extends ObservedChanges {
  /** The action for which one is needed. */
  decisive: AuditAction
  /** With what the same administrator wrote alone within a day, where only that makes it needed. */
  sum: string | null
  /** Whose changes the sum adds up. */
  scope: SumScope | undefined
  /** The amount above which one is needed, of rules that have amounts. */
  limit: string
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** Why a second administrator is needed, and the reason with it. */
function whyNeeded(rule: TwoPairsRule, { sum, scope, limit, overdrawn, decisive }: Observed): string {
  if (overdrawn.length > 0)
    return 'This takes cash below zero: a second administrator must approve it. Enter a reason.'
  const above = dollars.format(limit as Intl.StringNumericLiteral)
  if (sum !== null)
    return scope === 'outward'
      ? `With the withdrawals and fees you recorded for all investors in the last 24 hours, this is above ${above}: a second administrator must approve it. Enter a reason.`
      : `With what you recorded for this investor in the last 24 hours, this is above ${above}: a second administrator must approve it. Enter a reason.`
  const hasLimit = (rule.amounts ?? rule.changes) && !isAlways(rule, decisive)
  const when = hasLimit ? `Above ${above} a` : 'A'
  return `${when} second administrator must approve this. Enter a reason.`
}

function reasonOf({ rule, input }: ProposedCall, seen: Observed): string {
  const { reason } = (input.body ?? {}) as { reason?: string }
  if (reason) return reason
  throw invalidField('/reason', whyNeeded(rule, seen))
}

async function assertRoom(adminId: number): Promise<void> {
  const own = and(eq(approvals.proposed_by, adminId), eq(approvals.state, 'waiting'))
  if ((await database().$count(approvals, own)) < WAITING_MAX) return
  throw new Problem(
    'conflict',
    `${WAITING_MAX} of your proposals are waiting. Withdraw some, or have them decided first.`,
  )
}

/** Throws `conflict` when a proposal to do the same with the same row waits. */
async function assertNotWaiting(
  { action, entity, entity_id }: ProposedChange,
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
      ? `Your proposal ${found.id} about this waits already. Withdraw it before you propose something else.`
      : `Proposal ${found.id} by ${found.name} about this waits already. Decide it first.`,
  )
}

/** The symbol of the series of a call as it is stored: a call may leave out its `$`. */
async function readSymbol({ symbol }: ProposedInput['params']): Promise<string | undefined> {
  if (symbol === undefined) return undefined
  const [row] = await database()
    .select({ symbol: tokens.symbol })
    .from(tokens)
    .where(eq(symbolKey(tokens.symbol), symbolKey(symbol)))
  return row?.symbol
}

/** What the second administrator must be allowed to do. */
const permissionFor = ({ rule, permission }: ProposedCall, { entity }: AuditAction): Permission =>
  (entity === 'admin' && rule.ofAdmins) || permission

/** Whether the rule rests for a write that needs another permission than its call: nobody else could approve it. */
async function isResting(proposed: ProposedCall, decisive: AuditAction): Promise<boolean> {
  const permission = permissionFor(proposed, decisive)
  return permission !== proposed.permission && !(await isTwoPairsActive(permission))
}

async function storeProposal(proposed: ProposedCall, seen: Observed): Promise<Waiting> {
  const { call, caller, actor, input, file } = proposed
  const { decisive, sum } = seen
  const permission = permissionFor(proposed, decisive)
  const change = toChange(decisive)
  await assertNotWaiting(change, caller)
  const reason = reasonOf(proposed, seen)
  await assertRoom(caller.id)
  const { action, entity, entity_id } = change
  const fingerprint = fingerprintOf(seen)
  const [row] = await database()
    .insert(approvals)
    .values({
      call,
      permission,
      action,
      entity,
      entity_id,
      // The decisive row first.
      changes: [decisive, ...seen.actions.filter((one) => one !== decisive)].map(toChange),
      concerns: concernsOf(seen.actions, await readSymbol(input.params)),
      input: sealInput(input, { call, proposed_by: caller.id, fingerprint }),
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
      expires_at: sql`now() + make_interval(secs => ${partOf('twoPairs').days * 86_400}::float8)`,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) {
    await assertNotWaiting(change, caller)
    throw new Problem('conflict', 'The same was proposed and decided just now. Look at it again.')
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
      ...concernedInvestor(row.concerns),
    },
  })
  return { approval: { id: row.id, state: 'waiting' } }
}

/**
 * Makes a write, unless the rule of its endpoint names what it changed: then all of it is rolled back and stored as a
 * proposal. The write has thus passed all of its own checks, and its audited rows before and after are those that the
 * second administrator sees. Throws what the write throws, `validation` for a missing reason, and `conflict` when too
 * many proposals wait, or one to do the same with the same row.
 */
export function attemptWrite<T>(proposed: ProposedCall, write: () => Promise<T>): Promise<T | Waiting> {
  const { rule, caller } = proposed
  return inTransaction(async () => {
    const limit = await readLimit()
    const seen = await inSavepoint(async () => {
      const changes = await observeChanges(write)
      const isOverdraft = changes.overdrawn.length > 0
      const single = isOverdraft ? changes.actions.at(-1) : findDecisive(rule, changes.actions, limit)
      const summed = single
        ? undefined
        : await findDecisiveSum(rule, changes.actions, { adminId: caller.id, limit })
      const found = single ?? summed?.action
      const decisive = found && (await isResting(proposed, found)) ? undefined : found
      return {
        keep: !decisive,
        result: { ...changes, decisive, sum: summed?.sum ?? null, scope: summed?.scope, limit },
      }
    })
    const { decisive } = seen
    if (decisive) return storeProposal(proposed, { ...seen, decisive })
    await endOutdated(seen.actions)
    return seen.result
  })
}

/** Keeps a copy of a file that arrived, which waits with its proposal. Drop it if there is none. */
export async function keepFile(file: ReceivedFile): Promise<KeptFile> {
  const path = stagingPath()
  const filename = `approval-${randomUUID()}`
  try {
    await copyFile(file.path, path)
    await storage().keep(path, filename, 'application/octet-stream')
  } finally {
    await rm(path, { force: true })
  }
  return { filename, name: file.name, size: file.size, sha256: file.sha256 }
}

/** Removes the file of a proposal. */
export const dropFile = ({ filename }: { filename: string }): Promise<void> => discard(filename)
