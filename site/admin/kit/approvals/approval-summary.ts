/** The size of an approval request in one line, which an approver reads first. */

import type { TransactionStatus, TransactionType } from '#contract/cash/transactions'
import type { ApprovalRequest } from '#contract/desk/approvals'
import { formatCount, formatCountOf, formatCurrency, formatMoney } from '#core/format/format'
import { transactionStatusLabels, transactionTypeLabels } from '#core/format/transactions'
import { formatUnits } from '#core/format/units'
import { formatSubjects, getApprovalActionLabel } from './approval-labels.ts'
import { getInvestorVisibleValues, isRowVersion, type RowVersion } from './investor-visible-values.ts'

const isFigure = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)

const inUnits = (units: string): string => `${formatUnits(units)} units`

/** The units that a movement transfers: the largest amount that an entry adds. */
function movedUnits({ entries }: RowVersion): string | undefined {
  if (!Array.isArray(entries)) return undefined
  const units = entries.flatMap((entry) =>
    isRowVersion(entry) && isFigure(entry.units) ? [entry.units] : [],
  )
  return units.toSorted((a, b) => Number(b) - Number(a))[0]
}

/** The names of a watchlist. */
const namesOfList = ({ entries }: RowVersion): string | undefined =>
  typeof entries === 'number' ? String(entries) : undefined

/** How many names a watchlist adds and removes: `12 new, 3 gone`. */
const changedNames = ({ names_added, names_removed }: RowVersion): string[] =>
  typeof names_added === 'number' && typeof names_removed === 'number'
    ? [`${formatCount(names_added)} added, ${formatCount(names_removed)} removed`]
    : []

/** An administrator and their roles. */
const describeAccount = ({ username, roles }: RowVersion): string[] =>
  typeof username === 'string' && Array.isArray(roles) ? [`${username}: ${roles.join(', ')}`] : []

/** A valuation compared with the current one: 'unit value from $10.00 to $9.90 (-1.00%)'. */
function describeValuation(value: string, { current_value, value_change }: RowVersion): string {
  if (!isFigure(current_value)) return `first unit value ${formatMoney(value)}`
  const change = typeof value_change === 'string' ? ` (${value_change})` : ''
  return `unit value from ${formatMoney(current_value)} to ${formatMoney(value)}${change}`
}

/** Each figure's field and format; the ones a row has are shown in this order. */
const figures: readonly [
  read: (row: RowVersion) => unknown,
  write: (figure: string, row: RowVersion) => string,
][] = [
  [
    ({ amount }) => amount,
    (amount, { currency }) => formatCurrency(amount, typeof currency === 'string' ? currency : 'USD'),
  ],
  [({ fee }) => (Number(fee) === 0 ? undefined : fee), (fee) => `fee ${formatMoney(fee)}`],
  [({ net_growth }) => net_growth, (growth) => `net growth ${formatMoney(growth)}`],
  [({ balance }) => balance, (balance) => `balance ${formatMoney(balance)}`],
  [({ units }) => units, inUnits],
  [movedUnits, inUnits],
  [namesOfList, (names) => formatCountOf(Number(names), 'name')],
  [({ total }) => total, formatMoney],
  [({ amount_per_unit }) => amount_per_unit, (amount) => `$${formatUnits(amount)} per unit`],
  [({ units_held }) => units_held, (units) => `${inUnits(units)} attested`],
  [({ preferred }) => preferred, describeValuation],
  [({ unit_price }) => unit_price, (price) => `price ${formatMoney(price)}`],
  [({ unit_value }) => unit_value, (value) => `unit value ${formatMoney(value)}`],
  [({ total_value }) => total_value, (value) => `value ${formatMoney(value)}`],
  [({ four_eyes_amount }) => four_eyes_amount, (amount) => `dual approval threshold ${formatMoney(amount)}`],
]

/** A figure that changes: 'from $100.00 to $25,000.00'; an unchanged or new one: '$25,000.00'. */
function describeFigure(
  [read, write]: (typeof figures)[number],
  old?: RowVersion,
  now?: RowVersion,
): string[] {
  const texts = [old, now].flatMap((row) => {
    const figure = row && read(row)
    return row && isFigure(figure) ? [write(figure, row)] : []
  })
  const [before, after = before] = texts
  if (before === undefined || after === undefined) return []
  return [before === after ? after : `from ${before} to ${after}`]
}

/** The type of a transaction or movement: 'Deposit'; a changed one: 'from Deposit to Withdrawal'. */
function describeType(...types: [old: unknown, now: unknown]): string | undefined {
  const [before, after = before] = types.flatMap((type) =>
    typeof type === 'string' ? (transactionTypeLabels[type as TransactionType] ?? []) : [],
  )
  return before === after ? after : `from ${before} to ${after}`
}

/** A transaction that changes its status: 'from Completed to Cancelled'. */
function describeStatus(old: unknown, now: unknown): string[] {
  const [before, after] = [old, now].map((status) => transactionStatusLabels[status as TransactionStatus])
  return before === undefined || after === undefined || before === after ? [] : [`from ${before} to ${after}`]
}

/** 'Deposit, $50,000.00', '12.000000 units'; empty if a request has no figures. */
export function formatApprovalAmount(change: Pick<ApprovalRequest, 'before' | 'after'>): string {
  const [old, now] = getInvestorVisibleValues(change)
  // A token request has no amount; its figures are the portfolio's.
  if (typeof now?.token === 'string') return now.token
  const name = describeType(old?.type, now?.type)
  const sizes = figures.flatMap((figure) => describeFigure(figure, old, now))
  const isList = typeof now?.filename === 'string' && namesOfList(now) !== undefined
  const file = isList ? [...changedNames(now), String(now.filename)] : []
  if (sizes.length === 0) return describeAccount(now ?? {}).join('')
  const status = name ? describeStatus(old?.status, now?.status) : []
  return [...(name ? [name] : []), ...sizes, ...status, ...file].join(', ')
}

/** An approval request in the confirmation of its approval: what, how much and for whom. */
export const formatApprovalTitle = (proposal: ApprovalRequest): string =>
  [getApprovalActionLabel(proposal.action), formatApprovalAmount(proposal), formatSubjects(proposal)]
    .filter(Boolean)
    .join(' · ')
