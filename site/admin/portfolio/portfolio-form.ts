/** Portfolios and activities in forms and requests. Pure functions. */
import type {
  ActivityBody,
  ActivityEdit,
  AdminActivity,
  AdminPortfolio,
  CalculatedPortfolio,
  PortfolioEdit,
  PortfolioValues,
} from '#contract/portfolio/admin-portfolios'
import type { FieldErrors } from '#core/form/form'
import { type FormVersion, getChangedFields } from '#core/form/row-form'
import { parseDecimal } from '#core/format/parse-decimal'
import { countDecimals } from '#shared/calculations/decimal'
import type { activityTypes } from '#shared/enums/portfolios'
import { NO_PENDING_INVESTMENT } from '#shared/enums/portfolios'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'

export type PortfolioForm = {
  /** The owner's id; empty until one is selected. */
  user_id: string
  total_value: string
  total_invested: string
  total_gains: string
  active_investments: string
  pending_investments: string
  performance: string
  /** Withdrawals in the ledger, used to check the figures; empty while unknown. Not sent. */
  withdrawn: string
  /** The previous figures were a mistake, so their point in the value chart is replaced. */
  corrects_last_point: boolean
  /** The reason, required for existing figures and when a second administrator must approve. */
  reason: string
}

export const portfolioLabels: Record<
  Exclude<keyof PortfolioForm, 'user_id' | 'withdrawn' | 'corrects_last_point' | 'reason'>,
  string
> = {
  total_value: 'Total value (USD)',
  total_invested: 'Total invested (USD)',
  total_gains: 'Total gains (USD)',
  performance: 'Performance (%)',
  active_investments: 'Active investments',
  pending_investments: 'Pending investment',
}

/** Figures for an investor who has none. */
const none = {
  total_value: '0.00',
  total_invested: '0.00',
  total_gains: '0.00',
  active_investments: 0,
  performance: 0,
}

interface Known {
  /** The owner; undefined until one is selected. */
  userId?: number | undefined
  portfolio?: AdminPortfolio | undefined
  derived?: CalculatedPortfolio | undefined
}

/** A form that starts with the figures the investor sees: the entered ones in force, or else the calculated ones. */
export function toPortfolioVersion({ userId, portfolio, derived }: Known): FormVersion<PortfolioForm> {
  const shown = portfolio?.is_recorded ? portfolio : (derived ?? none)
  return {
    values: {
      user_id: userId === undefined ? '' : String(userId),
      total_value: shown.total_value,
      total_invested: shown.total_invested,
      total_gains: shown.total_gains,
      active_investments: String(shown.active_investments),
      pending_investments: portfolio?.pending_investments ?? NO_PENDING_INVESTMENT,
      performance: String(shown.performance),
      withdrawn: derived?.total_withdrawn ?? '',
      corrects_last_point: false,
      reason: '',
    },
    updatedAt: portfolio?.updated_at,
  }
}

/** The typed number, or 0 if invalid. */
export const parseNumber = (text: string): string => parseDecimal(text) ?? '0'

/** The error of a typed number; undefined if it can be stored. */
function problemOf(text: string, range: 'not negative' | 'any', decimals: number): string | undefined {
  const read = parseDecimal(text)
  if (read === undefined) return 'Enter a number'
  if (range === 'not negative' && read.startsWith('-')) return 'Enter a number of 0 or more'
  if (countDecimals(read) <= decimals) return undefined
  return decimals === 0 ? 'Enter a whole number' : `Enter no more than ${decimals} decimal places`
}

/** The fields with errors. */
const only = <Name extends string>(
  problems: Record<Name, string | undefined>,
): Partial<Record<Name, string>> =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined)) as Partial<
    Record<Name, string>
  >

/** The error of each portfolio figure. */
export function validatePortfolio(form: PortfolioForm): FieldErrors<PortfolioForm> {
  const problems = {
    total_value: problemOf(form.total_value, 'not negative', 2),
    total_invested: problemOf(form.total_invested, 'not negative', 2),
    total_gains: problemOf(form.total_gains, 'any', 2),
    performance: problemOf(form.performance, 'any', 4),
    active_investments: problemOf(form.active_investments, 'not negative', 0),
  }
  return only(problems)
}

/** The request body: unreadable numbers are 0, and an empty request is 'none'. */
export const toPortfolioBody = (form: PortfolioForm): PortfolioValues => ({
  total_value: parseNumber(form.total_value),
  total_invested: parseNumber(form.total_invested),
  total_gains: parseNumber(form.total_gains),
  active_investments: Number(parseNumber(form.active_investments)),
  pending_investments: form.pending_investments.trim() || NO_PENDING_INVESTMENT,
  performance: parseNumber(form.performance),
})

/**
 * The changes from the base version, with their reason. If no entered figures are in force, all are sent, because the
 * stored ones may be outdated.
 */
export const toPortfolioEdit = (
  form: PortfolioForm,
  base: PortfolioForm,
  isRecorded: boolean,
): PortfolioEdit & { reason?: string } => ({
  ...(isRecorded ? getChangedFields(toPortfolioBody(base), toPortfolioBody(form)) : toPortfolioBody(form)),
  ...(form.corrects_last_point && { corrects_last_point: true }),
  ...toReasonPayload(form.reason),
})

export type ActivityForm = {
  /** The owner's id; empty until one is selected. */
  user_id: string
  description: string
  type: string
  /** A calendar day. */
  activity_date: string
  net_growth: string
  balance: string
  reason: string
}

export const activityLabels: Record<Exclude<keyof ActivityForm, 'user_id' | 'reason'>, string> = {
  type: 'Type',
  activity_date: 'Date',
  net_growth: 'Net growth (USD)',
  balance: 'Balance (USD)',
  description: 'Description',
}

export const createActivityVersion = (today: string): FormVersion<ActivityForm> => ({
  values: {
    user_id: '',
    description: '',
    type: 'activity',
    activity_date: today,
    net_growth: '0.00',
    balance: '0.00',
    reason: '',
  },
  updatedAt: undefined,
})

export const toActivityVersion = (row: AdminActivity): FormVersion<ActivityForm> => ({
  values: {
    user_id: String(row.user_id),
    description: row.description,
    type: row.type,
    activity_date: row.activity_date.slice(0, 10),
    net_growth: row.net_growth,
    balance: row.balance,
    reason: '',
  },
  updatedAt: row.updated_at,
})

export const validateActivity = ({
  user_id,
  description,
  activity_date,
  net_growth,
  balance,
}: ActivityForm): FieldErrors<ActivityForm> => ({
  // An empty figure is zero.
  ...only({
    net_growth: problemOf(net_growth || '0', 'any', 2),
    balance: problemOf(balance || '0', 'not negative', 2),
  }),
  ...(user_id === '' && { user_id: 'Select an investor' }),
  ...(description.trim() === '' && { description: 'Description is required' }),
  ...(activity_date === '' && { activity_date: 'Date is required' }),
})

/** The date is sent as midnight in UTC. */
export const toActivityBody = (form: ActivityForm): Omit<ActivityBody, 'user_id'> => ({
  description: form.description,
  type: form.type as (typeof activityTypes)[number],
  activity_date: `${form.activity_date}T00:00:00.000Z`,
  net_growth: parseNumber(form.net_growth),
  balance: parseNumber(form.balance),
})

/** The changes from the base version, with their reason; the time is kept if the day is unchanged. */
export const toActivityEdit = (
  form: ActivityForm,
  base: ActivityForm,
): ActivityEdit & { reason?: string } => ({
  ...getChangedFields(toActivityBody(base), toActivityBody(form)),
  ...toReasonPayload(form.reason),
})
