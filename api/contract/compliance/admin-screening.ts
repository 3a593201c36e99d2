/** Screening of investors against a watchlist, and the decisions made on matches. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adminPath, csvExport, ListQuery, versionGuard } from '#contract/admin-endpoint'
import { withApprovalReason } from '#contract/approval-rule'
import { get, post, put } from '#contract/endpoint'
import { Id, MultilineText, Nullable, StringEnum, Timestamp } from '#contract/schema-builders'
import { matchStatuses } from '#shared/enums/screening'

/** Maximum size of a watchlist, in bytes and in rows. */
export const WATCHLIST_BYTES_MAX = 10_000_000
export const WATCHLIST_ROWS_MAX = 100_000
/** Maximum names shown among those a watchlist adds and among those it removes. */
export const WATCHLIST_CHANGES_MAX = 50

/** Match score in percent from which two administrators clear a match: names that are equal or nearly so. */
export const CLOSE_SCORE = 95
const REASON_MAX = 1_000
/** Percent deducted from the match score when both birth dates are known and differ. */
export const BIRTH_DATE_MISMATCH_PENALTY = 20

/** The watchlist that investors are screened against. */
export const WatchlistStatus = Type.Object({
  source: StringEnum(['none', 'list'] as const, { description: '`none`: no watchlist, screening is off' }),
  entries: Type.Integer({ description: 'Number of names on the watchlist' }),
  filename: Type.String(),
  uploaded_at: Nullable(Timestamp(), { description: 'Time of upload or submission for approval' }),
  uploaded_by: Type.String({
    description: 'Username of the uploader; empty if unknown',
  }),
  approved_at: Nullable(Timestamp(), {
    description: 'Time of approval; null if no approval was required',
  }),
  approved_by: Type.String({ description: 'Username of the approver; empty if no approval was required' }),
  threshold: Type.Integer({ description: 'Match threshold in percent, from Site settings' }),
  investors: Type.Integer(),
  screened: Type.Integer({ description: 'Number of investors screened against this watchlist' }),
  open_hits: Type.Integer(),
})
export type WatchlistStatus = Static<typeof WatchlistStatus>

export const ScreeningMatch = Type.Object({
  id: Id(),
  user_id: Id(),
  user_name: Type.String({
    description:
      'Name compared: of the account, the verification form, the entity, or an owner or controlling person',
  }),
  account_name: Type.String({ description: 'Current account name' }),
  user_birth_date: Type.String({
    description: 'Empty if unknown, and for entities and their owners or controlling persons',
  }),
  is_birth_checked: Type.Boolean({
    description: 'Whether compliance has accepted the identity with this date of birth',
  }),
  user_email: Type.String(),
  list: Type.String({ examples: ['EU consolidated list'] }),
  entry_id: Type.String(),
  entry_name: Type.String({ description: 'Best-matching name of the entry' }),
  entry_birth_date: Type.String({ description: 'Full date, month or year; empty if unknown' }),
  score: Type.Integer({ description: 'Percent' }),
  state: StringEnum(matchStatuses),
  reason: Type.String(),
  decided_by: Type.String({ description: 'Username; empty while open' }),
  decided_at: Nullable(Timestamp()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type ScreeningMatch = Static<typeof ScreeningMatch>

/** A watchlist entry confirmed to be the investor. */
export const ConfirmedMatch = Type.Object({
  user_name: Type.String({ description: 'Name compared' }),
  list: Type.String(),
  entry_id: Type.String(),
  entry_name: Type.String(),
  reason: Type.String(),
  decided_by: Type.String({ description: 'Username' }),
  decided_at: Timestamp(),
})
export type ConfirmedMatch = Static<typeof ConfirmedMatch>

export const MatchDecision = Type.Object({
  decision: StringEnum(['match', 'no_match'] as const),
  reason: MultilineText(REASON_MAX, {
    minLength: 1,
    errorMessage: 'Enter a reason of up to 1,000 characters',
  }),
  ...versionGuard,
})
export type MatchDecision = Static<typeof MatchDecision>

const filters = { state: Type.Optional(StringEnum(matchStatuses)), user: Type.Optional(Id()) }

export const adminScreening = {
  listMatches: get(adminPath('/screening/hits'), {
    summary:
      'List screening matches and the current watchlist; `urgency` sorts open matches by score before decided ones',
    access: 'admin:verify',
    query: ListQuery(['-urgency', 'created_at', 'score', 'user_name'], filters),
    response: Type.Object({
      hits: Type.Array(ScreeningMatch),
      pagination: AdminPagination,
      screening: WatchlistStatus,
    }),
  }),
  exportCsv: get(
    adminPath('/screening/hits/export'),
    csvExport('admin:verify', 'Screening matches, newest first,', filters),
  ),
  decideMatch: put(adminPath('/screening/hits/:id'), {
    summary: 'Confirm or clear a screening match; the decision can be changed',
    access: 'admin:verify',
    params: Type.Object({ id: Id() }),
    body: MatchDecision,
    // An administrator who could reverse a confirmed match or clear a close match alone could verify and pay that
    // investor alone.
    approvalRule: { fields: ['match_taken_back', 'close_match_dismissed'], reasonSource: 'body' },
    response: Type.Object({ hit: ScreeningMatch }),
    problems: ['not_found', 'stale_write'],
  }),
  uploadWatchlist: post(adminPath('/screening/list'), {
    summary:
      'Replace the watchlist with a CSV file (columns name, birth date, list, entry id). All investors are rescreened',
    access: 'admin:verify',
    status: 201,
    idempotent: true,
    body: withApprovalReason(Type.Object({})),
    approvalRule: {},
    upload: {
      field: 'file',
      maxFile: WATCHLIST_BYTES_MAX,
      tooLarge: 'The watchlist must be 10 MB or smaller',
    },
    response: Type.Object({ screening: WatchlistStatus }),
    problems: ['conflict'],
  }),
}
