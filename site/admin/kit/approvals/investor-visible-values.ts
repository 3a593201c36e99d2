/** Both sides of a change as the affected investors see them. Pure functions. */
import type { ApprovalRequestDetail } from '#contract/desk/approvals'

export type RowVersion = Record<string, unknown>

export const isRowVersion = (value: unknown): value is RowVersion =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Portfolio figures that are calculated unless entered manually. */
const FIGURES = ['total_value', 'total_invested', 'total_gains', 'performance', 'active_investments'] as const

/** Calculated figures; an older request may not include all of them. */
const derivedIn = (derived: RowVersion): RowVersion => ({
  ...Object.fromEntries(FIGURES.map((name) => [name, 'Not available'])),
  ...derived,
  is_recorded: false,
})

/** A row with the portfolio figures first, in reading order, because a stored row has no order. */
const inOrder = (row: RowVersion): RowVersion => {
  const first = [...FIGURES, 'is_recorded'].filter((name) => name in row)
  return { ...Object.fromEntries(first.map((name) => [name, row[name]])), ...row }
}

/**
 * Both sides of a change; undefined if there is no row. For a portfolio, each side has the figures that its investor
 * sees: calculated ones if none are entered, with or without a row, whatever older figures the row holds.
 */
export function getInvestorVisibleValues({
  before,
  after,
}: Pick<ApprovalRequestDetail, 'before' | 'after'>): [
  old: RowVersion | undefined,
  now: RowVersion | undefined,
] {
  const sides = [before, after].map((side) => (isRowVersion(side) ? side : undefined))
  const derived = sides.map((side) => side?.derived).find(isRowVersion)
  const [old, now] = sides.map((side) => {
    const { derived: _, ...row } = side ?? {}
    if (row.is_recorded === false || (derived && row.is_recorded === undefined))
      return inOrder({ ...row, ...derivedIn(derived ?? {}) })
    return side && inOrder(row)
  })
  return [old, now]
}
