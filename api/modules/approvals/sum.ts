/**
 * What one administrator has written alone within a day, for one investor, or to take money out of the cash of all:
 * several amounts below the limit must not get round the second administrator.
 */
import Big from 'big.js'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '#common/actor'
import type { TwoPairsRule } from '#contract/two-pairs'
import { database } from '#db/connection'
import { approvals } from '#db/schema/approvals'
import { auditLog } from '#db/schema/operations'
import { concernsInvestor } from '#modules/audit/investors'
import { type Change, fieldsOf, isTurned, isWhole, sidesOf } from './rule.ts'

/** Hours that count together. */
const SUM_HOURS = 24
/** Changes that are added up at most; with more of them a second administrator is needed whatever they sum up to. */
const CHANGES_MAX = 1000

const largest = (amounts: readonly Big[]): Big =>
  amounts.reduce((most, amount) => (amount.gt(most) ? amount : most), new Big(0))

/**
 * How much the changes of one row move. A transaction that was added, deleted or given another status counts once, with
 * its largest amount; twice if it was given another type; otherwise each change counts with its difference.
 */
function sumOfRow(rule: TwoPairsRule, changes: readonly Change[]): Big {
  if (rule.amounts && changes.some((change) => isWhole(rule, change))) {
    const most = largest(changes.flatMap((change) => sidesOf(rule, change).flat()))
    return changes.some((change) => isTurned(rule, change)) ? most.times(2) : most
  }
  return changes.reduce(
    (sum, change) => sum.plus(largest(sidesOf(rule, change).map(([from, to]) => to.minus(from).abs()))),
    new Big(0),
  )
}

const investorOf = ({ before, after }: Change): unknown => fieldsOf(after).user_id ?? fieldsOf(before).user_id

/** Entries of a write that an approval made. */
const isApproved = sql`exists (select from ${approvals} where ${approvals.audit_entries} @> array[${auditLog.id}])`

/** The changes that an administrator made alone within {@link SUM_HOURS}, oldest first. */
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

/** Entries of rows that take money out, whoever it is of. */
const isOutward = (types: readonly string[]): SQL => {
  const among = sql`any(${`{${types.join()}}`}::text[])`
  return sql`(${auditLog.before}->>'type' = ${among} or ${auditLog.after}->>'type' = ${among})`
}

/** Whose changes a sum adds up: those of one investor, or of all investors where they take money out. */
export type SumScope = 'investor' | 'outward'

/** What counts together with an action: what was written for the same investor, and all that takes money out. */
function scopesOf({ outward }: TwoPairsRule, action: Change, userId: number): [SumScope, SQL][] {
  const types = [fieldsOf(action.before).type, fieldsOf(action.after).type]
  const takesOut = outward?.some((type) => types.includes(type))
  const ofInvestor: [SumScope, SQL] = ['investor', concernsInvestor(userId)]
  return outward && takesOut ? [ofInvestor, ['outward', isOutward(outward)]] : [ofInvestor]
}

/**
 * The action with which an administrator goes above the limit, together with what the same one wrote alone for the same
 * investor within a day, or took out of the cash of all investors, and that sum with its scope; undefined when the rule
 * knows no amounts, or they stay within the limit. Call it after the write, in its transaction: its entry in the audit
 * log is then counted, and holds the lock of the log, so that another write of the same administrator waits until this
 * one is stored.
 */
export async function findDecisiveSum(
  rule: TwoPairsRule,
  actions: readonly AuditAction[],
  { adminId, limit }: { adminId: number; limit: string },
): Promise<{ action: AuditAction; sum: string; scope: SumScope } | undefined> {
  if (!rule.amounts && !rule.changes) return undefined
  for (const action of actions) {
    const userId = investorOf(action)
    if (typeof userId !== 'number' || sumOfRow(rule, [action]).eq(0)) continue
    for (const [scope, which] of scopesOf(rule, action, userId)) {
      const alone = await readAlone(adminId, action.entity, which)
      const rows = Map.groupBy(alone, ({ id }) => id)
      const sum = [...rows.values()].reduce((all, changes) => all.plus(sumOfRow(rule, changes)), new Big(0))
      if (alone.length > CHANGES_MAX || sum.gt(limit)) return { action, sum: sum.toFixed(2), scope }
    }
  }
  return undefined
}
