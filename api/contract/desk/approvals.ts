/** Approval requests, decided by a second administrator. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adminPath, csvExport, ListQuery } from '#contract/admin-endpoint'
import { Amount } from '#contract/amount-schema'
import { APPROVAL_REASON_MAX, approvalRulePermissions } from '#contract/approval-rule'
import { CashEffect } from '#contract/cash/overdraft'
import { CalendarDay, Units } from '#contract/catalog/series'
import { ScreeningMatch, WATCHLIST_CHANGES_MAX } from '#contract/compliance/admin-screening'
import { BULK_TIMEOUT_MS, get, put } from '#contract/endpoint'
import {
  DISTRIBUTIONS_MAX,
  Distribution,
  DistributionPreviewLine,
  HeldBack,
} from '#contract/holdings/admin-register'
import { ExtendObject, Id, MultilineText, Nullable, StringEnum, Timestamp } from '#contract/schema-builders'
import { approvalStatuses } from '#shared/enums/approvals'
import { screeningStatuses } from '#shared/enums/screening'

/** Maximum payments of a distribution that an approval request shows, largest first. */
export const PAYMENTS_SHOWN = 50

/** An administrator in a list. */
const By = Type.Object({ id: Id(), username: Type.String() })

/** One record that an approval request changes. */
const Change = Type.Object({
  action: Type.String({ examples: ['transaction.delete'] }),
  entity: Type.String({ examples: ['transaction'] }),
  entity_id: Nullable(Id(), { description: 'Null if the record does not exist yet' }),
  before: Type.Unknown({ description: 'Null if the record does not exist yet' }),
  after: Type.Unknown({ description: 'Null if the record is deleted' }),
})

/** The person or series that an approval request concerns, under the current name. */
const Subject = Type.Object({
  kind: StringEnum(['user', 'admin', 'visitor', 'series'] as const),
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
})

/** How many names a watchlist adds or removes, and the first of them. */
const ChangedNames = Type.Object({
  count: Type.Integer(),
  names: Type.Array(
    Type.Object({
      list: Type.String(),
      entry_id: Type.String(),
      name: Type.String(),
      birth_date: Type.String({ description: 'Empty if unknown' }),
    }),
    { maxItems: WATCHLIST_CHANGES_MAX },
  ),
})

/** What a new watchlist changes compared with the one in force when approval was requested. */
const ListChanges = Type.Object({ added: ChangedNames, removed: ChangedNames })
export type WatchlistChanges = Static<typeof ListChanges>

export const ApprovalRequest = ExtendObject(Change, {
  id: Id(),
  subject: Nullable(Subject),
  reason: Type.String(),
  sum_of_day: Nullable(Amount(), {
    description:
      'Total recorded by the requester within 24 hours without dual approval, for the investor or as withdrawals and fees of all investors, including this change; null if this change alone requires dual approval',
  }),
  list_changes: Nullable(ListChanges, {
    description:
      'Names added and removed by a watchlist upload; null for other requests and, in lists, once decided',
  }),
  proposed_by: By,
  proposed_at: Timestamp(),
  expires_at: Timestamp(),
  state: StringEnum(approvalStatuses),
  decided_by: Nullable(By, { description: 'Null while pending or if not decided by an administrator' }),
  decided_at: Nullable(Timestamp()),
  decision_reason: Type.String(),
  rows: Type.Integer({ description: 'Number of records changed' }),
  concerns: Type.Array(Type.String({ examples: ['transaction:7'] }), {
    description: 'Records that show an “Awaiting approval” badge',
  }),
  is_own: Type.Boolean({ description: 'Whether requested by the caller, who can only withdraw it' }),
  can_decide: Type.Boolean({ description: 'Whether pending and the caller can approve or reject it' }),
  has_file: Type.Boolean(),
})
export type ApprovalRequest = Static<typeof ApprovalRequest>

