/** Verifications as the compliance team decides them. Lists show the investors' names and nothing else about them. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adminPath, csvExport, ListQuery, versionGuard } from '#contract/admin-endpoint'
import { get, put } from '#contract/endpoint'
import {
  CalendarDate,
  Id,
  MultilineText,
  Nullable,
  OptionalOrEmpty,
  SingleLineText,
  StringEnum,
  Timestamp,
} from '#contract/schema-builders'
import {
  accountHolderTypes,
  evidenceTypes,
  itemStatuses,
  riskRatings,
  verificationActors,
  verificationItems,
  verificationStatuses,
} from '#shared/enums/verifications'
import { ConfirmedMatch } from './admin-screening.ts'
import { Declaration, EvidenceFile, VerificationAnswers, VerificationItemStatus } from './verification.ts'

/** Maximum length of the reason for a decision. */
export const REASON_MAX = 2000

const Administrator = Type.Object({ id: Id(), username: Type.String() })

export const VerificationListItem = Type.Object({
  user_id: Id(),
  name: Type.String(),
  kind: StringEnum(accountHolderTypes),
  state: StringEnum(verificationStatuses),
  by_hand: Type.Boolean(),
  risk: Nullable(StringEnum(riskRatings)),
  assigned_to: Nullable(Administrator),
  submitted_at: Nullable(Timestamp()),
  age_s: Nullable(Type.Integer(), { description: 'Seconds since submission, while pending' }),
  due_at: Nullable(Timestamp(), { description: 'Decision due, while pending' }),
  verified_until: Nullable(CalendarDate()),
  updated_at: Timestamp(),
})
export type VerificationListItem = Static<typeof VerificationListItem>

const Check = Type.Object({
  id: Type.String(),
  item: Nullable(StringEnum(verificationItems)),
  text: Type.String(),
  is_done: Type.Boolean(),
})
export type ReviewCheck = Static<typeof Check>

export const ReviewedEvidenceFile = Type.Object({
  ...EvidenceFile.properties,
  media_type: StringEnum(evidenceTypes),
  is_opened: Type.Boolean({ description: 'Whether an administrator has opened it' }),
  replaced_at: Nullable(Timestamp(), {
    description: 'When the investor removed or replaced it; such a file is kept as evidence',
  }),
})
export type ReviewedEvidenceFile = Static<typeof ReviewedEvidenceFile>

const HistoryStep = Type.Object({
  id: Id(),
  action: Type.String(),
  item: Nullable(StringEnum(verificationItems)),
  by: StringEnum(verificationActors),
  admin: Nullable(Type.String()),
  reason: Type.String(),
  at: Timestamp(),
})
export type VerificationHistoryEntry = Static<typeof HistoryStep>

export const VerificationReview = Type.Object({
  ...VerificationListItem.properties,
  email: Type.String(),
  is_email_confirmed: Type.Boolean({ description: 'Whether the investor has confirmed the address' }),
  verified_name: Type.String({ description: 'Name verified last; empty before the first verification' }),
  is_renamed: Type.Boolean({
    description: 'Whether the form states another name than the one verified last',
  }),
  has_new_evidence: Type.Boolean({
    description:
      'Whether documents of the identity were replaced, or its answers changed, since the last decision',
  }),
  answers: VerificationAnswers,
  items: Type.Array(Type.Object({ ...VerificationItemStatus.properties, state: StringEnum(itemStatuses) })),
  declarations: Type.Array(
    Type.Object({
      ...Declaration.properties,
      is_current: Type.Boolean({ description: 'Whether this is the current version' }),
    }),
  ),
  files: Type.Array(ReviewedEvidenceFile),
  checks: Type.Array(Check),
  history: Type.Array(HistoryStep),
  reason: Type.String(),
  hand_reason: Type.String({ description: 'Reason for manual verification' }),
  risk_grounds: Type.String(),
  is_verified: Type.Boolean(),
  decided_at: Nullable(Timestamp()),
  open_hits: Type.Integer({ description: 'Number of open screening matches' }),
  open_hit_names: Type.Array(Type.String(), { description: 'Names compared for these matches' }),
  matches: Type.Array(ConfirmedMatch, { description: 'Confirmed watchlist matches' }),
  scanner: Type.Boolean({ description: 'Whether files are scanned on upload' }),
})
export type VerificationReview = Static<typeof VerificationReview>

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
  action: StringEnum(verificationActions),
  item: Type.Optional(StringEnum(verificationItems)),
  reason: Type.Optional(OptionalOrEmpty(MultilineText(REASON_MAX))),
  verified_until: Type.Optional(OptionalOrEmpty(CalendarDate())),
  /** For `assign`: an administrator, null for unassigned, or the caller if omitted. */
  assigned_to: Type.Optional(Nullable(Id())),
  /** For `rate`, with `reason` as the rationale. */
  risk: Type.Optional(StringEnum(riskRatings)),
  /** For `check`: the id of a check, and whether it is done. */
  check: Type.Optional(SingleLineText(60)),
  is_done: Type.Optional(Type.Boolean()),
  ...versionGuard,
})
export type VerificationDecision = Static<typeof VerificationDecision>

const params = Type.Object({ user_id: Id() })
const filters = {
  state: Type.Optional(
    StringEnum([...verificationStatuses, 'waiting'], { description: '`waiting`: submitted or in review' }),
  ),
  assigned: Type.Optional(
    Type.String({
      pattern: '^(?:none|[1-9]\\d{0,8})$',
      errorMessage: 'Enter an administrator id, or none',
      description: 'The id of an administrator, or `none`',
      examples: ['none'],
    }),
  ),
}

export const adminVerifications = {
  list: get(adminPath('/verifications'), {
    summary: 'List verifications, oldest submission first; search covers the name',
    access: 'admin:read',
    query: ListQuery(['submitted_at', 'name', 'state'], filters),
    response: Type.Object({ verifications: Type.Array(VerificationListItem), pagination: AdminPagination }),
  }),
  exportCsv: get(
    adminPath('/verifications/export'),
    csvExport('admin:read', 'The verifications, by investor,', filters),
  ),
  get: get(adminPath('/verifications/:user_id'), {
    summary: 'Retrieve a verification: answers, file names, decisions and checklist',
    access: 'admin:read',
    params,
    response: Type.Object({ verification: VerificationReview }),
    problems: ['not_found'],
  }),
  decide: put(adminPath('/verifications/:user_id'), {
    summary:
      'Assign a verification, accept an item or request more information, set the risk rating, verify, reject or end it',
    access: 'admin:verify',
    params,
    body: VerificationDecision,
    // No single person verifies an investor with a watchlist match, another identity, or an incomplete review.
    approvalRule: {
      actions: ['verification.verify'],
      fields: ['despite_list', 'identity_changed', 'review_incomplete'],
      reasonSource: 'body',
    },
    response: Type.Object({ verification: VerificationReview }),
    problems: ['not_found', 'conflict', 'stale_write'],
  }),
  openEvidence: get(adminPath('/verifications/:user_id/files/:id'), {
    summary: 'Open an evidence file; each access is recorded in the audit log',
    access: 'admin:verify',
    params: Type.Object({ user_id: Id(), id: Id() }),
    timeLimit: 30_000,
    response: { raw: 'application/octet-stream' },
    problems: ['not_found', 'unavailable'],
  }),
}
