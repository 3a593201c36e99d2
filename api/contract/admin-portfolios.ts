import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { activityTypes } from '#shared/enums/portfolios'
import { screeningStands } from '#shared/enums/screening'
import { AdminPagination, adm, basedOn, csvFile, Done, EditOf, ListQuery } from './admin.ts'
import { Amount, AmountIn, DecimalIn } from './amounts.ts'
import { get, post, put, remove } from './endpoint.ts'
import { DayOrInstant, Id, Line, Maybe, OneOf, Text, Timestamp } from './schema.ts'
import { TOKEN_SYMBOL_MAX } from './tokens.ts'
import { OnlyReason, withReason } from './two-pairs.ts'

/** The recent activities that the panel shows. */
export const ACTIVITIES_SHOWN = 20

export const AdminPortfolio = Type.Object({
  id: Id(),
  user_id: Id(),
  total_value: Amount(),
  total_invested: Amount(),
  total_gains: Amount(),
  active_investments: Type.Integer(),
  pending_investments: Type.String({ description: 'Symbol of the requested token, or `none`' }),
  performance: Type.Number({ description: 'Percent, four decimals at most' }),
  is_recorded: Type.Boolean({
    description: 'False while no administrator has entered figures: then the investor sees the derived ones',
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type AdminPortfolio = Static<typeof AdminPortfolio>

/** What ledger, register and valuations give for an investor, whether or not figures were entered. */
export const DerivedPortfolio = Type.Object({
  user_id: Id(),
  total_value: Amount(),
  total_invested: Amount(),
  total_withdrawn: Amount({ description: 'Value = invested − withdrawn + gains' }),
  total_gains: Amount(),
  active_investments: Type.Integer(),
  performance: Type.Number({ description: 'Percent, four decimals at most' }),
})
export type DerivedPortfolio = Static<typeof DerivedPortfolio>

/** The owner of a portfolio. */
const PortfolioUser = Type.Object({
  id: Id(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  is_verified: Type.Boolean(),
})
export type PortfolioUser = Static<typeof PortfolioUser>

/** Sums stored by the platform are below 10^15. */
const total = (name: string, range: 'not negative' | 'any') =>
  DecimalIn({ name, digits: 15, range }, { default: '0' })

export const PortfolioValues = Type.Object({
  total_value: total('Total value', 'not negative'),
  total_invested: total('Total invested', 'not negative'),
  total_gains: total('Total gains', 'any'),
  active_investments: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
  pending_investments: Maybe(Line(TOKEN_SYMBOL_MAX)),
  performance: DecimalIn(
    { name: 'Performance', digits: 8, decimals: 4, range: 'any' },
    { default: '0', examples: ['12.5'] },
  ),
})
export type PortfolioValues = Static<typeof PortfolioValues>

export const PortfolioBody = Type.Object({ user_id: Id(), ...PortfolioValues.properties })
export type PortfolioBody = Static<typeof PortfolioBody>
const PortfolioEdit = Type.Object({
  ...EditOf(PortfolioValues).properties,
  corrects_last_point: Type.Optional(
    Type.Boolean({
      description:
        'Corrects a mistake: the last point in the value chart takes these figures and keeps its time',
    }),
  ),
})
export type PortfolioEdit = Static<typeof PortfolioEdit>

export const AdminActivity = Type.Object({
  id: Id(),
  user_id: Id(),
  user: Type.Object({ first_name: Type.String(), last_name: Type.String(), email: Type.String() }),
  activity_date: Timestamp(),
  description: Type.String(),
  net_growth: Amount(),
  balance: Amount(),
  type: OneOf(activityTypes),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type AdminActivity = Static<typeof AdminActivity>

const activityFields = Type.Object({
  activity_date: DayOrInstant(),
  description: Text(),
  net_growth: AmountIn('Net growth', 'any', { default: '0' }),
  balance: total('Balance', 'not negative'),
  type: OneOf(activityTypes, { default: 'activity' }),
})
export const ActivityBody = Type.Object({ user_id: Id(), ...activityFields.properties })
export type ActivityBody = Static<typeof ActivityBody>
const ActivityEdit = EditOf(activityFields)
export type ActivityEdit = Static<typeof ActivityEdit>

export const PendingRequest = Type.Object({
  portfolio_id: Id(),
  user_id: Id(),
  user_name: Type.String(),
  user_email: Type.String(),
  is_active: Type.Boolean(),
  is_verified: Type.Boolean(),
  by_hand: Type.Boolean({ description: 'Whether `is_verified` was set last by hand, without a review' }),
  screening: OneOf(screeningStands, { description: 'While a hit waits, nothing is approved' }),
  pending_investments: Type.String({ description: 'Symbol of the requested token' }),
  token_name: Type.String({ description: 'Empty when the token was deleted' }),
  last_updated: Timestamp(),
  total_value: Amount(),
  total_invested: Amount(),
  active_investments: Type.Integer(),
  updated_at: Timestamp(),
})
export type PendingRequest = Static<typeof PendingRequest>

export const RequestDecision = Type.Object({
  action: OneOf(['approve', 'reject']),
  reason: Type.Optional(
    Text(1000, {
      minLength: 0,
      description:
        'Of a rejection: the investor reads it. Of an approval: kept in the audit log, where the investor is on a list needed, and never read by the investor',
    }),
  ),
  ...basedOn,
})

export const portfolioFilters = ['all', 'active', 'none'] as const
const params = Type.Object({ id: Id() })

/**
 * A second administrator approves a large change of figures that investors see, entered or derived, and all figures that
 * differ from derived ones.
 */
const twoPairs = {
  changes: ['total_value', 'total_invested', 'total_gains'],
  countsWhile: 'is_recorded',
  otherwise: 'derived',
  always: ['calculated_value'],
} as const

/** The same of the figures of an activity, which investors see too. */
const twoPairsOfActivity = { changes: ['net_growth', 'balance'] } as const

const holderFilters = {
  filter: OneOf(portfolioFilters, {
    default: 'all',
    description: '`active`: with a portfolio; `none`: without one',
  }),
}
const activityFilters = { user_id: Type.Optional(Id()) }

export const adminPortfolios = {
  management: get(adm('/portfolio/management'), {
    summary: 'A page of the investors, and the portfolios of those on it',
    access: 'admin:read',
    query: ListQuery(['last_name', 'email', 'created_at'], holderFilters),
    response: Type.Object({
      users: Type.Array(PortfolioUser),
      portfolios: Type.Array(AdminPortfolio),
      derived: Type.Array(DerivedPortfolio, { description: 'Of each of the users' }),
      pagination: AdminPagination,
    }),
  }),
  exportCsv: get(
    adm('/portfolio/export'),
    csvFile('admin:read', 'The investors with their portfolios, newest first,', holderFilters),
  ),
  create: post(adm('/portfolio'), {
    summary: 'Gives an investor a portfolio',
    access: 'admin:money',
    body: withReason(PortfolioBody),
    twoPairs,
    response: Type.Object({ portfolio: AdminPortfolio }),
    status: 201,
    idempotent: true,
    problems: ['conflict'],
  }),
  read: get(adm('/portfolio/:id'), {
    summary: 'One portfolio',
    access: 'admin:read',
    params,
    response: Type.Object({ portfolio: AdminPortfolio }),
    problems: ['not_found'],
  }),
  updateValues: put(adm('/portfolio/:id/values'), {
    summary: 'Changes the given figures of a portfolio',
    access: 'admin:money',
    params,
    body: withReason(PortfolioEdit),
    twoPairs,
    response: Type.Object({ portfolio: AdminPortfolio }),
    problems: ['not_found', 'stale_write'],
  }),
  useDerived: remove(adm('/portfolio/:id/values'), {
    summary: 'Goes back to derived figures: those that were entered are no longer shown to the investor',
    access: 'admin:money',
    params,
    body: OnlyReason,
    twoPairs,
    response: Type.Object({ portfolio: AdminPortfolio }),
    problems: ['not_found'],
  }),
  remove: remove(adm('/portfolio/:id'), {
    summary: 'Deletes a portfolio with its history and its request',
    access: 'admin:money',
    params,
    body: OnlyReason,
    twoPairs,
    response: Done,
    problems: ['not_found'],
  }),
  activities: get(adm('/recent-activities'), {
    summary: 'A page of the recent activities of all investors, newest first',
    access: 'admin:read',
    query: ListQuery(['-activity_date', 'created_at'], activityFilters, ACTIVITIES_SHOWN),
    response: Type.Object({ activities: Type.Array(AdminActivity), pagination: AdminPagination }),
  }),
  exportActivities: get(
    adm('/recent-activities/export'),
    csvFile('admin:read', 'The activities, newest first,', activityFilters),
  ),
  createActivity: post(adm('/recent-activities'), {
    summary: 'Adds an activity to an investor',
    access: 'admin:money',
    body: withReason(ActivityBody),
    twoPairs: twoPairsOfActivity,
    response: Type.Object({ activity: AdminActivity }),
    status: 201,
    idempotent: true,
  }),
  readActivity: get(adm('/recent-activities/:id'), {
    summary: 'One activity',
    access: 'admin:read',
    params,
    response: Type.Object({ activity: AdminActivity }),
    problems: ['not_found'],
  }),
  updateActivity: put(adm('/recent-activities/:id'), {
    summary: 'Changes the given fields of an activity',
    access: 'admin:money',
    params,
    body: withReason(ActivityEdit),
    twoPairs: twoPairsOfActivity,
    response: Type.Object({ activity: AdminActivity }),
    problems: ['not_found', 'stale_write'],
  }),
  removeActivity: remove(adm('/recent-activities/:id'), {
    summary: 'Deletes an activity',
    access: 'admin:money',
    params,
    body: OnlyReason,
    twoPairs: twoPairsOfActivity,
    response: Done,
    problems: ['not_found'],
  }),
  pending: get(adm('/portfolio/pending-tokens'), {
    summary: 'A page of the pending investment requests, oldest first',
    access: 'admin:read',
    query: ListQuery(['last_updated', 'user_name', 'pending_investments'], {}),
    response: Type.Object({ requests: Type.Array(PendingRequest), pagination: AdminPagination }),
  }),
  exportPending: get(
    adm('/portfolio/pending-tokens/export'),
    csvFile('admin:read', 'The pending investment requests, oldest first,', {}),
  ),
  decide: put(adm('/portfolio/:id/pending-token'), {
    summary:
      'Approves or rejects the request of the investor with this id, who is notified, of a rejection with its reason',
    access: 'admin:money',
    params,
    body: RequestDecision,
    twoPairs: { actions: ['investment.approve'], fields: ['despite_list'], reason: 'own' },
    response: Type.Object({ portfolio: AdminPortfolio }),
    problems: ['not_found', 'conflict', 'not_verified', 'stale_write'],
  }),
}
