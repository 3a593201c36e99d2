import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adminPath, csvExport, ListQuery } from '#contract/admin-endpoint'
import { get, post } from '#contract/endpoint'
import {
  CalendarDate,
  Id,
  NAME_MAX,
  SingleLineText,
  StringEnum,
  SUBJECT_MAX,
  Timestamp,
} from '#contract/schema-builders'
import { auditCheckStatuses } from '#shared/enums/audit'

/** Actions that reports and screens refer to by name. */
export const auditActions = {
  signIn: 'session.sign_in',
  signOut: 'session.end',
  deniedSignIn: 'session.refused',
  deniedRequest: 'access.refused',
  deniedRequestSummary: 'access.refusals',
  export: 'list.export',
  completedExport: 'list.export_completed',
  cancelledExport: 'list.export_cancelled',
  failedExport: 'list.export_failed',
  openedEvidence: 'evidence.open',
} as const

export const auditEntryTypes = ['change', 'sign_in', 'export', 'evidence', 'denied'] as const
export type AuditEntryType = (typeof auditEntryTypes)[number]

/** The actions of each type; every other action is a change. */
export const actionsByEntryType: Readonly<Record<Exclude<AuditEntryType, 'change'>, readonly string[]>> = {
  sign_in: [auditActions.signIn, auditActions.signOut],
  export: [
    auditActions.export,
    auditActions.completedExport,
    auditActions.cancelledExport,
    auditActions.failedExport,
  ],
  evidence: [auditActions.openedEvidence],
  denied: [auditActions.deniedSignIn, auditActions.deniedRequest, auditActions.deniedRequestSummary],
}

/** The person or series that an entry concerns, under the current name. */
const Subject = Type.Object({
  kind: StringEnum(['user', 'admin', 'visitor', 'series'] as const),
  id: Type.Integer({
    description: 'Id of the investor, administrator, token, ticket, call or chat',
  }),
  name: Type.String({ examples: ['Ada Reyes', 'Deleted investor', '$WITGOLD'] }),
  email: Type.String({ description: 'Empty for a series' }),
  is_deleted: Type.Boolean(),
})

/** Maximum investors of one entry that are named. */
export const ENTRY_INVESTORS_MAX = 10

const Investor = Type.Object({ id: Id(), name: Type.String(), is_deleted: Type.Boolean() })

export const AuditEntry = Type.Object({
  id: Id(),
  created_at: Timestamp(),
  admin_id: Type.Union([Id(), Type.Null()]),
  admin_name: Type.String({ description: 'Current username; as entered for an anonymous caller' }),
  action: Type.String({ examples: ['user.disable'] }),
  entity: Type.String({ examples: ['user'] }),
  entity_id: Type.String(),
  subject: Type.Union([Subject, Type.Null()], {
    description: 'Resolved on reading; the log itself contains no investor names',
  }),
  kind: StringEnum(auditEntryTypes),
  investors: Type.Array(Investor, {
    maxItems: ENTRY_INVESTORS_MAX,
    description: 'Investors concerned; for a transfer, both parties',
  }),
  before: Type.Unknown(),
  after: Type.Unknown(),
  ip_address: Type.String(),
  request_id: Type.String(),
  hash: Type.String({ description: 'SHA-256 of this entry and the previous hash' }),
})
export type AuditEntry = Static<typeof AuditEntry>

const filters = {
  admin: Type.Optional(SingleLineText(254)),
  action: Type.Optional(SingleLineText(NAME_MAX)),
  kind: Type.Optional(StringEnum(auditEntryTypes)),
  /** The investor that entries concern. */
  user: Type.Optional(Id()),
  entity: Type.Optional(SingleLineText(NAME_MAX)),
  entity_id: Type.Optional(SingleLineText(SUBJECT_MAX)),
  from: Type.Optional(CalendarDate()),
  to: Type.Optional(CalendarDate()),
}

const Check = Type.Object({
  id: Id(),
  state: StringEnum(auditCheckStatuses),
  by: Type.Object({ id: Id(), username: Type.String() }),
  entries: Type.Integer({
    description: 'Last entry included: the latest when verification started',
  }),
  checked: Type.Integer(),
  broken_at: Type.Union([Id(), Type.Null()], {
    description: 'First entry at which the chain is broken',
  }),
  started_at: Timestamp(),
  finished_at: Type.Union([Timestamp(), Type.Null()]),
})
export type AuditCheck = Static<typeof Check>

export const audit = {
  getChainChecks: get(adminPath('/audit-log/check'), {
    summary: 'Current and last completed verification of the hash chain',
    access: 'admin:audit',
    response: Type.Object({
      running: Type.Union([Check, Type.Null()]),
      last: Type.Union([Check, Type.Null()]),
    }),
  }),
  startChainCheck: post(adminPath('/audit-log/verify'), {
    summary: 'Start verification of the full hash chain in the background, or return the one in progress',
    access: 'admin:audit',
    limit: 'export',
    status: 202,
    response: Type.Object({ check: Check }),
  }),
  list: get(adminPath('/audit-log'), {
    summary: 'The audit log, newest first',
    access: 'admin:audit',
    query: ListQuery(['-created_at'], filters),
    response: Type.Object({ entries: Type.Array(AuditEntry), pagination: AdminPagination }),
  }),
  exportCsv: get(
    adminPath('/audit-log/export'),
    csvExport('admin:audit', 'Audit log entries, newest first,', filters),
  ),
  listFilterValues: get(adminPath('/audit-log/names'), {
    summary: 'Filter values for audit log entries: administrators, actions and entities',
    access: 'admin:audit',
    response: Type.Object({
      admins: Type.Array(Type.String()),
      actions: Type.Array(Type.String()),
      entities: Type.Array(Type.String()),
    }),
  }),
}
