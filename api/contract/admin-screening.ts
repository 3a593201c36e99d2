/** Screening of investors against a list of names, and what people decided about the hits. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { hitStates } from '#shared/enums/screening'
import { AdminPagination, adm, basedOn, csvFile, ListQuery } from './admin.ts'
import { get, post, put } from './endpoint.ts'
import { Id, Nullable, OneOf, Text, Timestamp } from './schema.ts'
import { withReason } from './two-pairs.ts'

/** Largest list in bytes, and in rows. */
export const LIST_MAX = 10_000_000
export const LIST_ROWS_MAX = 100_000
/** Percent from which two administrators dismiss a hit: names that are equal, or nearly. */
export const CLOSE_SCORE = 95
const REASON_MAX = 1_000
/** Percent that two birth dates take off when both are known and differ. */
export const OTHER_BIRTH = 20

/** What investors are screened against. */
export const ScreeningState = Type.Object({
  source: OneOf(['none', 'list'] as const, { description: '`none`: nobody is screened' }),
  entries: Type.Integer({ description: 'Names on the list' }),
  filename: Type.String(),
  uploaded_at: Nullable(Timestamp(), { description: 'When it was uploaded or proposed' }),
  uploaded_by: Type.String({
    description: 'Username of who uploaded or proposed it; empty when unknown',
  }),
  approved_at: Nullable(Timestamp(), {
    description: 'When it was taken over; null where nobody had to approve it',
  }),
  approved_by: Type.String({ description: 'Username; empty where nobody had to approve it' }),
  threshold: Type.Integer({ description: 'Percent from which two are taken for one; a site setting' }),
  investors: Type.Integer(),
  screened: Type.Integer({ description: 'Investors who were screened against this list' }),
  open_hits: Type.Integer(),
})
export type ScreeningState = Static<typeof ScreeningState>

export const ScreeningHit = Type.Object({
  id: Id(),
  user_id: Id(),
  user_name: Type.String({
    description: 'The name that was compared: of the account, its form, the entity or somebody behind it',
  }),
  account_name: Type.String({ description: 'The present name of the account' }),
  user_birth_date: Type.String({
    description: 'Empty when unknown, and for an entity and the people behind it',
  }),
  is_birth_checked: Type.Boolean({
    description: 'Whether compliance has accepted the identity with this birth date',
  }),
  user_email: Type.String(),
  list: Type.String({ examples: ['EU consolidated list'] }),
  entry_id: Type.String(),
  entry_name: Type.String({ description: 'The name of the entry that fits best' }),
  entry_birth_date: Type.String({ description: 'A day, a month or a year; empty when unknown' }),
  score: Type.Integer({ description: 'Percent' }),
  state: OneOf(hitStates),
  reason: Type.String(),
  decided_by: Type.String({ description: 'Username; empty while it is open' }),
  decided_at: Nullable(Timestamp()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type ScreeningHit = Static<typeof ScreeningHit>

/** An entry that an investor is, as a person has decided. */
export const ScreeningMatch = Type.Object({
  user_name: Type.String({ description: 'The name that was compared' }),
  list: Type.String(),
  entry_id: Type.String(),
  entry_name: Type.String(),
  reason: Type.String(),
  decided_by: Type.String({ description: 'Username' }),
  decided_at: Timestamp(),
})
export type ScreeningMatch = Static<typeof ScreeningMatch>

export const HitDecision = Type.Object({
  decision: OneOf(['match', 'no_match'] as const),
  reason: Text(REASON_MAX, { minLength: 1, says: 'Say why, in at most 1,000 characters' }),
  ...basedOn,
})
export type HitDecision = Static<typeof HitDecision>

const filters = { state: Type.Optional(OneOf(hitStates)), user: Type.Optional(Id()) }

export const adminScreening = {
  hits: get(adm('/screening/hits'), {
    summary:
      'Investors who may be on the list, and what investors are screened against; `urgency` has those that wait by their score before those that are decided',
    access: 'admin:verify',
    query: ListQuery(['-urgency', 'created_at', 'score', 'user_name'], filters),
    response: Type.Object({
      hits: Type.Array(ScreeningHit),
      pagination: AdminPagination,
      screening: ScreeningState,
    }),
  }),
  exportCsv: get(adm('/screening/hits/export'), csvFile('admin:verify', 'The hits, newest first,', filters)),
  decide: put(adm('/screening/hits/:id'), {
    summary: 'Decides whether an investor is the entry of the list; it can be decided anew',
    access: 'admin:verify',
    params: Type.Object({ id: Id() }),
    body: HitDecision,
    // Whoever could take back a match alone, or dismiss one that is much alike, could verify and pay its investor alone.
    twoPairs: { fields: ['match_taken_back', 'close_match_dismissed'], reason: 'own' },
    response: Type.Object({ hit: ScreeningHit }),
    problems: ['not_found', 'stale_write'],
  }),
  upload: post(adm('/screening/list'), {
    summary:
      'Replaces the list: CSV with the columns name, birth date, list, entry id. All investors are screened again',
    access: 'admin:verify',
    status: 201,
    idempotent: true,
    body: withReason(Type.Object({})),
    twoPairs: {},
    upload: { field: 'file', maxFile: LIST_MAX, tooLarge: 'The list may have at most 10 MB' },
    response: Type.Object({ screening: ScreeningState }),
    problems: ['conflict'],
  }),
}
