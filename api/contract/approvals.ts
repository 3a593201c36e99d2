/** Proposals that need a second administrator. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { approvalStates } from '#shared/enums/approvals'
import { screeningStands } from '#shared/enums/screening'
import { AdminPagination, adm, csvFile, ListQuery } from './admin.ts'
import { DISTRIBUTIONS_MAX, Distribution, DistributionLine, HeldBack } from './admin-register.ts'
import { ScreeningHit } from './admin-screening.ts'
import { Amount } from './amounts.ts'
import { BULK_TIME_LIMIT, get, put } from './endpoint.ts'
import { CashEffect } from './overdraft.ts'
import { Extended, Id, Nullable, OneOf, Text, Timestamp } from './schema.ts'
import { Day, Units } from './series.ts'
import { REASON_MAX, twoPairsPermissions } from './two-pairs.ts'

/** Most names of a list that a proposal shows of those that come, and of those that go. */
export const CHANGED_NAMES_MAX = 50

/** Most payments of a distribution that a proposal shows, largest first. */
export const PAYMENTS_SHOWN = 50

/** An administrator in a list. */
const By = Type.Object({ id: Id(), username: Type.String() })

/** One row that a proposal changes. */
const Change = Type.Object({
  action: Type.String({ examples: ['transaction.delete'] }),
  entity: Type.String({ examples: ['transaction'] }),
  entity_id: Nullable(Id(), { description: 'Null where the row does not exist yet' }),
  before: Type.Unknown({ description: 'Null where the row does not exist yet' }),
  after: Type.Unknown({ description: 'Null where the row is deleted' }),
})

/** The person or the series that a proposal is about, by the current name. */
const Subject = Type.Object({
  kind: OneOf(['user', 'admin', 'visitor', 'series'] as const),
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
})

/** How many names of a screening list come or go, and the first of them. */
const ChangedNames = Type.Object({
  count: Type.Integer(),
  names: Type.Array(
    Type.Object({
      list: Type.String(),
      entry_id: Type.String(),
      name: Type.String(),
      birth_date: Type.String({ description: 'Empty when unknown' }),
    }),
    { maxItems: CHANGED_NAMES_MAX },
  ),
})

/** What a screening list changes, compared with the list in force when it was proposed. */
const ListChanges = Type.Object({ added: ChangedNames, removed: ChangedNames })
export type ListChanges = Static<typeof ListChanges>

export const Approval = Extended(Change, {
  id: Id(),
  subject: Nullable(Subject),
  reason: Type.String(),
  sum_of_day: Nullable(Amount(), {
    description:
      'What the requester recorded alone within 24 hours, for the investor or as withdrawals and fees of all investors, including this; null where this needs approval on its own',
  }),
  list_changes: Nullable(ListChanges, {
    description:
      'The names that come and go with a screening list; null of others, and in lists once it is decided',
  }),
  proposed_by: By,
  proposed_at: Timestamp(),
  expires_at: Timestamp(),
  state: OneOf(approvalStates),
  decided_by: Nullable(By, { description: 'Null while it waits, and where no administrator decided' }),
  decided_at: Nullable(Timestamp()),
  decision_reason: Type.String(),
  rows: Type.Integer({ description: 'How many rows it changes' }),
  concerns: Type.Array(Type.String({ examples: ['transaction:7'] }), {
    description: 'The rows beside which the panel shows that it waits',
  }),
  is_own: Type.Boolean({ description: 'Proposed by the caller, who can only withdraw it' }),
  can_decide: Type.Boolean({ description: 'It waits, and the caller could make the write' }),
  has_file: Type.Boolean(),
})
export type Approval = Static<typeof Approval>

