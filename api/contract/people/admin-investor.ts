/** Everything about one investor: an overview, and one timeline across all records. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { AdminPagination, adminPath } from '#contract/admin-endpoint'
import { Amount } from '#contract/amount-schema'
import { Cash, LowestCash } from '#contract/cash/overdraft'
import { ConfirmedMatch } from '#contract/compliance/admin-screening'
import { get } from '#contract/endpoint'
import { UnitHolding } from '#contract/holdings/holdings'
import { Subscription } from '#contract/holdings/subscriptions'
import { InvestorSession } from '#contract/identity/account-activity'
import { AdminPortfolio, CalculatedPortfolio } from '#contract/portfolio/admin-portfolios'
import { CalendarDate, ExtendObject, Id, Nullable, StringEnum, Timestamp } from '#contract/schema-builders'
import {
  accountHolderTypes,
  evidenceItems,
  riskRatings,
  verificationStatuses,
} from '#shared/enums/verifications'
import { AdministratorReference } from './admin-notes.ts'
import { UserListItem } from './admin-users.ts'

export const timelineEntryTypes = [
  'transaction',
  'subscription',
  'register',
  'portfolio',
  'document',
  'sign_in',
  'account',
  'notification',
  'mail',
  'ticket',
  'call',
  'chat',
  'note',
  'verification',
  'approval',
  'audit',
] as const
export type TimelineEntryType = (typeof timelineEntryTypes)[number]

/** Page size of the timeline, and the number of entries reachable by paging; use `to` to go further back. */
export const TIMELINE_PAGE_SIZE = 25
export const TIMELINE_ENTRIES_MAX = 1_000

export const TimelineEntry = Type.Object({
  at: Timestamp(),
  kind: StringEnum(timelineEntryTypes),
  title: Type.String(),
  detail: Type.String(),
  by: AdministratorReference,
  link: Type.String({ description: 'Panel query string; empty if there is nothing to open' }),
})
export type TimelineEntry = Static<typeof TimelineEntry>

const Money = Type.Object({
  deposited: Amount({ description: 'Completed deposits' }),
  withdrawn: Amount({ description: 'Completed withdrawals' }),
  transactions: Type.Integer(),
  cash: Amount(),
  holdings: Type.Array(UnitHolding),
  total: Amount({ description: 'Cash balance plus value of holdings' }),
  portfolio: Nullable(AdminPortfolio),
  derived: CalculatedPortfolio,
  subscriptions: Type.Array(Subscription, { maxItems: 200, description: 'Newest first' }),
})

const Verification = Type.Object({
  state: StringEnum(verificationStatuses),
  kind: StringEnum(accountHolderTypes),
  risk: Nullable(StringEnum(riskRatings)),
  submitted_at: Nullable(Timestamp()),
  verified_until: Nullable(CalendarDate()),
  hand_reason: Nullable(Type.String(), {
    description: 'Reason for manual verification; empty if none was given, null if not manual',
  }),
  open_hits: Type.Integer({ description: 'Number of open screening matches' }),
  open_hit_names: Type.Array(Type.String(), { description: 'Names compared for these matches' }),
  matches: Type.Array(ConfirmedMatch, { description: 'Confirmed watchlist matches' }),
})

/** In an overview: the latest documents that the investor acknowledged, and the latest open support items. */
export const OVERVIEW_DOCUMENTS_MAX = 5
export const OVERVIEW_SUPPORT_ITEMS_MAX = 5

const Documents = Type.Object({
  acknowledged: Type.Integer({ description: 'Number of acknowledged series documents' }),
  newest: Type.Array(
    Type.Object({
      subscription_id: Id(),
      title: Type.String(),
      version: Type.Integer(),
      acknowledged_at: Timestamp(),
    }),
    { maxItems: OVERVIEW_DOCUMENTS_MAX },
  ),
  evidence: Type.Array(
    Type.Object({
      item: StringEnum(evidenceItems),
      files: Type.Integer(),
      last: Timestamp(),
    }),
    {
      description:
        'Evidence files by item, with the date of the latest; contents are available only in the verification',
    },
  ),
})

const Desk = Type.Object({
  tickets: Type.Integer({ description: 'Open or in progress' }),
  calls: Type.Integer({ description: 'Pending or in progress' }),
  chats: Type.Integer({ description: 'Open' }),
  newest: Type.Array(
    Type.Object({
      kind: StringEnum(['ticket', 'call', 'chat'] as const),
      reference: Type.String({ examples: ['T-000123'] }),
      title: Type.String(),
      status: StringEnum(['open', 'in_progress', 'pending'] as const),
      due: Nullable(Timestamp(), { description: 'Next open target' }),
      created_at: Timestamp(),
      link: Type.String({ description: 'Panel query string' }),
    }),
    { maxItems: OVERVIEW_SUPPORT_ITEMS_MAX },
  ),
})

export const InvestorOverview = Type.Object({
  user: UserListItem,
  account_number: Type.String(),
  email_confirmed: Type.Boolean({ description: 'Whether the email address has been confirmed' }),
  money: Nullable(Money, { description: 'Null for roles without access to transactions' }),
  verification: Nullable(Verification, { description: 'Null for roles without access to verifications' }),
  documents: Nullable(Documents, { description: 'Null for roles without access to subscriptions' }),
  desk: Desk,
  sessions: Type.Array(InvestorSession),
})
export type InvestorOverview = Static<typeof InvestorOverview>

const params = Type.Object({ id: Id() })

export const adminInvestor = {
  overview: get(adminPath('/users/:id/overview'), {
    summary: 'Retrieve an investor with holdings, subscriptions, portfolio and active sessions',
    access: 'admin:read_desk',
    params,
    response: Type.Object({ investor: InvestorOverview }),
    problems: ['not_found'],
  }),
  cash: get(adminPath('/users/:id/cash'), {
    summary:
      'Cash balance of an investor, the reserved amount, and the lowest end-of-day balance in a date range',
    access: 'admin:read',
    params,
    query: Type.Object({
      from: Type.Optional(CalendarDate({ description: 'First day (UTC); `lowest` is omitted without it' })),
      to: Type.Optional(CalendarDate({ description: 'Last day; defaults to today' })),
    }),
    response: ExtendObject(Cash, {
      lowest: Type.Optional(LowestCash),
      has_manual_figures: Type.Boolean({
        description:
          'Whether the figures of the portfolio are entered manually, so that bookings do not change them',
      }),
    }),
    problems: ['not_found'],
  }),
  timeline: get(adminPath('/users/:id/timeline'), {
    summary: 'Timeline of an investor, newest first, limited to events the caller may view',
    access: 'admin:read_desk',
    params,
    query: Type.Object({
      kind: Type.Optional(StringEnum(timelineEntryTypes)),
      page: Type.Integer({ minimum: 1, maximum: TIMELINE_ENTRIES_MAX, default: 1 }),
      limit: Type.Integer({ minimum: 1, maximum: 100, default: TIMELINE_PAGE_SIZE }),
      to: Type.Optional(CalendarDate({ description: 'Only events up to the end of this day (UTC)' })),
    }),
    response: Type.Object({
      entries: Type.Array(TimelineEntry, { maxItems: 100 }),
      pagination: Type.Object(AdminPagination.properties, {
        description: `\`total\` counts up to ${TIMELINE_ENTRIES_MAX} entries`,
      }),
    }),
    problems: ['not_found'],
  }),
}
