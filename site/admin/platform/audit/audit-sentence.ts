import type { AuditEntry } from '#contract/platform/audit'
import { formatCurrency } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { getAuditSentence } from '#shared/audit-sentences'
import { approvalActionPhrases } from '#shared/enums/approvals'
import { adminReportTitles } from '#shared/enums/reports'
import { getItemName } from '#shared/enums/verifications'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { getSeriesLocation } from '#site/admin/kit/series-location.ts'
import { getBannerChangeType, getBannerText } from './banner-changes.ts'
import { getEntryDay, getEntryLabel, getEntryUrl } from './entry-labels.ts'
import { recordWords, truncate } from './field-labels.ts'

/** Part of a sentence; `address` is the panel query that it links to. */
export interface SentencePart {
  text: string
  address?: string | undefined
}

const words = (name: string): string => name.replaceAll('_', ' ')

/** A field of the row after the action, or else before it, as a word; empty if there is none. */
function fieldOf({ after, before }: AuditEntry, name: string): string {
  for (const version of [after, before]) {
    if (typeof version !== 'object' || version === null) continue
    const value = (version as Record<string, unknown>)[name]
    if (typeof value === 'string') return value
    if (typeof value === 'number') return value.toLocaleString('en-US')
  }
  return ''
}

/** The people an entry concerns, each with a link. */
function peopleOf({ investors, subject }: AuditEntry): SentencePart[] {
  if (investors.length > 0) {
    return investors.flatMap(({ id, name, is_deleted }, at) => [
      ...(at > 0 ? [{ text: at === investors.length - 1 ? ' and ' : ', ' }] : []),
      { text: name, address: is_deleted ? undefined : getInvestorLocation(id) },
    ])
  }
  if (!subject) return []
  if (subject.kind === 'series') return [{ text: subject.name, address: getSeriesLocation(subject.name) }]
  return [{ text: subject.name, address: subject.kind === 'admin' ? '?d=administrators' : undefined }]
}

/** The row of an entry: its type and its reference, symbol, title or id. */
function rowOf(entry: AuditEntry): SentencePart[] {
  const { entity, entity_id, subject } = entry
  const label = getEntryLabel(entry)
  const isSeries = subject?.kind === 'series' && subject.name === label
  const day = getEntryDay(entry)
  const name = [recordWords(entity), (!isSeries && label) || entity_id]
  const text = [...name, day && `as of ${day}`].filter((part) => part !== '').join(' ')
  return [{ text, address: getEntryUrl(entry) }]
}

/** What an approval request would do, such as `edit transaction 7`. */
function proposalOf(entry: AuditEntry): SentencePart[] {
  const action = fieldOf(entry, 'action')
  const phrase =
    (approvalActionPhrases as Readonly<Record<string, string>>)[action] ??
    words(action.split('.').at(-1) ?? '')
  if (phrase === '') return []
  const { after } = entry
  const id = typeof after === 'object' && after !== null && 'entity_id' in after ? after.entity_id : null
  const entity = recordWords(fieldOf(entry, 'entity'))
  // “a transaction” becomes “transaction 7”.
  const named = id === null ? phrase : phrase.replace(new RegExp(` an? ${entity}$`), ` ${entity} ${id}`)
  return [{ text: named }]
}

/** The descriptions of the checks. Older entries have none. */
function checkOf(entry: AuditEntry): SentencePart[] {
  const text = fieldOf(entry, 'check')
  return text === '' ? [] : [{ text: `“${text}”` }]
}

/** A field with several values. */
function severalOf({ after, before }: AuditEntry, name: string): unknown[] {
  const version = after ?? before
  const found = typeof version === 'object' && version !== null && (version as Record<string, unknown>)[name]
  return Array.isArray(found) ? found : []
}

/** Recipients of a report. Older entries have ids instead of names. */
const recipientsOf = (entry: AuditEntry): string =>
  severalOf(entry, 'recipients')
    .map((one) => (typeof one === 'number' ? `administrator ${one}` : String(one)))
    .join(', ')

/** An amount in US dollars; empty if unknown. */
function moneyOf(entry: AuditEntry, name: string): string {
  const amount = fieldOf(entry, name)
  return amount === '' ? '' : formatCurrency(amount, 'USD')
}

/** The units that a register movement moves: the largest amount that an entry adds or takes. */
function unitsOf(entry: AuditEntry): string {
  const moved = severalOf(entry, 'entries').flatMap((line) =>
    typeof line === 'object' && line !== null && 'units' in line && typeof line.units === 'string'
      ? [line.units.replace('-', '')]
      : [],
  )
  const [most] = moved.toSorted((one, other) => Number(other) - Number(one))
  return most === undefined ? '' : `${formatUnits(most)} units`
}