/** A proposal with all its rows. */
export const ApprovalDetail = Extended(Approval, {
  changes: Type.Array(Extended(Change, { subject: Nullable(Subject) })),
  people: Type.Array(
    Type.Object({
      id: Id(),
      name: Type.String(),
      is_active: Type.Boolean(),
      is_verified: Type.Boolean(),
      by_hand: Type.Boolean({ description: 'Verified by hand, without a review' }),
      screening: OneOf(screeningStands),
    }),
    { description: 'The investors that it concerns, with their standing now' },
  ),
  holdings: Type.Array(
    Type.Object({
      user_id: Id(),
      name: Type.String(),
      symbol: Type.String(),
      units: Type.String({ description: 'Now' }),
      units_after: Type.String({ description: 'Once it is approved' }),
    }),
    { description: 'The units of the holders that it moves; empty once it is decided' },
  ),
  cash: Type.Array(CashEffect, {
    description:
      'The cash of investors before and after: as it is now while the proposal waits, else as it was proposed. At most 50, those below zero first',
  }),
  payments: Nullable(
    Type.Object({
      record_date: Day(),
      is_day_over: Type.Boolean({ description: 'Whether the record date is over now (UTC)' }),
      earlier: Type.Array(Distribution, {
        maxItems: DISTRIBUTIONS_MAX,
        description:
          'Distributions of the same record date that are booked already, newest first, reversed ones included: this one is paid in addition',
      }),
      lines: Type.Array(
        Extended(DistributionLine, {
          balance: Amount({ description: 'Cash now' }),
          balance_after: Amount({ description: 'Cash once it is approved' }),
        }),
        { maxItems: PAYMENTS_SHOWN },
      ),
      holders: Type.Integer({ description: 'Who are paid, also those beyond `lines`' }),
      disabled: Type.Integer({ description: 'How many of them have a disabled account' }),
      total: Amount(),
      held_back: Type.Array(HeldBack),
    }),
    { description: 'Whom a distribution pays; null of others, and once it is decided' },
  ),
  price: Nullable(
    Type.Object({
      symbol: Type.String(),
      units: Units(),
      amount: Amount({ description: 'What is paid for the units, or taken back by a correction' }),
      per_unit: Amount({ description: 'amount ÷ units, to the cent' }),
      unit_value: Nullable(Amount(), { description: 'Now; null without a valuation, like what follows' }),
      as_of: Nullable(Day(), { description: 'The day of the unit value' }),
      value: Nullable(Amount(), { description: 'units × unit_value' }),
      deviation_percent: Nullable(Type.String({ examples: ['-12.5'] }), {
        description: 'How far the price is from the unit value; null too where that is zero',
      }),
      is_far: Type.Boolean({ description: 'More than 20% away from the unit value' }),
    }),
    {
      description:
        'What units are redeemed for, beside the unit value; null of others, and once it is decided',
    },
  ),
  revaluation: Nullable(
    Type.Object({
      symbol: Type.String(),
      units: Type.String({ description: 'In issue' }),
      holders: Type.Integer(),
      value: Nullable(Amount(), { description: 'Of all holdings now; null without a valuation' }),
      value_after: Nullable(Amount(), { description: 'Once it is approved' }),
    }),
    { description: 'What a valuation makes of all holdings; null of others, and once it is decided' },
  ),
  hit: Nullable(ScreeningHit, {
    description: 'The hit that it decides, as it is now; null of others, and without the permission for hits',
  }),
  email_dispute: Nullable(
    Type.Object({
      former_email: Type.String({ description: 'The address that disputes the change' }),
      present_email: Type.String(),
      cash: Nullable(Amount(), { description: 'What the account holds now; null of an administrator' }),
      holdings: Type.Array(Type.Object({ symbol: Type.String(), units: Type.String() })),
    }),
    {
      description:
        'The dispute that it resolves; null of others, once it is decided, and without the permission for disputes',
    },
  ),
  file: Nullable(Type.Object({ name: Type.String(), size: Type.Integer(), sha256: Type.String() })),
})
export type ApprovalDetail = Static<typeof ApprovalDetail>

const filters = { state: Type.Optional(OneOf(approvalStates)) }
const params = Type.Object({ id: Id() })

export const approvals = {
  list: get(adm('/approvals'), {
    summary: 'Proposals that need a second administrator; search covers who proposed, action and reason',
    access: 'admin:read',
    query: ListQuery(['-proposed_at', 'expires_at', 'action', 'state'], filters),
    response: Type.Object({
      approvals: Type.Array(Approval),
      pagination: AdminPagination,
      two_pairs: Type.Object({
        is_on: Type.Boolean({ description: 'Whether this installation has the rule' }),
        rests_for: Type.Array(OneOf(twoPairsPermissions), {
          description: 'What the caller changes alone: no second active administrator could approve it',
        }),
      }),
    }),
  }),
  exportCsv: get(adm('/approvals/export'), csvFile('admin:read', 'The proposals, newest first,', filters)),
  read: get(adm('/approvals/:id'), {
    summary: 'One proposal with every row before and after',
    access: 'admin:read',
    // It works out every payment of a distribution that waits.
    timeLimit: BULK_TIME_LIMIT,
    params,
    response: Type.Object({ approval: ApprovalDetail }),
    problems: ['not_found'],
  }),
  file: get(adm('/approvals/:id/file'), {
    summary: 'The file of a proposal that waits',
    access: 'admin:read',
    params,
    response: { raw: 'application/pdf' },
    problems: ['not_found'],
  }),
  decide: put(adm('/approvals/:id'), {
    summary:
      'Approves a proposal of another administrator, which makes the write, refuses it, or withdraws an own one',
    access: 'admin:approve',
    stepUp: 'approving',
    confirms: 'Approve what another administrator proposes',
    timeLimit: BULK_TIME_LIMIT,
    params,
    body: Type.Object({
      action: OneOf(['approve', 'refuse', 'withdraw'] as const),
      reason: Type.Optional(Text(REASON_MAX, { minLength: 0, description: 'Of a refusal, which needs one' })),
    }),
    response: Type.Object({
      approval: Approval,
      result: Type.Optional(Type.Unknown({ description: 'What the approved write responds' })),
    }),
    problems: ['conflict', 'stale_write', 'not_verified'],
  }),
}
