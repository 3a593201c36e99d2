/** An approval request in words: what it does, and its rows before and after. */
import type { ApprovalRequestDetail } from '#contract/desk/approvals'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { formatSignedUnits, formatUnits } from '#core/format/units'
import { type ApprovalStatus, type ApprovedAction, approvalActionPhrases } from '#shared/enums/approvals'
import { type HeldBackReason, heldBackReasonNames } from '#shared/enums/distributions'
import type { ScreeningStatus } from '#shared/enums/screening'
import { getInvestorVisibleValues, isRowVersion } from './investor-visible-values.ts'

export const approvalStatusLabels: Record<ApprovalStatus, string> = {
  waiting: 'Awaiting approval',
  approved: 'Approved',
  refused: 'Rejected',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  stale: 'Outdated',
}

export const approvalStatusTones: Record<ApprovalStatus, 'neutral' | 'gain' | 'warn' | 'loss'> = {
  waiting: 'warn',
  approved: 'gain',
  refused: 'loss',
  withdrawn: 'neutral',
  expired: 'neutral',
  stale: 'neutral',
}

/** Labels that are shorter than the phrase. */
const shortLabels: Partial<Record<ApprovedAction, string>> = {
  'investment.approve': 'Approve request (confirmed watchlist match)',
  'verification.verify': 'Verify investor (confirmed watchlist match)',
  'user.verify': 'Verify manually',
  'admin.set_roles': 'Change roles',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const spaced = (text: string): string => capital(text.replaceAll('_', ' '))

/** The label of an approval request's action, such as 'Delete transaction'. */
export function getApprovalActionLabel(action: string): string {
  const known = action as ApprovedAction
  const phrase = approvalActionPhrases[known] ?? action.split('.').toReversed().join(' ').replaceAll('_', ' ')
  return shortLabels[known] ?? capital(phrase.replaceAll(/ (?:an?|the) /g, ' '))
}

/** Who or what an approval request concerns: 'Ada Reyes and 2 more'; empty if no one. */
export const formatSubjects = ({
  subject,
  rows,
}: {
  subject: { name: string } | null
  rows: number
}): string => (subject ? `${subject.name}${rows > 1 ? ` and ${rows - 1} more` : ''}` : '')

/** Fields that are meaningless to a reader or already in the request's header. */
const HIDDEN = new Set([
  'id',
  'user_id',
  'created_at',
  'updated_at',
  'date',
  'hash',
  'sha256',
  // For a watchlist, whose names are shown below.
  'names_added',
  'names_removed',
  'names_sha256',
  'url',
  'is_superseded',
  'user_name',
  'user_email',
  'admin_id',
  'reverses',
  'reason',
  'file_size',
])

/** Key fields for an approver, shown first whatever the order in the row. */
const FIRST = new Set([
  'type',
  'amount',
  'currency',
  'units',
  'total_value',
  'calculated_value',
  'preferred',
  'current_value',
  'value_change',
  'unit_price',
  'unit_value',
  'price_deviation',
  'held_back',
  'state',
  'is_verified',
])

const labels: Readonly<Record<string, string>> = {
  state: 'Status',
  kind: 'Type',
  by_hand: 'Manual verification',
  offering_id: 'Offering',
  transaction_id: 'Deposit',
  is_illustrative: 'Illustrative',
  must_acknowledge: 'Acknowledgment required',
  risk: 'Risk rating',
  units_held: 'Units in custody',
  transaction_date: 'Date',
  is_verified: 'Verified',
  is_active: 'Active',
  on_list: 'Watchlist',
  despite_list: 'Despite watchlist match',
  identity_changed: 'Another identity than the one verified last',
  review_incomplete: 'Review incomplete',
  was_verified: 'Identity was verified or submitted for review',
  publishes: 'Also becomes public',
  match_taken_back: 'Confirmed match cleared',
  close_match_dismissed: 'Close match cleared',
  is_recorded: 'Figures',
  four_eyes_amount: 'Dual approval threshold',
  as_of: 'As of',
  issued_statements: 'Statements already issued',
  amount_per_unit: 'Amount per unit',
  filename: 'File',
  payment_account: 'Payment account',
  unit_value: 'Unit value',
  price_deviation: 'Price compared with unit value',
  terms_replaced: 'Replaces terms that investors have seen',
  closing_moved: 'Moves a closing time that investors have seen',
  reopened: 'Opens the offering again',
  offered_again: 'Offers a series with earlier terms or units again',
  calculated_value: 'Calculated value',
  current_value: 'Current unit value',
  value_change: 'Change in unit value',
  becomes_current: 'Becomes the current value',
  held_back: 'Held back',
  because: 'Reason held back',
  entries: 'Units',
  opens: 'Opens the offering to investors',
  closes: 'Closes the offering for good',
  original_name: 'Document name',
  is_public: 'Public',
  symbol: 'Series',
  value_point: 'Corrected chart point',
}

/** A consequence of the change that is not a field of the row; stated once, also for a deleted row. */
const CONSEQUENCES = new Set(['issued_statements'])

/** Amounts in US dollars, in any row. */
const MONEY = new Set([
  'amount',
  'fee',
  'total_value',
  'total_invested',
  'total_gains',
  'total',
  'unit_price',
  'unit_value',
  'calculated_value',
  'current_value',
  'low',
  'preferred',
  'high',
  'four_eyes_amount',
  'balance',
  'net_growth',
  'held_back_total',
  'minimum',
  'maximum',
])
const UNITS = new Set(['units', 'units_held', 'cap_units'])

type People = ApprovalRequestDetail['people']

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(text)

/** An instant as a day, with the time of day unless it is midnight UTC. */
export function formatTimestamp(instant: string): string {
  const time = instant.slice(11, 16)
  const day = formatCalendarDate(instant.slice(0, 10))
  return time === '00:00' ? day : `${day}, ${time} UTC`
}

/**
 * A recipient of a message: 'Ada Reyes'; one holder of a movement: 'Ada Reyes: +4.000000'; or of a withheld share:
 * 'Ada Reyes: $66.91 for 542.004878 units, confirmed watchlist match'.
 */
function describeEntry(entry: Record<string, unknown>, people: People): string {
  const { user_id, units, amount, because } = entry
  const name =
    typeof user_id === 'number'
      ? (people.find(({ id }) => id === user_id)?.name ?? `Investor ${user_id}`)
      : 'Unissued'
  if (units === undefined) return name
  return typeof amount === 'string'
    ? `${name}: ${formatMoney(amount)} for ${formatUnits(String(units))} units, ${heldBackReasonNames[because as HeldBackReason]}`
    : `${name}: ${formatSignedUnits(String(units))}`
}

/** States whose label differs from their name. */
const states: Readonly<Record<string, string>> = {
  funded: 'Paid',
  match: 'Confirmed match',
  needs_more: 'More information needed',
  no_match: 'Cleared',
  refused: 'Rejected',
}

const screeningLabels: Readonly<Record<ScreeningStatus, string>> = {
  clear: 'No match',
  off: 'Not screened: no watchlist',
  unscreened: 'Not screened yet',
  waits: 'Open match',
  listed: 'Watchlist match',
}

/** A value in words. */
function inWords(name: string, value: unknown, people: People): string {
  if (value === null || value === undefined || value === '') return 'None'
  if (name === 'is_recorded') return value ? 'Manually entered' : 'Calculated'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return name === 'performance' ? `${value}%` : String(value)
  if (Array.isArray(value)) {
    const parts = value.map((part) =>
      isRowVersion(part) && 'user_id' in part ? describeEntry(part, people) : inWords(name, part, people),
    )
    return parts.length === 0 ? 'None' : parts.join(name === 'roles' ? ', ' : '\n')
  }
  if (isRowVersion(value)) {
    return Object.entries(value)
      .filter(([part]) => !HIDDEN.has(part))
      .map(([part, of]) => `${labelOf(part)}: ${inWords(part, of, people)}`)
      .join('\n')
  }
  const text = String(value)
  if (MONEY.has(name) && /^-?\d+(\.\d+)?$/.test(text)) return formatMoney(text)
  if (UNITS.has(name) && /^-?\d+(\.\d+)?$/.test(text)) return formatUnits(text)
  if (name === 'state' && states[text]) return states[text]
  if (name === 'screening') return screeningLabels[text as ScreeningStatus] ?? spaced(text)
  if (isDay(text)) return formatCalendarDate(text)
  if (isInstant(text)) return formatTimestamp(text)
  return /^[a-z]+(_[a-z]+)*$/.test(text) ? spaced(text) : text
}

const labelOf = (name: string): string => labels[name] ?? spaced(name)

/** What `entries` are: the holders of a movement, the recipients of a message, or the number of a watchlist's names. */
function getEntriesLabel(versions: readonly unknown[]): string {
  const list = versions.find((entries) => Array.isArray(entries))
  if (!list) return 'Names'
  return list.every((entry) => isRowVersion(entry) && !('units' in entry)) ? 'Recipients' : labelOf('entries')
}

export interface FieldChange {
  name: string
  label: string
  /** Undefined if there is no row on that side. */
  before: string | undefined
  after: string | undefined
  differs: boolean
}

/** A row before and after, field by field, changed fields first. */
export function listFieldChanges(
  change: Pick<ApprovalRequestDetail, 'before' | 'after'>,
  people: People,
): FieldChange[] {
  const [old, now] = getInvestorVisibleValues(change)
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])]
  const entriesLabel = getEntriesLabel([old, now].map((version) => version?.entries))
  const fields = names
    .filter((name) => !HIDDEN.has(name))
    .map((name) => {
      const [from, to] = CONSEQUENCES.has(name)
        ? [undefined, inWords(name, now?.[name] ?? old?.[name], people)]
        : [old, now].map((version) => version && inWords(name, version[name], people))
      const label = name === 'entries' ? entriesLabel : labelOf(name)
      return { name, label, before: from, after: to, differs: from !== to }
    })
    .filter(({ before, after }) => (before ?? 'None') !== 'None' || (after ?? 'None') !== 'None')
  const rank = ({ name, differs }: FieldChange) => (differs ? 0 : 2) + (FIRST.has(name) ? 0 : 1)
  return fields.toSorted((one, other) => rank(one) - rank(other))
}

/** Time until an instant in words, rounded: '7 days', '3 hours'. */
export function formatApprovalTimeLeft(instant: string, now: Date = new Date()): string {
  const milliseconds = Date.parse(instant) - now.getTime()
  if (milliseconds < 3_600_000) return 'less than an hour'
  const hours = Math.round(milliseconds / 3_600_000)
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}
