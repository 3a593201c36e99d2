/** How much a proposal is about, in a line: what an approver looks at first. */
import type { Approval } from '#contract/approvals'
import type { TransactionType } from '#contract/transactions'
import { countOf, formatCount, formatCurrency, formatMoney } from '#core/format/format'
import { typeNames } from '#core/format/transactions'
import { formatUnits } from '#core/format/units'
import { isVersion, seenSides, type Version } from './seen.ts'
import { nameOfAction, nameSubjects } from './words.ts'

const isFigure = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)

const inUnits = (units: string): string => `${formatUnits(units)} units`

/** The units that a movement moves: what its largest entry adds. */
function movedUnits({ entries }: Version): string | undefined {
  if (!Array.isArray(entries)) return undefined
  const units = entries.flatMap((entry) => (isVersion(entry) && isFigure(entry.units) ? [entry.units] : []))
  return units.toSorted((a, b) => Number(b) - Number(a))[0]
}

/** The names of a screening list. */
const namesOfList = ({ entries }: Version): string | undefined =>
  typeof entries === 'number' ? String(entries) : undefined

/** How many names a screening list adds and drops: `12 new, 3 gone`. */
const changedNames = ({ names_added, names_removed }: Version): string[] =>
  typeof names_added === 'number' && typeof names_removed === 'number'
    ? [`${formatCount(names_added)} new, ${formatCount(names_removed)} gone`]
    : []

/** An administrator and the roles. */
const describeAccount = ({ username, roles }: Version): string[] =>
  typeof username === 'string' && Array.isArray(roles) ? [`${username}: ${roles.join(', ')}`] : []

/** A valuation beside the current one: 'unit value from $10.00 to $9.90 (-1.00%)'. */
function describeValuation(value: string, { current_value, value_change }: Version): string {
  if (!isFigure(current_value)) return `unit value ${formatMoney(value)}, the first`
  const change = typeof value_change === 'string' ? ` (${value_change})` : ''
  return `unit value from ${formatMoney(current_value)} to ${formatMoney(value)}${change}`
}

/** Each figure by its field, and how it is written; those that a row has are shown in this order. */
const figures: readonly [read: (row: Version) => unknown, write: (figure: string, row: Version) => string][] =
  [
    [
      ({ amount }) => amount,
      (amount, { currency }) => formatCurrency(amount, typeof currency === 'string' ? currency : 'USD'),
    ],
    [({ fee }) => (Number(fee) === 0 ? undefined : fee), (fee) => `fee ${formatMoney(fee)}`],
    [({ net_growth }) => net_growth, (growth) => `net growth ${formatMoney(growth)}`],
    [({ balance }) => balance, (balance) => `balance ${formatMoney(balance)}`],
    [({ units }) => units, inUnits],
    [movedUnits, inUnits],
    [namesOfList, (names) => countOf(Number(names), 'name')],
    [({ total }) => total, formatMoney],
    [({ amount_per_unit }) => amount_per_unit, (amount) => `$${formatUnits(amount)} a unit`],
    [({ units_held }) => units_held, (units) => `${inUnits(units)} attested`],
    [({ preferred }) => preferred, describeValuation],
    [({ unit_price }) => unit_price, (price) => `price ${formatMoney(price)}`],
    [({ unit_value }) => unit_value, (value) => `unit value ${formatMoney(value)}`],
    [({ total_value }) => total_value, (value) => `value ${formatMoney(value)}`],
    [({ four_eyes_amount }) => four_eyes_amount, (amount) => `amount that needs two ${formatMoney(amount)}`],
  ]

/** A figure that changes: 'from $100.00 to $25,000.00'; one that stays or is new: '$25,000.00'. */
function describeFigure([read, write]: (typeof figures)[number], old?: Version, now?: Version): string[] {
  const texts = [old, now].flatMap((row) => {
    const figure = row && read(row)
    return row && isFigure(figure) ? [write(figure, row)] : []
  })
  const [before, after = before] = texts
  if (before === undefined || after === undefined) return []
  return [before === after ? after : `from ${before} to ${after}`]
}

/** The type of a transaction or a movement: 'Deposit'; one that changes: 'from Deposit to Withdrawal'. */
function describeType(...types: [old: unknown, now: unknown]): string | undefined {
  const [before, after = before] = types.flatMap((type) =>
    typeof type === 'string' ? (typeNames[type as TransactionType] ?? []) : [],
  )
  return before === after ? after : `from ${before} to ${after}`
}

/** 'Deposit, $50,000.00', '12.000000 units'; empty where a proposal has no figures. */
export function describeSize(change: Pick<Approval, 'before' | 'after'>): string {
  const [old, now] = seenSides(change)
  // A request for a token has no amount: the figures are those of the portfolio.
  if (typeof now?.token === 'string') return now.token
  const name = describeType(old?.type, now?.type)
  const sizes = figures.flatMap((figure) => describeFigure(figure, old, now))
  const isList = typeof now?.filename === 'string' && namesOfList(now) !== undefined
  const file = isList ? [...changedNames(now), String(now.filename)] : []
  if (sizes.length === 0) return describeAccount(now ?? {}).join('')
  return [...(name ? [name] : []), ...sizes, ...file].join(', ')
}

/** A proposal as the one who confirms its approval reads it: what, how much, for whom. */
export const nameProposal = (proposal: Approval): string =>
  [nameOfAction(proposal.action), describeSize(proposal), nameSubjects(proposal)].filter(Boolean).join(' · ')