/** An approval request with all its records. */
export const ApprovalRequestDetail = ExtendObject(ApprovalRequest, {
  changes: Type.Array(ExtendObject(Change, { subject: Nullable(Subject) })),
  people: Type.Array(
    Type.Object({
      id: Id(),
      name: Type.String(),
      is_active: Type.Boolean(),
      is_verified: Type.Boolean(),
      by_hand: Type.Boolean({ description: 'Manually verified, without a review' }),
      screening: StringEnum(screeningStatuses),
    }),
    { description: 'Investors concerned, with their current status' },
  ),
  holdings: Type.Array(
    Type.Object({
      user_id: Id(),
      name: Type.String(),
      symbol: Type.String(),
      units: Type.String({ description: 'Current units' }),
      units_after: Type.String({ description: 'Units after approval' }),
    }),
    { description: 'Holdings affected; empty once decided' },
  ),
  cash: Type.Array(CashEffect, {
    description:
      'Cash of investors before and after: current while the request is pending, otherwise as of the request. Up to 50, overdrawn first',
  }),
  payments: Nullable(
    Type.Object({
      record_date: CalendarDay(),
      is_day_over: Type.Boolean({ description: 'Whether the record date has ended (UTC)' }),
      earlier: Type.Array(Distribution, {
        maxItems: DISTRIBUTIONS_MAX,
        description:
          'Distributions already booked for the same record date, newest first, including reversed ones; this one is paid in addition',
      }),
      lines: Type.Array(
        ExtendObject(DistributionPreviewLine, {
          balance: Amount({ description: 'Current cash balance' }),
          balance_after: Amount({ description: 'Cash balance after approval' }),
        }),
        { maxItems: PAYMENTS_SHOWN },
      ),
      holders: Type.Integer({ description: 'Number of holders to be paid, including those not in `lines`' }),
      disabled: Type.Integer({ description: 'Number of these with an inactive account' }),
      total: Amount(),
      held_back: Type.Array(HeldBack),
    }),
    { description: 'Payments of a distribution; null for other requests and once decided' },
  ),
  price: Nullable(
    Type.Object({
      symbol: Type.String(),
      units: Units(),
      amount: Amount({ description: 'Proceeds paid for the units, or reclaimed by a correction' }),
      per_unit: Amount({ description: 'amount ÷ units, to the cent' }),
      unit_value: Nullable(Amount(), {
        description: 'Current unit value; null without a valuation, as are the fields below',
      }),
      as_of: Nullable(CalendarDay(), { description: 'Date of the unit value' }),
      value: Nullable(Amount(), { description: 'units × unit_value' }),
      deviation_percent: Nullable(Type.String({ examples: ['-12.5'] }), {
        description:
          'Difference between price and unit value in percent; also null if the unit value is zero',
      }),
      is_far: Type.Boolean({ description: 'Whether the price differs from the unit value by more than 20%' }),
    }),
    {
      description: 'Redemption price compared with the unit value; null for other requests and once decided',
    },
  ),
  revaluation: Nullable(
    Type.Object({
      symbol: Type.String(),
      units: Type.String({ description: 'Units in issue' }),
      holders: Type.Integer(),
      value: Nullable(Amount(), { description: 'Current value of all holdings; null without a valuation' }),
      value_after: Nullable(Amount(), { description: 'Value after approval' }),
    }),
    { description: 'Effect of a valuation on all holdings; null for other requests and once decided' },
  ),
  hit: Nullable(ScreeningMatch, {
    description:
      'Screening match concerned, in its current state; null for other requests and without permission for screening matches',
  }),
  email_dispute: Nullable(
    Type.Object({
      former_email: Type.String({ description: 'Previous address, which disputes the change' }),
      present_email: Type.String(),
      cash: Nullable(Amount(), {
        description: 'Current cash balance of the account; null for an administrator',
      }),
      holdings: Type.Array(Type.Object({ symbol: Type.String(), units: Type.String() })),
    }),
    {
      description:
        'Email dispute concerned; null for other requests, once decided, and without permission for disputes',
    },
  ),
  file: Nullable(Type.Object({ name: Type.String(), size: Type.Integer(), sha256: Type.String() })),
})
export type ApprovalRequestDetail = Static<typeof ApprovalRequestDetail>

const filters = { state: Type.Optional(StringEnum(approvalStatuses)) }
const params = Type.Object({ id: Id() })

export const approvals = {
  list: get(adminPath('/approvals'), {
    summary: 'List approval requests; search covers requester, action and reason',
    access: 'admin:read',
    query: ListQuery(['-proposed_at', 'expires_at', 'action', 'state'], filters),
    response: Type.Object({
      approvals: Type.Array(ApprovalRequest),
      pagination: AdminPagination,
      two_pairs: Type.Object({
        is_on: Type.Boolean({ description: 'Whether dual approval is enabled' }),
        rests_for: Type.Array(StringEnum(approvalRulePermissions), {
          description: 'Changes that do not require dual approval because there is no second approver',
        }),
      }),
    }),
  }),
  exportCsv: get(
    adminPath('/approvals/export'),
    csvExport('admin:read', 'Approval requests, newest first,', filters),
  ),
  get: get(adminPath('/approvals/:id'), {
    summary: 'Retrieve an approval request with all records before and after',
    access: 'admin:read',
    // This calculates every payment of a distribution awaiting approval.
    timeLimit: BULK_TIMEOUT_MS,
    params,
    response: Type.Object({ approval: ApprovalRequestDetail }),
    problems: ['not_found'],
  }),
  download: get(adminPath('/approvals/:id/file'), {
    summary: 'Download the file of a pending approval request',
    access: 'admin:read',
    params,
    response: { raw: 'application/pdf' },
    problems: ['not_found'],
  }),
  decide: put(adminPath('/approvals/:id'), {
    summary:
      'Approve a request from another administrator (the change is then made), reject it, or withdraw your own',
    access: 'admin:approve',
    stepUp: 'approving',
    confirms: 'Approve a change requested by another administrator',
    timeLimit: BULK_TIMEOUT_MS,
    params,
    body: Type.Object({
      action: StringEnum(['approve', 'refuse', 'withdraw'] as const),
      reason: Type.Optional(
        MultilineText(APPROVAL_REASON_MAX, { minLength: 0, description: 'Required when rejecting' }),
      ),
    }),
    response: Type.Object({
      approval: ApprovalRequest,
      result: Type.Optional(Type.Unknown({ description: 'Response of the approved change' })),
    }),
    problems: ['conflict', 'stale_write', 'not_verified'],
  }),
}
