/** The kind of an entry of the audit log, by its action. */
import { eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { type AuditKind, actionsOfKind, auditKinds } from '#contract/audit'
import { auditLog } from '#db/schema/operations'

const actionsOf = (kind: AuditKind): readonly string[] => (kind === 'change' ? [] : actionsOfKind[kind])

/** The kind of an entry, as an expression. */
export const entryKind: SQL<AuditKind> = sql<AuditKind>`case ${sql.join(
  auditKinds.flatMap((kind) =>
    actionsOf(kind).map((action) => sql`when ${eq(auditLog.action, action)} then ${kind}::text`),
  ),
  sql` `,
)} else 'change' end`

/** Condition for the entries of a kind. */
export const isOfKind = (kind: AuditKind): SQL =>
  kind === 'change'
    ? notInArray(auditLog.action, Object.values(actionsOfKind).flat())
    : inArray(auditLog.action, [...actionsOfKind[kind]])
