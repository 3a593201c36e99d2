/** The sides of a change as those whom it concerns see them. Pure. */
import type { ApprovalDetail } from '#contract/approvals'

export type Version = Record<string, unknown>

export const isVersion = (value: unknown): value is Version =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Figures of a portfolio that are derived where they are not entered. */
const FIGURES = ['total_value', 'total_invested', 'total_gains', 'performance', 'active_investments'] as const

/** Derived figures; an older proposal does not have them all. */
const derivedIn = (derived: Version): Version => ({
  ...Object.fromEntries(FIGURES.map((name) => [name, 'Not known'])),
  ...derived,
  is_recorded: false,
})

/** A row with the figures of a portfolio first, in the order in which people read them: a stored row has no order. */
const inOrder = (row: Version): Version => {
  const first = [...FIGURES, 'is_recorded'].filter((name) => name in row)
  return { ...Object.fromEntries(first.map((name) => [name, row[name]])), ...row }
}

/**
 * Both sides of a change; undefined where there is no row. Of a portfolio, each side has the figures that its investor
 * sees: derived ones where none are entered, with or without a row, whatever older figures the row has.
 */
export function seenSides({
  before,
  after,
}: Pick<ApprovalDetail, 'before' | 'after'>): [old: Version | undefined, now: Version | undefined] {
  const sides = [before, after].map((side) => (isVersion(side) ? side : undefined))
  const derived = sides.map((side) => side?.derived).find(isVersion)
  const [old, now] = sides.map((side) => {
    const { derived: _, ...row } = side ?? {}
    if (row.is_recorded === false || (derived && row.is_recorded === undefined))
      return inOrder({ ...row, ...derivedIn(derived ?? {}) })
    return side && inOrder(row)
  })
  return [old, now]
}