/** Placeholders whose text is not a field's. */
const texts: Readonly<Record<string, (entry: AuditEntry) => string>> = {
  banner: getBannerChangeType,
  announcement: (entry) => truncate(getBannerText(entry)),
  report: (entry) => {
    const report = fieldOf(entry, 'report')
    return adminReportTitles[report as keyof typeof adminReportTitles] ?? words(report)
  },
  recipients: recipientsOf,
  roles: (entry) => severalOf(entry, 'roles').join(', '),
  net_growth: (entry) => moneyOf(entry, 'net_growth'),
  balance: (entry) => moneyOf(entry, 'balance'),
  total: (entry) => moneyOf(entry, 'total'),
  units: unitsOf,
  item: (entry) => getItemName(fieldOf(entry, 'item')),
}

function partsOf(entry: AuditEntry, name: string): SentencePart[] {
  const read = texts[name]
  if (read) {
    const text = read(entry)
    return text === '' ? [] : [{ text }]
  }
  if (name === 'actor') return [{ text: entry.admin_name || 'Someone' }]
  if (name === 'who') return peopleOf(entry)
  if (name === 'caller') return callerOf(entry)
  if (name === 'target') return targetOf(entry)
  if (name === 'row') return rowOf(entry)
  if (name === 'proposal') return proposalOf(entry)
  if (name === 'check') return checkOf(entry)
  if (name === 'place') return [{ text: 'the verification page', address: getEntryUrl(entry) }]
  if (name === 'list') {
    const list = words(entry.entity_id.replaceAll('-', '_'))
    return [{ text: list ? `the ${list} list` : 'a list' }]
  }
  if (name === 'money') {
    const amount = fieldOf(entry, 'amount')
    return amount === '' ? [] : [{ text: formatCurrency(amount, fieldOf(entry, 'currency') || 'USD') }]
  }
  const text = fieldOf(entry, name)
  return text === '' ? [] : [{ text: name === 'reason' ? words(text) : text }]
}

/** Who made a rejected call: an administrator, or the account that the entry concerns. */
const callerOf = (entry: AuditEntry): SentencePart[] =>
  entry.admin_id === null ? peopleOf(entry) : [{ text: entry.admin_name }]

/** The target of an administrator's rejected call, unless it is their own account. */
const targetOf = (entry: AuditEntry): SentencePart[] =>
  entry.admin_id === null || (entry.entity === 'admin' && entry.entity_id === String(entry.admin_id))
    ? []
    : rowOf(entry)

/** Part of a template with its placeholders filled in; undefined if one is unknown and has no fallback. */
function fill(entry: AuditEntry, template: string): SentencePart[] | undefined {
  const parts: SentencePart[] = []
  for (const piece of template.split(/(\{[^}]*\})/)) {
    const [, name, otherwise] = /^\{([^|}]*)(?:\|([^}]*))?\}$/.exec(piece) ?? []
    if (name === undefined) {
      if (piece) parts.push({ text: piece })
      continue
    }
    const found = partsOf(entry, name)
    if (found.length === 0 && otherwise === undefined) return undefined
    parts.push(...(found.length > 0 ? found : [{ text: otherwise ?? '' }]))
  }
  return parts
}

/** An entry as a sentence of names, links and words. Unknown actions also get one. */
export function buildSentence(entry: AuditEntry): SentencePart[] {
  const parts = getAuditSentence(entry.action)
    .split(/(\[[^\]]*\])/)
    .flatMap((piece) =>
      piece.startsWith('[')
        ? (fill(entry, piece.slice(1, -1)) ?? [])
        : (fill(entry, piece) ?? [{ text: piece }]),
    )
  return parts.filter(({ text }) => text !== '')
}

export interface AuditReason {
  label: string
  text: string
}

/**
 * The reason for an action, if there is one and the sentence does not include it. A decision has its own reason besides
 * the request's.
 */
export function listReasons(entry: AuditEntry): AuditReason[] {
  if (getAuditSentence(entry.action).includes('{reason')) return []
  const said = { ...entry, before: null }
  const isDecision = entry.entity === 'approval' && entry.action !== 'approval.propose'
  return [
    {
      label: entry.action === 'approval.refuse' ? 'Reason' : 'Comment',
      text: fieldOf(said, 'decision_reason'),
    },
    { label: isDecision ? 'Reason for request' : 'Reason', text: fieldOf(said, 'reason') },
  ].filter(({ text }) => text !== '')
}
