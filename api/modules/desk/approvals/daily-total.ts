/**
 * What one administrator has written alone within a day, for one investor or as payments from anyone's cash: several
 * amounts below the limit must not bypass the second administrator.
 */
import Big from 'big.js'
import { and, asc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AuditAction } from '#common/audit-actor'
import type { ApprovalRule } from '#contract/approval-rule'
import { database } from '#db/connection'
import { approvals } from '#db/schema/desk/approvals'
import { auditLog } from '#db/schema/platform/audit'
import { concernsInvestorCondition } from '#modules/platform/audit/entry-investors'
import {
  type Change,
  calculateCashEffect,
  calculateCharges,
  countsFullAmount,
  hasDirectionChange,
  sumBeforeAndAfter,
  sumOfDifferences,
  toFields,
} from './approval-rule.ts'

/** Hours that are summed together. */
const SUM_HOURS = 24
/** Maximum changes that are summed; beyond it a second administrator is needed whatever the sum. */
const CHANGES_MAX = 1000

const largest = (amounts: readonly Big[]): Big =>
  amounts.reduce((most, amount) => (amount.gt(most) ? amount : most), new Big(0))

/**
 * How much the changes of one row move. A transaction that was added, deleted or given another status counts once, with
 * its largest amount; twice if its type changed; otherwise each change counts with its difference.
 */
function sumOfRow(rule: ApprovalRule, changes: readonly Change[]): Big {
  if (rule.amountFields && changes.some((change) => countsFullAmount(rule, change))) {
    const most = largest(changes.flatMap((change) => sumBeforeAndAfter(rule, change).flat()))
    return changes.some((change) => hasDirectionChange(rule, change)) ? most.times(2) : most
  }
  return changes.reduce((sum, change) => sum.plus(sumOfDifferences(rule, change)), new Big(0))
}

const investorOf = ({ before, after }: Change): unknown => toFields(after).user_id ?? toFields(before).user_id

/** Entries of a write made by an approval. */
const isApproved = sql`exists (select from ${approvals} where ${approvals.audit_entries} @> array[${auditLog.id}])`

/** The changes made by an administrator alone within {@link SUM_HOURS}, oldest first. */
const readAlone = (adminId: number, entity: string, which: SQL) =>
  database()
    .select({ id: auditLog.entity_id, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        which,
        eq(auditLog.admin_id, adminId),
        eq(auditLog.entity, entity),
        sql`${auditLog.created_at} > now() - make_interval(hours => ${SUM_HOURS})`,
        sql`not ${isApproved}`,
      ),
    )
    .orderBy(asc(auditLog.id))
    .limit(CHANGES_MAX + 1)

const anyOf = (types: readonly string[]): SQL => sql`any(${`{${types.join()}}`}::text[])`

/** {@link calculateCashEffect} in SQL, for a row stored in the audit log. */
function cashEffect(
  { amountFields = [], outward = [], inward = [] }: ApprovalRule,
  version: SQLWrapper,
): SQL {
  const [amount, ...charges] = amountFields.map((name) => sql`coalesce((${version}->>${name})::numeric, 0)`)
  const sign = sql`case when ${version}->>'type' = ${anyOf(inward)} then 1
    when ${version}->>'type' = ${anyOf(outward)} then -1 else 0 end`
  const effect = sql.join([sql`${amount} * ${sign}`, ...charges], sql` - `)
  return sql`case when ${version}->>'status' = 'completed' then ${effect} else 0 end`
}

/** {@link calculateCharges} in SQL, for a row stored in the audit log. */
function charges({ amountFields: [, ...names] = [] }: ApprovalRule, version: SQLWrapper): SQL {
  const sum = names.map((name) => sql`coalesce((${version}->>${name})::numeric, 0)`)
  return sql`case when ${version}->>'status' = 'completed' then ${sql.join([sql`0`, ...sum], sql` + `)} else 0 end`
}

/** Audit log entries of payments out and of other changes that reduce cash, for any investor. */
function isOutward(rule: ApprovalRule): SQL {
  const { before, after } = auditLog
  const types = anyOf(rule.outward ?? [])
  return sql`(${before}->>'type' = ${types} or ${after}->>'type' = ${types}
    or ${cashEffect(rule, after)} < ${cashEffect(rule, before)}
    or ${charges(rule, after)} > ${charges(rule, before)})`
}

/** Whether a change pays out or reduces cash. */
function reducesCash(rule: ApprovalRule, { before, after }: Change): boolean {
  const types = [toFields(before).type, toFields(after).type]
  return (
    rule.outward?.some((type) => types.includes(type)) ||
    calculateCashEffect(rule, after).lt(calculateCashEffect(rule, before))
  )
}

/** By how much a change raises what is charged: a fee on a deposit leaves the investor's cash as any other fee does. */
function raiseOfCharges(rule: ApprovalRule, { before, after }: Change): Big {
  const raise = calculateCharges(rule, after).minus(calculateCharges(rule, before))
  return raise.gt(0) ? raise : new Big(0)
}

/** How much the changes of one row take out of cash: as {@link sumOfRow}, or only what is charged on money coming in. */
function sumOutward(rule: ApprovalRule, changes: readonly Change[]): Big {
  const reducing = changes.filter((change) => reducesCash(rule, change))
  const others = changes.filter((change) => !reducing.includes(change))
  return others.reduce((sum, change) => sum.plus(raiseOfCharges(rule, change)), sumOfRow(rule, reducing))
}

/** Whose changes are summed: one investor's, or everyone's for payments out. */
export type SumScope = 'investor' | 'outward'

/**
 * What is summed with an action: changes for the same investor and, if it reduces cash or charges a fee, reductions and
 * fees for all investors.
 */
function scopesOf(rule: ApprovalRule, change: Change, userId: number): [SumScope, SQL][] {
  const takesOut = sumOutward(rule, [change]).gt(0)
  const ofInvestor: [SumScope, SQL] = ['investor', concernsInvestorCondition(userId)]
  return rule.outward && takesOut ? [ofInvestor, ['outward', isOutward(rule)]] : [ofInvestor]
}

/**
 * The action with which an administrator exceeds the limit, together with what the same administrator wrote alone for
 * the same investor within a day or paid out of any investor's cash, and that sum with its scope; undefined if the rule
 * has no amounts or they stay within the limit. Call it after the write, in its transaction: its audit log entry is
 * then counted and holds the lock of the log, so another write of the same administrator waits until this one is
 * stored.
 */
export async function findActionExceedingDailyLimit(
  rule: ApprovalRule,
  actions: readonly AuditAction[],
  { adminId, limit }: { adminId: number; limit: string },
): Promise<{ action: AuditAction; sum: string; scope: SumScope } | undefined> {
  if (!rule.amountFields && !rule.amountChangeFields) return undefined
  for (const action of actions) {
    const userId = investorOf(action)
    if (typeof userId !== 'number' || sumOfRow(rule, [action]).eq(0)) continue
    for (const [scope, which] of scopesOf(rule, action, userId)) {
      const alone = await readAlone(adminId, action.entity, which)
      const rows = Map.groupBy(alone, ({ id }) => id)
      const sumOf = scope === 'outward' ? sumOutward : sumOfRow
      const sum = [...rows.values()].reduce((all, changes) => all.plus(sumOf(rule, changes)), new Big(0))
      if (alone.length > CHANGES_MAX || sum.gt(limit)) return { action, sum: sum.toFixed(2), scope }
    }
  }
  return undefined
}
