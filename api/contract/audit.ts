import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { auditCheckStates } from '#shared/enums/audit'
import { AdminPagination, adm, csvFile, ListQuery } from './admin.ts'
import { get, post } from './endpoint.ts'
import { CalendarDate, Id, Line, NAME_MAX, OneOf, SUBJECT_MAX, Timestamp } from './schema.ts'

/** Actions that reports and screens look for by name. */
export const auditActions = {
  signIn: 'session.sign_in',
  signOut: 'session.end',
  refusedSignIn: 'session.refused',
  refused: 'access.refused',
  refusals: 'access.refusals',
  export: 'list.export',
  completedExport: 'list.export_completed',
  cancelledExport: 'list.export_cancelled',
  failedExport: 'list.export_failed',
  openEvidence: 'evidence.open',
} as const

export const auditKinds = ['change', 'sign_in', 'export', 'evidence', 'denied'] as const
export type AuditKind = (typeof auditKinds)[number]

/** The actions of each kind; every other action is a change. */
export const actionsOfKind: Readonly<Record<Exclude<AuditKind, 'change'>, readonly string[]>> = {
  sign_in: [auditActions.signIn, auditActions.signOut],
  export: [
    auditActions.export,
    auditActions.completedExport,
    auditActions.cancelledExport,
    auditActions.failedExport,
  ],
  evidence: [auditActions.openEvidence],
  denied: [auditActions.refusedSignIn, auditActions.refused, auditActions.refusals],
}

/** The person or the series an entry is about, under the current name. */
const Subject = Type.Object({
  kind: OneOf(['user', 'admin', 'visitor', 'series'] as const),
  id: Type.Integer({
    description: 'Of the user, administrator or token; of the ticket, call or chat of a visitor',
  }),
  name: Type.String({ examples: ['Ada Reyes', 'Deleted user', '$WITGOLD'] }),
  email: Type.String({ description: 'Empty of a series' }),
  is_deleted: Type.Boolean(),
})

/** Most investors of one entry that are named. */
export const INVESTORS_MAX = 10

const Investor = Type.Object({ id: Id(), name: Type.String(), is_deleted: Type.Boolean() })

export const AuditEntry = Type.Object({
  id: Id(),
  created_at: Timestamp(),
  admin_id: Type.Union([Id(), Type.Null()]),
  admin_name: Type.String({ description: 'The current name; as typed for an anonymous caller' }),
  action: Type.String({ examples: ['user.disable'] }),
  entity: Type.String({ examples: ['user'] }),
  entity_id: Type.String(),
  subject: Type.Union([Subject, Type.Null()], {
    description: 'Looked up when the entry is read; the log itself contains no names of investors',
  }),
  kind: OneOf(auditKinds),
  investors: Type.Array(Investor, {
    maxItems: INVESTORS_MAX,
    description: 'The investors that the entry concerns: both of a transfer',
  }),
  before: Type.Unknown(),
  after: Type.Unknown(),
  ip_address: Type.String(),
  request_id: Type.String(),
  hash: Type.String({ description: 'SHA-256 over this entry and the hash of the one before it' }),
})
export type AuditEntry = Static<typeof AuditEntry>

const filters = {
  admin: Type.Optional(Line(254)),
  action: Type.Optional(Line(NAME_MAX)),
  kind: Type.Optional(OneOf(auditKinds)),
  /** The investor that entries concern. */
  user: Type.Optional(Id()),
  entity: Type.Optional(Line(NAME_MAX)),
  entity_id: Type.Optional(Line(SUBJECT_MAX)),
  from: Type.Optional(CalendarDate()),
  to: Type.Optional(CalendarDate()),
}

const Check = Type.Object({
  id: Id(),
  state: OneOf(auditCheckStates),
  by: Type.Object({ id: Id(), username: Type.String() }),
  entries: Type.Integer({
    description: 'The last entry that is checked: the newest one when the check began',
  }),
  checked: Type.Integer(),
  broken_at: Type.Union([Id(), Type.Null()], {
    description: 'The first entry that does not follow from the one before it',
  }),
  started_at: Timestamp(),
  finished_at: Type.Union([Timestamp(), Type.Null()]),
})
export type AuditCheck = Static<typeof Check>

export const audit = {
  check: get(adm('/audit-log/check'), {
    summary: 'The check of the chain that runs, and the last one that has ended',
    access: 'admin:audit',
    response: Type.Object({
      running: Type.Union([Check, Type.Null()]),
      last: Type.Union([Check, Type.Null()]),
    }),
  }),
  verify: post(adm('/audit-log/verify'), {
    summary:
      'Starts a check of the whole chain, which goes on after the response; or names the one that runs',
    access: 'admin:audit',
    limit: 'export',
    status: 202,
    response: Type.Object({ check: Check }),
  }),
  list: get(adm('/audit-log'), {
    summary: 'The audit log, newest first',
    access: 'admin:audit',
    query: ListQuery(['-created_at'], filters),
    response: Type.Object({ entries: Type.Array(AuditEntry), pagination: AdminPagination }),
  }),
  exportCsv: get(adm('/audit-log/export'), csvFile('admin:audit', 'The entries, newest first,', filters)),
  names: get(adm('/audit-log/names'), {
    summary: 'The filters of the entries: administrators, actions and entities that occur',
    access: 'admin:audit',
    response: Type.Object({
      admins: Type.Array(Type.String()),
      actions: Type.Array(Type.String()),
      entities: Type.Array(Type.String()),
    }),
  }),
}
