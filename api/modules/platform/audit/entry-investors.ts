/** The investors that an audit log entry concerns, by the function `audit_investors` and its index. */
import { type SQL, sql } from 'drizzle-orm'
import { ENTRY_INVESTORS_MAX } from '#contract/platform/audit'
import { auditLog } from '#db/schema/platform/audit'

const { entity, entity_id, before, after } = auditLog
const all = sql`audit_investors(${entity}, ${entity_id}, ${before}, ${after})`

/** Their ids, in ascending order. */
export const entryInvestorIds: SQL<number[]> = sql<
  number[]
>`to_jsonb((${all})[1:${sql.raw(String(ENTRY_INVESTORS_MAX))}])`

/**
 * Condition for the entries that concern an investor. The ids are read first, by the index: a plan that follows the
 * order of the log would calculate the investors of every entry.
 */
export const concernsInvestorCondition = (userId: number): SQL =>
  sql`${auditLog.id} = any(array(select ${auditLog.id} from ${auditLog} where ${all} @> array[${userId}::int]))`

/** Condition for the entries that concern one of the investors of a select of ids. */
export const concernsAnyInvestorCondition = (ids: SQL): SQL => sql`${all} && array(${ids})`
