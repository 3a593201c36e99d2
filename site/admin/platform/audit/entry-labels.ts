import type { AuditEntry } from '#contract/platform/audit'
import { stripSymbolPrefix } from '#shared/series-code'
import { getInvestorLocation } from '#site/admin/kit/investor-location.ts'
import { getSeriesLocation } from '#site/admin/kit/series-location.ts'

/** Fields that can label a row, most descriptive first. */
const labelFields = ['reference', 'symbol', 'original_name', 'title', 'name', 'filename'] as const

const versionOf = ({ after, before }: Pick<AuditEntry, 'after' | 'before'>): Record<string, unknown> => {
  const version = after ?? before
  return typeof version === 'object' && version !== null ? (version as Record<string, unknown>) : {}
}

/** The label of an entry's row, as logged: a reference, symbol or title; empty if there is none. */
export function getEntryLabel(entry: Pick<AuditEntry, 'after' | 'before'>): string {
  const version = versionOf(entry)
  const label = labelFields
    .map((field) => version[field])
    .find((value) => typeof value === 'string' && value !== '')
  return typeof label === 'string' ? label : ''
}

/** The day of the entry's row, for a valuation or attestation; otherwise empty. */
export function getEntryDay(entry: Pick<AuditEntry, 'after' | 'before'>): string {
  const { as_of } = versionOf(entry)
  return typeof as_of === 'string' ? as_of : ''
}

const sectionOf: Record<string, (entry: AuditEntry) => string | undefined> = {
  admin: () => '?d=administrators',
  approval: ({ entity_id }) => `?d=approvals&item=${entity_id}`,
  audit_log: () => '?d=audit-log',
  mail: () => '?d=mails',
  report_schedule: () => '?d=reports',
  screening_hit: () => '?d=screening',
  screening_list: () => '?d=screening',
  verification: ({ entity_id }) => (entity_id ? `?d=verifications&item=${entity_id}` : '?d=verifications'),
  ticket: ({ entity_id }) => `?d=support&item=${entity_id}`,
  call_schedule: ({ entity_id }) => `?d=support&tab=calls&item=${entity_id}`,
  chat_session: (entry) => `?d=support&tab=chats&search=${encodeURIComponent(getEntryLabel(entry))}`,
  token: (entry) => `?d=tokens&search=${encodeURIComponent(getEntryLabel(entry))}`,
  document: (entry) => `?d=documents&search=${encodeURIComponent(getEntryLabel(entry))}`,
  department: () => '?d=departments',
  settings: () => '?d=settings',
  subscription: ({ entity_id }) => `?d=subscriptions&item=${entity_id}`,
  movement: (entry) => `?d=register&series=${stripSymbolPrefix(getEntryLabel(entry))}&view=entries`,
  distribution: (entry) => `?d=register&series=${stripSymbolPrefix(getEntryLabel(entry))}&view=distributions`,
}

/** The sections that list an investor's rows, by entity in the log. */
const listOf: Record<string, string> = {
  transaction: 'transactions',
  notification: 'notifications',
  login_record: 'login-tracking',
}

/** The link to the section that shows an entry's row; undefined if there is nothing left to show. */
export function getEntryUrl(entry: AuditEntry): string | undefined {
  const { subject, entity, action } = entry
  const section = sectionOf[entity]
  if (subject?.kind === 'user') {
    const list = listOf[entity]
    if (list) return `?d=${list}&user=${subject.id}`
    if (!section) return subject.is_deleted ? undefined : getInvestorLocation(subject.id)
  }
  if (subject?.kind === 'series' && !section) return getSeriesLocation(subject.name)
  return action.endsWith('.delete') ? undefined : section?.(entry)
}
