/** A proposal in words: what it does, and its rows before and after as people read them. */
import type { ApprovalDetail } from '#contract/approvals'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { formatSignedUnits, formatUnits } from '#core/format/units'
import type { ApprovalState, ApprovedAction } from '#shared/enums/approvals'
import { type HeldBackReason, heldBackReasonNames } from '#shared/enums/distributions'
import { isVersion, seenSides } from './seen.ts'

export const stateNames: Record<ApprovalState, string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  stale: 'Out of date',
}

export const stateTones: Record<ApprovalState, 'neutral' | 'gain' | 'warn' | 'loss'> = {
  waiting: 'warn',
  approved: 'gain',
  refused: 'loss',
  withdrawn: 'neutral',
  expired: 'neutral',
  stale: 'neutral',
}

const actionNames: Readonly<Record<ApprovedAction, string>> = {
  'transaction.create': 'Add transaction',
  'transaction.update': 'Change transaction',
  'transaction.delete': 'Delete transaction',
  'portfolio.create': 'Create portfolio',
  'portfolio.update': 'Change portfolio',
  'portfolio.use_derived': 'Show derived figures',
  'portfolio.delete': 'Delete portfolio',
  'activity.create': 'Add activity',
  'activity.update': 'Change activity',
  'activity.delete': 'Delete activity',
  'investment.approve': 'Approve request of investor on a list',
  'subscription.allot': 'Allot units',
  'register.transfer': 'Transfer units',
  'register.redemption': 'Redeem units',
  'register.correction': 'Correct movement',
  'register.distribute': 'Pay distribution',
  'register.pay_held_back': 'Pay held-back share',
  'register.reverse_distribution': 'Reverse distribution',
  'offering.create': 'Open offering',
  'offering.update': 'Open offering',
  'valuation.add': 'Add valuation',
  'attestation.add': 'Add attestation',
  'verification.verify': 'Verify investor on a list',
  'screening.decide': 'Dismiss hit',
  'user.verify': 'Verify by hand',
  'user.unverify': 'Take verification back',
  'user.update': 'Change status and verification',
  'user.delete': 'Delete account',
  'screening.upload_list': 'New screening list',
  'email_dispute.keep': 'Keep present email address',
  'email_dispute.restore': 'Restore former email address',
  'settings.update': 'Change settings',
  'admin.create': 'Create administrator',
  'admin.set_roles': 'Change roles',
  'admin.enable': 'Enable administrator',
  'admin.disable': 'Disable administrator',
  'admin.delete': 'Delete administrator',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const spaced = (text: string): string => capital(text.replaceAll('_', ' '))

/** What a proposal does, such as 'Delete transaction'. */
export const nameOfAction = (action: string): string =>
  (actionNames as Readonly<Record<string, string>>)[action] ??
  spaced(action.split('.').toReversed().join(' '))

/** Whom or what a proposal is about: 'Ada Reyes and 2 more'; empty where that is nobody. */
export const nameSubjects = ({
  subject,
  rows,
}: {
  subject: { name: string } | null
  rows: number
}): string => (subject ? `${subject.name}${rows > 1 ? ` and ${rows - 1} more` : ''}` : '')

/** Fields that say nothing to a reader, or that are in the head of the proposal already. */
const HIDDEN = new Set([
  'id',
  'user_id',
  'created_at',
  'updated_at',
  'date',
  'hash',
  'sha256',
  // Of a screening list, whose names are shown below.
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

/** What an approver looks at first, whatever order the row has. */
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
  transaction_date: 'Date',
  is_verified: 'Verified',
  is_active: 'Account active',
  on_list: 'On the list',
  despite_list: 'Although on a list',
  match_taken_back: 'Match taken back',
  close_match_dismissed: 'Close match dismissed',
  is_recorded: 'Figures',
  four_eyes_amount: 'Amount that needs two',
  as_of: 'As of',
  issued_statements: 'Statements already issued',
  amount_per_unit: 'Amount per unit',
  filename: 'File',
  payment_account: 'Payment account',
  unit_value: 'Unit value',
  price_deviation: 'Price against unit value',
  calculated_value: 'Calculated value',
  current_value: 'Current unit value',
  value_change: 'Change of the unit value',
  becomes_current: 'Becomes the current value',
  held_back: 'Held back',
  because: 'Because',
  entries: 'Units',
  symbol: 'Series',
  value_point: 'Corrected point of the chart',
}

/** What a change leads to, and no field of the row: said once, also of a row that is deleted. */
const CONSEQUENCES = new Set(['issued_statements'])

/** Amounts in dollars, whatever row they are in. */
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
])
const UNITS = new Set(['units', 'units_held', 'cap_units'])

