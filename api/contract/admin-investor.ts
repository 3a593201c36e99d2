/** Everything about one investor: an overview, and one timeline over all records. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  evidenceItems,
  riskRatings,
  verificationKinds,
  verificationStates,
} from '#shared/enums/verifications'
import { OpenSessionOfInvestor } from './account-activity.ts'
import { AdminPagination, adm } from './admin.ts'
import { By } from './admin-notes.ts'
import { AdminPortfolio, DerivedPortfolio } from './admin-portfolios.ts'
import { ScreeningMatch } from './admin-screening.ts'
import { ListedUser } from './admin-users.ts'
import { Amount } from './amounts.ts'
import { get } from './endpoint.ts'
import { UnitHolding } from './holdings.ts'
import { Cash, LowestCash } from './overdraft.ts'
import { CalendarDate, Extended, Id, Nullable, OneOf, Timestamp } from './schema.ts'
import { Subscription } from './subscriptions.ts'

export const timelineKinds = [
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
export type TimelineKind = (typeof timelineKinds)[number]

/** Entries on a page of the timeline, and those that can be reached page by page; `to` goes further back. */
export const TIMELINE_PAGE = 25
export const TIMELINE_REACH = 1_000

export const TimelineEntry = Type.Object({
  at: Timestamp(),
  kind: OneOf(timelineKinds),
  title: Type.String(),
  detail: Type.String(),
  by: By,
  link: Type.String({ description: 'Query of the panel; empty where there is nothing to open' }),
})
export type TimelineEntry = Static<typeof TimelineEntry>

const Money = Type.Object({
  deposited: Amount({ description: 'Completed deposits' }),
  withdrawn: Amount({ description: 'Completed withdrawals' }),
  transactions: Type.Integer(),
  cash: Amount(),
  holdings: Type.Array(UnitHolding),
  total: Amount({ description: 'Cash and the value of the holdings' }),
  portfolio: Nullable(AdminPortfolio),
  derived: DerivedPortfolio,
  subscriptions: Type.Array(Subscription, { maxItems: 200, description: 'Newest first' }),
})

const Verification = Type.Object({
  state: OneOf(verificationStates),
  kind: OneOf(verificationKinds),
  risk: Nullable(OneOf(riskRatings)),
  submitted_at: Nullable(Timestamp()),
  verified_until: Nullable(CalendarDate()),
  hand_reason: Nullable(Type.String(), {
    description: 'Why `is_verified` was set by hand, empty without a reason; null where it was not',
  }),
  open_hits: Type.Integer({ description: 'Hits of the screening that wait for a decision' }),
  open_hit_names: Type.Array(Type.String(), { description: 'The names that were compared for these hits' }),
  matches: Type.Array(ScreeningMatch, { description: 'Entries of lists that the investor is' }),
})

/** The newest documents that an investor acknowledged, and the newest open items of the desk, in an overview. */
export const DOCUMENTS_SHOWN = 5
export const DESK_SHOWN = 5

const Documents = Type.Object({
  acknowledged: Type.Integer({ description: 'Documents of series that were acknowledged' }),
  newest: Type.Array(
    Type.Object({
      subscription_id: Id(),
      title: Type.String(),
      version: Type.Integer(),
      acknowledged_at: Timestamp(),
    }),
    { maxItems: DOCUMENTS_SHOWN },
  ),
  evidence: Type.Array(
    Type.Object({
      item: OneOf(evidenceItems),
      files: Type.Integer(),
      last: Timestamp(),
    }),
    {
      description:
        'Files of evidence by item, with the time of the newest; what is in them is behind the verification',
    },
  ),
})

const Desk = Type.Object({
  tickets: Type.Integer({ description: 'Open or in progress' }),
  calls: Type.Integer({ description: 'Pending or in progress' }),
  chats: Type.Integer({ description: 'Open' }),
  newest: Type.Array(
    Type.Object({
      kind: OneOf(['ticket', 'call', 'chat'] as const),
      reference: Type.String({ examples: ['T-000123'] }),
      title: Type.String(),
      status: OneOf(['open', 'in_progress', 'pending'] as const),
      due: Nullable(Timestamp(), { description: 'The next target that is open' }),
      created_at: Timestamp(),
      link: Type.String({ description: 'Query of the panel' }),
    }),
    { maxItems: DESK_SHOWN },
  ),
})

export const InvestorOverview = Type.Object({
  user: ListedUser,
  account_number: Type.String(),
  email_confirmed: Type.Boolean({ description: 'Whether the mailbox was shown to be the investor’s' }),
  money: Nullable(Money, { description: 'Null for roles that may not read money' }),
  verification: Nullable(Verification, { description: 'Null for roles that may not read verifications' }),
  documents: Nullable(Documents, { description: 'Null for roles that may not read subscriptions' }),
  desk: Desk,
  sessions: Type.Array(OpenSessionOfInvestor),
})
export type InvestorOverview = Static<typeof InvestorOverview>

const params = Type.Object({ id: Id() })

export const adminInvestor = {
  overview: get(adm('/users/:id/overview'), {
    summary: 'An investor with holdings, subscriptions, portfolio and open sessions',
    access: 'admin:read_desk',
    params,
    response: Type.Object({ investor: InvestorOverview }),
    problems: ['not_found'],
  }),
  cash: get(adm('/users/:id/cash'), {
    summary:
      'The cash of an investor, what of it is reserved, and the lowest balance at the end of the days in a range',
    access: 'admin:read',
    params,
    query: Type.Object({
      from: Type.Optional(CalendarDate({ description: 'The first day (UTC); without one, no `lowest`' })),
      to: Type.Optional(CalendarDate({ description: 'The last day; without one, today' })),
    }),
    response: Extended(Cash, { lowest: Type.Optional(LowestCash) }),
    problems: ['not_found'],
  }),
  timeline: get(adm('/users/:id/timeline'), {
    summary: 'What happened with an investor, newest first, of the kinds that the caller may see',
    access: 'admin:read_desk',
    params,
    query: Type.Object({
      kind: Type.Optional(OneOf(timelineKinds)),
      page: Type.Integer({ minimum: 1, maximum: TIMELINE_REACH, default: 1 }),
      limit: Type.Integer({ minimum: 1, maximum: 100, default: TIMELINE_PAGE }),
      to: Type.Optional(CalendarDate({ description: 'Nothing after the end of this day (UTC)' })),
    }),
    response: Type.Object({
      entries: Type.Array(TimelineEntry, { maxItems: 100 }),
      pagination: Type.Object(AdminPagination.properties, {
        description: `\`total\` counts up to ${TIMELINE_REACH} entries`,
      }),
    }),
    problems: ['not_found'],
  }),
}
