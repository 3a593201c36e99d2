/** Verifications as the compliance team decides them. Lists name investors and nothing else about them. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  evidenceTypes,
  itemStates,
  riskRatings,
  verificationActors,
  verificationItems,
  verificationKinds,
  verificationStates,
} from '#shared/enums/verifications'
import { AdminPagination, adm, basedOn, csvFile, ListQuery } from './admin.ts'
import { ScreeningMatch } from './admin-screening.ts'
import { get, put } from './endpoint.ts'
import { CalendarDate, Id, Line, Maybe, Nullable, OneOf, Text, Timestamp } from './schema.ts'
import { Answers, Declaration, EvidenceFile, VerificationEntry } from './verification.ts'

/** Longest reason of a decision. */
export const REASON_MAX = 2000

const Administrator = Type.Object({ id: Id(), username: Type.String() })

export const ListedVerification = Type.Object({
  user_id: Id(),
  name: Type.String(),
  kind: OneOf(verificationKinds),
  state: OneOf(verificationStates),
  by_hand: Type.Boolean(),
  risk: Nullable(OneOf(riskRatings)),
  assigned_to: Nullable(Administrator),
  submitted_at: Nullable(Timestamp()),
  age_s: Nullable(Type.Integer(), { description: 'Seconds since it was submitted, while it waits' }),
  due_at: Nullable(Timestamp(), { description: 'When it is to be decided, while it waits' }),
  verified_until: Nullable(CalendarDate()),
  updated_at: Timestamp(),
})
export type ListedVerification = Static<typeof ListedVerification>

const Check = Type.Object({
  id: Type.String(),
  item: Nullable(OneOf(verificationItems)),
  text: Type.String(),
  is_done: Type.Boolean(),
})
export type Check = Static<typeof Check>

export const ReviewedFile = Type.Object({
  ...EvidenceFile.properties,
  media_type: OneOf(evidenceTypes),
  is_opened: Type.Boolean({ description: 'Whether an administrator has opened it' }),
})
export type ReviewedFile = Static<typeof ReviewedFile>

const HistoryStep = Type.Object({
  id: Id(),
  action: Type.String(),
  item: Nullable(OneOf(verificationItems)),
  by: OneOf(verificationActors),
  admin: Nullable(Type.String()),
  reason: Type.String(),
  at: Timestamp(),
})
export type HistoryStep = Static<typeof HistoryStep>

export const ReviewedVerification = Type.Object({
  ...ListedVerification.properties,
  email: Type.String(),
  answers: Answers,
  items: Type.Array(Type.Object({ ...VerificationEntry.properties, state: OneOf(itemStates) })),
  declarations: Type.Array(
    Type.Object({
      ...Declaration.properties,
      is_current: Type.Boolean({ description: 'Whether this version is the one that is asked now' }),
    }),
  ),
  files: Type.Array(ReviewedFile),
  checks: Type.Array(Check),
  history: Type.Array(HistoryStep),
  reason: Type.String(),
  hand_reason: Type.String({ description: 'Why the mark was set by hand' }),
  risk_grounds: Type.String(),
  is_verified: Type.Boolean(),
  decided_at: Nullable(Timestamp()),
  open_hits: Type.Integer({ description: 'Hits of the screening that wait for a decision' }),
  open_hit_names: Type.Array(Type.String(), { description: 'The names that were compared for these hits' }),
  matches: Type.Array(ScreeningMatch, { description: 'Entries of lists that the investor is' }),
  scanner: Type.Boolean({ description: 'Whether files are scanned when they arrive' }),
})
export type ReviewedVerification = Static<typeof ReviewedVerification>

export const verificationActions = [
  'assign',
  'accept_item',
  'ask_again',
  'rate',
  'check',
  'verify',
  'refuse',
  'expire',
] as const
export type VerificationAction = (typeof verificationActions)[number]

export const VerificationDecision = Type.Object({
  action: OneOf(verificationActions),
  item: Type.Optional(OneOf(verificationItems)),
  reason: Type.Optional(Maybe(Text(REASON_MAX))),
  verified_until: Type.Optional(Maybe(CalendarDate())),
  /** Of `assign`: an administrator, or null for nobody; left out, the caller. */
  assigned_to: Type.Optional(Nullable(Id())),
  /** Of `rate`, with `reason` as its grounds. */
  risk: Type.Optional(OneOf(riskRatings)),
  /** Of `check`: the id of a check, and whether it is done. */
  check: Type.Optional(Line(60)),
  is_done: Type.Optional(Type.Boolean()),
  ...basedOn,
})
export type VerificationDecision = Static<typeof VerificationDecision>

const params = Type.Object({ user_id: Id() })
const filters = {
  state: Type.Optional(
    OneOf([...verificationStates, 'waiting'], { description: '`waiting`: submitted or in review' }),
  ),
  assigned: Type.Optional(
    Type.String({
      pattern: '^(?:none|[1-9]\\d{0,8})$',
      says: 'Name an administrator by id, or none',
      description: 'The id of an administrator, or `none`',
      examples: ['none'],
    }),
  ),
}

export const adminVerifications = {
  list: get(adm('/verifications'), {
    summary: 'Verifications, those that were submitted first at the top; search covers the name',
    access: 'admin:read',
    query: ListQuery(['submitted_at', 'name', 'state'], filters),
    response: Type.Object({ verifications: Type.Array(ListedVerification), pagination: AdminPagination }),
  }),
  exportCsv: get(
    adm('/verifications/export'),
    csvFile('admin:read', 'The verifications, by investor,', filters),
  ),
  read: get(adm('/verifications/:user_id'), {
    summary: 'What an investor said, the files by name, what was decided, and the checklist',
    access: 'admin:read',
    params,
    response: Type.Object({ verification: ReviewedVerification }),
    problems: ['not_found'],
  }),
  decide: put(adm('/verifications/:user_id'), {
    summary: 'Assigns, accepts an item or asks for it again, rates, verifies, refuses or ends a verification',
    access: 'admin:verify',
    params,
    body: VerificationDecision,
    // Somebody on a list is not verified by one person alone.
    twoPairs: { actions: ['verification.verify'], fields: ['despite_list'], reason: 'own' },
    response: Type.Object({ verification: ReviewedVerification }),
    problems: ['not_found', 'conflict', 'stale_write'],
  }),
  file: get(adm('/verifications/:user_id/files/:id'), {
    summary: 'A file of evidence; each opening is written to the audit log',
    access: 'admin:verify',
    params: Type.Object({ user_id: Id(), id: Id() }),
    timeLimit: 30_000,
    response: { raw: 'application/octet-stream' },
    problems: ['not_found', 'unavailable'],
  }),
}