type People = ApprovalDetail['people']

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(text)

/** An instant as a day, with the time of day where it is not midnight in UTC. */
export function describeInstant(instant: string): string {
  const time = instant.slice(11, 16)
  const day = formatCalendarDate(instant.slice(0, 10))
  return time === '00:00' ? day : `${day}, ${time} UTC`
}

/**
 * One holder of a movement: 'Ada Reyes: +4.000000'; or of a share that is held back:
 * 'Ada Reyes: $66.91 for 542.004878 units, confirmed watchlist match'.
 */
function describeEntry(entry: Record<string, unknown>, people: People): string {
  const { user_id, units, amount, because } = entry
  const name =
    typeof user_id === 'number'
      ? (people.find(({ id }) => id === user_id)?.name ?? `Investor ${user_id}`)
      : 'Not in issue'
  return typeof amount === 'string'
    ? `${name}: ${formatMoney(amount)} for ${formatUnits(String(units))} units, ${heldBackReasonNames[because as HeldBackReason]}`
    : `${name}: ${formatSignedUnits(String(units))}`
}

/** A value as people read it. */
function inWords(name: string, value: unknown, people: People): string {
  if (value === null || value === undefined || value === '') return 'None'
  if (name === 'is_recorded') return value ? 'Entered by hand' : 'Derived'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return name === 'performance' ? `${value}%` : String(value)
  if (Array.isArray(value)) {
    const parts = value.map((part) =>
      isVersion(part) && 'units' in part ? describeEntry(part, people) : inWords(name, part, people),
    )
    return parts.length === 0 ? 'None' : parts.join(name === 'roles' ? ', ' : '\n')
  }
  if (isVersion(value)) {
    return Object.entries(value)
      .filter(([part]) => !HIDDEN.has(part))
      .map(([part, of]) => `${labelOf(part)}: ${inWords(part, of, people)}`)
      .join('\n')
  }
  const text = String(value)
  if (MONEY.has(name) && /^-?\d+(\.\d+)?$/.test(text)) return formatMoney(text)
  if (UNITS.has(name) && /^-?\d+(\.\d+)?$/.test(text)) return formatUnits(text)
  if (isDay(text)) return formatCalendarDate(text)
  if (isInstant(text)) return describeInstant(text)
  return /^[a-z]+(_[a-z]+)*$/.test(text) ? spaced(text) : text
}

const labelOf = (name: string): string => labels[name] ?? spaced(name)

export interface DescribedField {
  name: string
  label: string
  /** Undefined where there is no row on that side. */
  before: string | undefined
  after: string | undefined
  differs: boolean
}

/** A row before and after, field by field: first what differs. */
export function describeChange(
  change: Pick<ApprovalDetail, 'before' | 'after'>,
  people: People,
): DescribedField[] {
  const [old, now] = seenSides(change)
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])]
  // The entries of a movement are a list, those of a screening list are a number.
  const isMovement = [old, now].some((version) => Array.isArray(version?.entries))
  const fields = names
    .filter((name) => !HIDDEN.has(name))
    .map((name) => {
      const [from, to] = CONSEQUENCES.has(name)
        ? [undefined, inWords(name, now?.[name] ?? old?.[name], people)]
        : [old, now].map((version) => version && inWords(name, version[name], people))
      const label = labelOf(name === 'entries' && !isMovement ? 'names' : name)
      return { name, label, before: from, after: to, differs: from !== to }
    })
    .filter(({ before, after }) => (before ?? 'None') !== 'None' || (after ?? 'None') !== 'None')
  const rank = ({ name, differs }: DescribedField) => (differs ? 0 : 2) + (FIRST.has(name) ? 0 : 1)
  return fields.toSorted((one, other) => rank(one) - rank(other))
}

/** How long until an instant, in words, rounded: '7 days' also a moment after these began, '3 hours'. */
export function describeTimeLeft(instant: string, now: Date = new Date()): string {
  const milliseconds = Date.parse(instant) - now.getTime()
  if (milliseconds < 3_600_000) return 'less than an hour'
  const hours = Math.round(milliseconds / 3_600_000)
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}
