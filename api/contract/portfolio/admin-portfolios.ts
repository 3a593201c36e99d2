import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import {
  AdminPagination,
  adminPath,
  csvExport,
  EditBody,
  ListQuery,
  Success,
  versionGuard,
} from '#contract/admin-endpoint'
import { Amount, AmountField, DecimalField } from '#contract/amount-schema'
import { ApprovalReasonBody, type ApprovalRule, withApprovalReason } from '#contract/approval-rule'
import { TOKEN_SYMBOL_MAX } from '#contract/catalog/tokens'
import { get, post, put, remove } from '#contract/endpoint'
import {
  DateOrTimestamp,
  Id,
  MultilineText,
  OptionalOrEmpty,
  SingleLineText,
  StringEnum,
  Timestamp,
} from '#contract/schema-builders'
import { activityTypes } from '#shared/enums/portfolios'
import { screeningStatuses } from '#shared/enums/screening'

/** The recent activity shown in the panel. */
export const ACTIVITIES_PAGE_SIZE = 20

export const AdminPortfolio = Type.Object({
  id: Id(),
  user_id: Id(),
  total_value: Amount(),
  total_invested: Amount(),
  total_gains: Amount(),
  active_investments: Type.Integer(),
  pending_investments: Type.String({ description: 'Symbol of the requested token, or `none`' }),
  performance: Type.Number({ description: 'Percent, up to four decimals' }),
  is_recorded: Type.Boolean({
    description: 'Whether figures were manually entered; if false, the investor sees calculated figures',
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type AdminPortfolio = Static<typeof AdminPortfolio>

/**
 * An investor's figures calculated from ledger, register and valuations, whether or not figures were entered manually.
 */
export const CalculatedPortfolio = Type.Object({
  user_id: Id(),
  total_value: Amount(),
  total_invested: Amount(),
  total_withdrawn: Amount({ description: 'Value = invested − withdrawn + gains' }),
  total_gains: Amount(),
  active_investments: Type.Integer(),
  performance: Type.Number({ description: 'Percent, up to four decimals' }),
})
export type CalculatedPortfolio = Static<typeof CalculatedPortfolio>

/** The owner of a portfolio. */
const PortfolioUser = Type.Object({
  id: Id(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  is_verified: Type.Boolean(),
})
export type PortfolioUser = Static<typeof PortfolioUser>

/** Stored sums are below 10^15. */
const total = (name: string, range: 'not negative' | 'any') =>
  DecimalField({ name, digits: 15, range }, { default: '0' })

export const PortfolioValues = Type.Object({
  total_value: total('Total value', 'not negative'),
  total_invested: total('Total invested', 'not negative'),
  total_gains: total('Total gains', 'any'),
  active_investments: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
  pending_investments: OptionalOrEmpty(SingleLineText(TOKEN_SYMBOL_MAX)),
  performance: DecimalField(
    { name: 'Performance', digits: 8, decimals: 4, range: 'any' },
    { default: '0', examples: ['12.5'] },
  ),
})
export type PortfolioValues = Static<typeof PortfolioValues>

export const PortfolioBody = Type.Object({ user_id: Id(), ...PortfolioValues.properties })
export type PortfolioBody = Static<typeof PortfolioBody>
const PortfolioEdit = Type.Object({
  ...EditBody(PortfolioValues).properties,
  corrects_last_point: Type.Optional(
    Type.Boolean({
      description: 'Correction: overwrite the last point in the value chart and keep its timestamp',
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
  type: StringEnum(activityTypes),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type AdminActivity = Static<typeof AdminActivity>

const activityFields = Type.Object({
  activity_date: DateOrTimestamp(),
  description: MultilineText(),
  net_growth: AmountField('Net growth', 'any', { default: '0' }),
  balance: total('Balance', 'not negative'),
  type: StringEnum(activityTypes, { default: 'activity' }),
})
export const ActivityBody = Type.Object({ user_id: Id(), ...activityFields.properties })
export type ActivityBody = Static<typeof ActivityBody>
const ActivityEdit = EditBody(activityFields)
export type ActivityEdit = Static<typeof ActivityEdit>

export const PendingInvestmentRequest = Type.Object({
  portfolio_id: Id(),
  user_id: Id(),
  user_name: Type.String(),
  user_email: Type.String(),
  is_active: Type.Boolean(),
  is_verified: Type.Boolean(),
  by_hand: Type.Boolean({ description: 'Whether the investor was last verified manually, without a review' }),
  screening: StringEnum(screeningStatuses, {
    description: 'The request cannot be approved while a match is open',
  }),
  pending_investments: Type.String({ description: 'Symbol of the requested token' }),
  token_name: Type.String({ description: 'Empty if the token was deleted' }),
  last_updated: Timestamp(),
  total_value: Amount(),
  total_invested: Amount(),
  active_investments: Type.Integer(),
  updated_at: Timestamp(),
})
export type PendingInvestmentRequest = Static<typeof PendingInvestmentRequest>

export const InvestmentRequestDecision = Type.Object({
  action: StringEnum(['approve', 'reject']),
  reason: Type.Optional(
    MultilineText(1000, {
      minLength: 0,
      description:
        'On rejection: shown to the investor. On approval: recorded in the audit log and not shown to the investor; required if the investor has a confirmed watchlist match',
    }),
  ),
  ...versionGuard,
})

export const portfolioFilters = ['all', 'active', 'none'] as const
const params = Type.Object({ id: Id() })

/**
 * A second administrator approves large changes to figures shown to investors, calculated or manually entered, and all
 * figures that differ from the calculated ones.
 */
const approvalRule = {
  amountChangeFields: ['total_value', 'total_invested', 'total_gains'],
  onlyIfField: 'is_recorded',
  fallbackField: 'derived',
  always: ['calculated_value'],
} as const satisfies ApprovalRule

/** The same for an activity's figures, which investors also see. */
const activityRule = { amountChangeFields: ['net_growth', 'balance'] } as const satisfies ApprovalRule

const holderFilters = {
  filter: StringEnum(portfolioFilters, {
    default: 'all',
    description: '`active`: with a portfolio; `none`: without one',
  }),
}
const activityFilters = { user_id: Type.Optional(Id()) }

export const adminPortfolios = {
  list: get(adminPath('/portfolio/management'), {
    summary: 'List investors with their portfolios',
    access: 'admin:read',
    query: ListQuery(['last_name', 'email', 'created_at'], holderFilters),
    response: Type.Object({
      users: Type.Array(PortfolioUser),
      portfolios: Type.Array(AdminPortfolio),
      derived: Type.Array(CalculatedPortfolio, { description: 'Calculated figures of each listed investor' }),
      pagination: AdminPagination,
    }),
  }),
  exportCsv: get(
    adminPath('/portfolio/export'),
    csvExport('admin:read', 'Investors with their portfolios, newest first,', holderFilters),
  ),
  create: post(adminPath('/portfolio'), {
    summary: 'Create a portfolio for an investor',
    access: 'admin:money',
    body: withApprovalReason(PortfolioBody),
    approvalRule,
    response: Type.Object({ portfolio: AdminPortfolio }),
    status: 201,
    idempotent: true,
    problems: ['conflict'],
  }),
  get: get(adminPath('/portfolio/:id'), {
    summary: 'One portfolio',
    access: 'admin:read',
    params,
    response: Type.Object({ portfolio: AdminPortfolio }),
    problems: ['not_found'],
  }),
  update: put(adminPath('/portfolio/:id/values'), {
    summary: 'Update portfolio figures',
    access: 'admin:money',
    params,
    body: withApprovalReason(PortfolioEdit),
    approvalRule,
    response: Type.Object({ portfolio: AdminPortfolio }),
    problems: ['not_found', 'stale_write'],
  }),
  revertToCalculated: remove(adminPath('/portfolio/:id/values'), {
    summary: 'Switch to calculated figures; manually entered figures are no longer shown to the investor',
    access: 'admin:money',
    params,
    body: ApprovalReasonBody,
    approvalRule,
    response: Type.Object({ portfolio: AdminPortfolio }),
    problems: ['not_found'],
  }),
  delete: remove(adminPath('/portfolio/:id'), {
    summary: 'Delete a portfolio with its history and pending request',
    access: 'admin:money',
    params,
    body: ApprovalReasonBody,
    approvalRule,
    response: Success,
    problems: ['not_found'],
  }),
  listActivities: get(adminPath('/recent-activities'), {
    summary: 'List recent activities of all investors, newest first',
    access: 'admin:read',
    query: ListQuery(['-activity_date', 'created_at'], activityFilters, ACTIVITIES_PAGE_SIZE),
    response: Type.Object({ activities: Type.Array(AdminActivity), pagination: AdminPagination }),
  }),
  exportActivities: get(
    adminPath('/recent-activities/export'),
    csvExport('admin:read', 'The activities, newest first,', activityFilters),
  ),
  createActivity: post(adminPath('/recent-activities'), {
    summary: 'Add an activity for an investor',
    access: 'admin:money',
    body: withApprovalReason(ActivityBody),
    approvalRule: activityRule,
    response: Type.Object({ activity: AdminActivity }),
    status: 201,
    idempotent: true,
  }),
  getActivity: get(adminPath('/recent-activities/:id'), {
    summary: 'One activity',
    access: 'admin:read',
    params,
    response: Type.Object({ activity: AdminActivity }),
    problems: ['not_found'],
  }),
  updateActivity: put(adminPath('/recent-activities/:id'), {
    summary: 'Update an activity',
    access: 'admin:money',
    params,
    body: withApprovalReason(ActivityEdit),
    approvalRule: activityRule,
    response: Type.Object({ activity: AdminActivity }),
    problems: ['not_found', 'stale_write'],
  }),
  deleteActivity: remove(adminPath('/recent-activities/:id'), {
    summary: 'Delete an activity',
    access: 'admin:money',
    params,
    body: ApprovalReasonBody,
    approvalRule: activityRule,
    response: Success,
    problems: ['not_found'],
  }),
  listInvestmentRequests: get(adminPath('/portfolio/pending-tokens'), {
    summary: 'List pending investment requests, oldest first',
    access: 'admin:read',
    query: ListQuery(['last_updated', 'user_name', 'pending_investments'], {}),
    response: Type.Object({ requests: Type.Array(PendingInvestmentRequest), pagination: AdminPagination }),
  }),
  exportInvestmentRequests: get(
    adminPath('/portfolio/pending-tokens/export'),
    csvExport('admin:read', 'The pending investment requests, oldest first,', {}),
  ),
  decideInvestmentRequest: put(adminPath('/portfolio/:id/pending-token'), {
    summary:
      'Approve or reject the pending request of the investor with this ID, who is notified, with the reason if rejected',
    access: 'admin:money',
    params,
    body: InvestmentRequestDecision,
    approvalRule: { actions: ['investment.approve'], fields: ['despite_list'], reasonSource: 'body' },
    response: Type.Object({ portfolio: AdminPortfolio }),
    problems: ['not_found', 'conflict', 'not_verified', 'stale_write'],
  }),
}
