import type { AuditEntry } from '#contract/audit'
import { bareSymbol } from '#shared/series-code'
import { seriesLocation } from '#site/admin/series/series-options.ts'
import { investorLocation } from '#site/admin/shared/investor.ts'

/** Fields that label a row, the best first. */
const labelFields = ['reference', 'symbol', 'original_name', 'title', 'name', 'filename'] as const

const versionOf = ({ after, before }: Pick<AuditEntry, 'after' | 'before'>): Record<string, unknown> => {
  const version = after ?? before
  return typeof version === 'object' && version !== null ? (version as Record<string, unknown>) : {}
}

/** The label of the row of an entry, as the log has it: a reference, a symbol or a title; empty without one. */
export function labelOf(entry: Pick<AuditEntry, 'after' | 'before'>): string {
  const version = versionOf(entry)
  const label = labelFields
    .map((field) => version[field])
    .find((value) => typeof value === 'string' && value !== '')
  return typeof label === 'string' ? label : ''
}

/** The day that the row of an entry is of: a valuation or an attestation; empty without one. */
export function dayOf(entry: Pick<AuditEntry, 'after' | 'before'>): string {
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
  chat_session: (entry) => `?d=support&tab=chats&search=${encodeURIComponent(labelOf(entry))}`,
  token: (entry) => `?d=tokens&search=${encodeURIComponent(labelOf(entry))}`,
  document: (entry) => `?d=documents&search=${encodeURIComponent(labelOf(entry))}`,
  department: () => '?d=departments',
  settings: () => '?d=settings',
  subscription: ({ entity_id }) => `?d=subscriptions&item=${entity_id}`,
  movement: (entry) => `?d=register&series=${bareSymbol(labelOf(entry))}&view=entries`,
  distribution: (entry) => `?d=register&series=${bareSymbol(labelOf(entry))}&view=distributions`,
}

/** The sections that list the rows of an investor, by the entity of the log. */
const listOf: Record<string, string> = {
  transaction: 'transactions',
  notification: 'notifications',
  login_record: 'login-tracking',
}

/** The link to the section that shows the row of an entry; undefined where nothing of it is left to show. */
export function rowAddressOf(entry: AuditEntry): string | undefined {
  const { subject, entity, action } = entry
  const section = sectionOf[entity]
  if (subject?.kind === 'user') {
    const list = listOf[entity]
    if (list) return `?d=${list}&user=${subject.id}`
    if (!section) return subject.is_deleted ? undefined : investorLocation(subject.id)
  }
  if (subject?.kind === 'series' && !section) return seriesLocation(subject.name)
  return action.endsWith('.delete') ? undefined : section?.(entry)
}
