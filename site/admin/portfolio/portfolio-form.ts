/** Portfolios and activities in forms and in requests. Pure. */
import type {
  ActivityBody,
  ActivityEdit,
  AdminActivity,
  AdminPortfolio,
  DerivedPortfolio,
  PortfolioEdit,
  PortfolioValues,
} from '#contract/admin-portfolios'
import { NOTHING_PENDING } from '#contract/portfolio'
import type { FieldErrors } from '#core/form/form'
import { changesOf, type Version } from '#core/form/row-form'
import { readDecimal } from '#core/format/decimal'
import { decimalsOf } from '#shared/asset/decimal'
import type { activityTypes } from '#shared/enums/portfolios'
import { saidReason } from '#site/admin/form/said-reason.ts'

export type PortfolioForm = {
  /** The owner's id; empty until one is chosen. */
  user_id: string
  total_value: string
  total_invested: string
  total_gains: string
  active_investments: string
  pending_investments: string
  performance: string
  /** What the ledger has as withdrawn, which the figures are checked with; empty while it is not known. Not sent. */
  withdrawn: string
  /** The previous figures were a mistake: their point in the value chart is replaced. */
  corrects_last_point: boolean
  /** Why they are written: asked of existing ones, and where a second administrator has to approve. */
  reason: string
}

export const portfolioLabels: Record<
  Exclude<keyof PortfolioForm, 'user_id' | 'withdrawn' | 'corrects_last_point' | 'reason'>,
  string
> = {
  total_value: 'Total value in USD',
  total_invested: 'Total invested in USD',
  total_gains: 'Total gains in USD',
  performance: 'Performance in percent',
  active_investments: 'Active investments',
  pending_investments: 'Pending investment',
}

/** The figures of an investor who has none. */
const none = {
  total_value: '0.00',
  total_invested: '0.00',
  total_gains: '0.00',
  active_investments: 0,
  performance: 0,
}

interface Known {
  /** The owner; undefined until one is chosen. */
  userId?: number | undefined
  portfolio?: AdminPortfolio | undefined
  derived?: DerivedPortfolio | undefined
}

/** A form that begins with the figures that the investor sees: the entered ones in force, else the derived ones. */
export function portfolioVersion({ userId, portfolio, derived }: Known): Version<PortfolioForm> {
  const shown = portfolio?.is_recorded ? portfolio : (derived ?? none)
  return {
    values: {
      user_id: userId === undefined ? '' : String(userId),
      total_value: shown.total_value,
      total_invested: shown.total_invested,
      total_gains: shown.total_gains,
      active_investments: String(shown.active_investments),
      pending_investments: portfolio?.pending_investments ?? NOTHING_PENDING,
      performance: String(shown.performance),
      withdrawn: derived?.total_withdrawn ?? '',
      corrects_last_point: false,
      reason: '',
    },
    updatedAt: portfolio?.updated_at,
  }
}

/** A number as typed; 0 where it is not one. */
export const numberOf = (text: string): string => readDecimal(text) ?? '0'

/** What is wrong with a typed number; undefined for one that can be stored. */
function problemOf(text: string, range: 'not negative' | 'any', decimals: number): string | undefined {
  const read = readDecimal(text)
  if (read === undefined) return 'Enter a number'
  if (range === 'not negative' && read.startsWith('-')) return 'Enter a number of at least 0'
  if (decimalsOf(read) <= decimals) return undefined
  return decimals === 0 ? 'Enter a whole number' : `Enter at most ${decimals} decimals`
}

/** The fields with something wrong. */
const only = <Name extends string>(
  problems: Record<Name, string | undefined>,
): Partial<Record<Name, string>> =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined)) as Partial<
    Record<Name, string>
  >

/** What is wrong with each figure of a portfolio. */
export function checkPortfolio(form: PortfolioForm): FieldErrors<PortfolioForm> {
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
export const portfolioBody = (form: PortfolioForm): PortfolioValues => ({
  total_value: numberOf(form.total_value),
  total_invested: numberOf(form.total_invested),
  total_gains: numberOf(form.total_gains),
  active_investments: Number(numberOf(form.active_investments)),
  pending_investments: form.pending_investments.trim() || NOTHING_PENDING,
  performance: numberOf(form.performance),
})

/**
 * The changes to the version it is based on, with their reason. Without entered figures in force all are sent: those that
 * are stored may be older ones.
 */
export const portfolioEdit = (
  form: PortfolioForm,
  base: PortfolioForm,
  isRecorded: boolean,
): PortfolioEdit & { reason?: string } => ({
  ...(isRecorded ? changesOf(portfolioBody(base), portfolioBody(form)) : portfolioBody(form)),
  ...(form.corrects_last_point && { corrects_last_point: true }),
  ...saidReason(form.reason),
})

export type ActivityForm = {
  /** The owner's id; empty until one is chosen. */
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
  net_growth: 'Net growth in USD',
  balance: 'Balance in USD',
  description: 'Description',
}

export const newActivity = (today: string): Version<ActivityForm> => ({
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

export const activityVersion = (row: AdminActivity): Version<ActivityForm> => ({
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

export const checkActivity = ({
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
  ...(user_id === '' && { user_id: 'Choose a user' }),
  ...(description.trim() === '' && { description: 'Description is required' }),
  ...(activity_date === '' && { activity_date: 'Date is required' }),
})

/** The date is sent as midnight in UTC. */
export const activityBody = (form: ActivityForm): Omit<ActivityBody, 'user_id'> => ({
  description: form.description,
  type: form.type as (typeof activityTypes)[number],
  activity_date: `${form.activity_date}T00:00:00.000Z`,
  net_growth: numberOf(form.net_growth),
  balance: numberOf(form.balance),
})

/** The changes to the version it is based on, with their reason: a time whose day is unchanged is kept. */
export const activityEdit = (form: ActivityForm, base: ActivityForm): ActivityEdit & { reason?: string } => ({
  ...changesOf(activityBody(base), activityBody(form)),
  ...saidReason(form.reason),
})
