/** The type of an audit log entry, by its action. */
import { eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { type AuditEntryType, actionsByEntryType, auditEntryTypes } from '#contract/platform/audit'
import { auditLog } from '#db/schema/platform/audit'

const actionsOf = (kind: AuditEntryType): readonly string[] =>
  kind === 'change' ? [] : actionsByEntryType[kind]

/** The kind of an entry, as an expression. */
export const entryType: SQL<AuditEntryType> = sql<AuditEntryType>`case ${sql.join(
  auditEntryTypes.flatMap((kind) =>
    actionsOf(kind).map((action) => sql`when ${eq(auditLog.action, action)} then ${kind}::text`),
  ),
  sql` `,
)} else 'change' end`

/** Condition for the entries of a kind. */
export const hasEntryType = (kind: AuditEntryType): SQL =>
  kind === 'change'
    ? notInArray(auditLog.action, Object.values(actionsByEntryType).flat())
    : inArray(auditLog.action, [...actionsByEntryType[kind]])
