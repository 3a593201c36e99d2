import type { AuditEntry } from '#contract/audit'
import { formatCurrency } from '#core/format/format'
import { sentenceOf } from '#shared/audit-sentences'
import { panelReportTitles } from '#shared/enums/reports'
import { nameItem } from '#shared/enums/verifications'
import { seriesLocation } from '#site/admin/series/series-options.ts'
import { investorLocation } from '#site/admin/shared/investor.ts'
import { announcementOf, nameBannerStep } from './announcement.ts'
import { dayOf, labelOf, rowAddressOf } from './subject.ts'
import { shorten } from './words.ts'

/** A piece of a sentence; `address` is the query of the panel that it leads to. */
export interface SentencePart {
  text: string
  address?: string | undefined
}

const words = (name: string): string => name.replaceAll('_', ' ')

/** A field of the row after the action, else before it, as a word; empty without one. */
function fieldOf({ after, before }: AuditEntry, name: string): string {
  for (const version of [after, before]) {
    if (typeof version !== 'object' || version === null) continue
    const value = (version as Record<string, unknown>)[name]
    if (typeof value === 'string') return value
    if (typeof value === 'number') return value.toLocaleString('en-US')
  }
  return ''
}

/** Whom an entry concerns, each with a link. */
function peopleOf({ investors, subject }: AuditEntry): SentencePart[] {
  if (investors.length > 0) {
    return investors.flatMap(({ id, name, is_deleted }, at) => [
      ...(at > 0 ? [{ text: at === investors.length - 1 ? ' and ' : ', ' }] : []),
      { text: name, address: is_deleted ? undefined : investorLocation(id) },
    ])
  }
  if (!subject) return []
  if (subject.kind === 'series') return [{ text: subject.name, address: seriesLocation(subject.name) }]
  return [{ text: subject.name, address: subject.kind === 'admin' ? '?d=administrators' : undefined }]
}

/** The row of an entry: what it is and its reference, symbol, title or id. */
function rowOf(entry: AuditEntry): SentencePart[] {
  const { entity, entity_id, subject } = entry
  const label = labelOf(entry)
  const isSeries = subject?.kind === 'series' && subject.name === label
  const day = dayOf(entry)
  const name = [words(entity === 'approval' ? 'proposal' : entity), (!isSeries && label) || entity_id]
  const text = [...name, day && `of ${day}`].filter((part) => part !== '').join(' ')
  return [{ text, address: rowAddressOf(entry) }]
}

/** Proposals that are not named by their verb and row. */
const acts: Readonly<Record<string, string>> = {
  'investment.approve': 'approve the request for a token',
}

/** What a proposal is to do, such as `update transaction 7`. */
function proposalOf(entry: AuditEntry): SentencePart[] {
  const act = acts[fieldOf(entry, 'action')]
  if (act) return [{ text: act }]
  const verb = fieldOf(entry, 'action').split('.').at(-1) ?? ''
  if (verb === '') return []
  const { after } = entry
  const id = typeof after === 'object' && after !== null && 'entity_id' in after ? after.entity_id : null
  const entity = words(fieldOf(entry, 'entity'))
  // A verb may name its object: 'upload list' of a 'screening list'.
  const object = words(verb).split(' ').at(-1) ?? ''
  const does = entity.endsWith(` ${object}`) ? words(verb).slice(0, -object.length).trim() : words(verb)
  return [{ text: [does, entity, id].filter((part) => part !== null && part !== '').join(' ') }]
}

/** The words of a check. Entries from before these were kept have none. */
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

/** Who receives a report. Entries from before names were kept have ids. */
const recipientsOf = (entry: AuditEntry): string =>
  severalOf(entry, 'recipients')
    .map((one) => (typeof one === 'number' ? `administrator ${one}` : String(one)))
    .join(', ')

/** An amount in US dollars; empty where it is unknown. */
function moneyOf(entry: AuditEntry, name: string): string {
  const amount = fieldOf(entry, name)
  return amount === '' ? '' : formatCurrency(amount, 'USD')
}

/** Names whose text is not that of a field. */
const texts: Readonly<Record<string, (entry: AuditEntry) => string>> = {
  banner: nameBannerStep,
  announcement: (entry) => shorten(announcementOf(entry)),
  report: (entry) => {
    const report = fieldOf(entry, 'report')
    return panelReportTitles[report as keyof typeof panelReportTitles] ?? words(report)
  },
  recipients: recipientsOf,
  roles: (entry) => severalOf(entry, 'roles').join(', '),
  net_growth: (entry) => moneyOf(entry, 'net_growth'),
  balance: (entry) => moneyOf(entry, 'balance'),
  item: (entry) => nameItem(fieldOf(entry, 'item')),
}

function partsOf(entry: AuditEntry, name: string): SentencePart[] {
  const read = texts[name]
  if (read) {
    const text = read(entry)
    return text === '' ? [] : [{ text }]
  }
  if (name === 'actor') return [{ text: entry.admin_name || 'Somebody' }]
  if (name === 'who') return peopleOf(entry)
  if (name === 'caller') return callerOf(entry)
  if (name === 'target') return targetOf(entry)
  if (name === 'row') return rowOf(entry)
  if (name === 'proposal') return proposalOf(entry)
  if (name === 'check') return checkOf(entry)
  if (name === 'place') return [{ text: 'the page of the verification', address: rowAddressOf(entry) }]
  if (name === 'list')
    return [{ text: `the list ${words(entry.entity_id.replaceAll('-', '_')) || 'of a section'}` }]
  if (name === 'money') {
    const amount = fieldOf(entry, 'amount')
    return amount === '' ? [] : [{ text: formatCurrency(amount, fieldOf(entry, 'currency') || 'USD') }]
  }
  const text = fieldOf(entry, name)
  return text === '' ? [] : [{ text: name === 'reason' ? words(text) : text }]
}

/** Who made a refused call: an administrator, or the account that the entry is about. */
const callerOf = (entry: AuditEntry): SentencePart[] =>
  entry.admin_id === null ? peopleOf(entry) : [{ text: entry.admin_name }]

/** What a refused call of an administrator was about, unless that is the own account. */
const targetOf = (entry: AuditEntry): SentencePart[] =>
  entry.admin_id === null || (entry.entity === 'admin' && entry.entity_id === String(entry.admin_id))
    ? []
    : rowOf(entry)

/** A piece of a template with its names filled in; undefined where one is unknown and has no other word. */
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

/** What an entry says, as a sentence of names, links and words. An action that is not known still has one. */
export function writeSentence(entry: AuditEntry): SentencePart[] {
  const parts = sentenceOf(entry.action)
    .split(/(\[[^\]]*\])/)
    .flatMap((piece) =>
      piece.startsWith('[')
        ? (fill(entry, piece.slice(1, -1)) ?? [])
        : (fill(entry, piece) ?? [{ text: piece }]),
    )
  return parts.filter(({ text }) => text !== '')
}

export interface SaidReason {
  label: string
  text: string
}

/** Why it was done, where that was said and the sentence does not say it. A decision has a reason beside that of the proposal. */
export function reasonsOf(entry: AuditEntry): SaidReason[] {
  if (sentenceOf(entry.action).includes('{reason')) return []
  const said = { ...entry, before: null }
  const isDecision = entry.entity === 'approval' && entry.action !== 'approval.propose'
  return [
    {
      label: entry.action === 'approval.refuse' ? 'Reason' : 'Remark',
      text: fieldOf(said, 'decision_reason'),
    },
    { label: isDecision ? 'Proposed because' : 'Reason', text: fieldOf(said, 'reason') },
  ].filter(({ text }) => text !== '')
}
