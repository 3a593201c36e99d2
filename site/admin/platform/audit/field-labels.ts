/** Labels for the log's actions, records and fields, whose stored names are meant for programs. */

import { toSentenceCase } from '#shared/case-format'
import { getItemName } from '#shared/enums/verifications'
import { formatTimestamp } from '#site/admin/kit/approvals/approval-labels.ts'

const records: Readonly<Record<string, string>> = {
  access: 'access',
  admin: 'administrator',
  approval: 'approval request',
  audit: 'audit log',
  call: 'call request',
  investment: 'investment request',
  list: 'list export',
  mail: 'email',
  proof: 'snapshot',
  screening_hit: 'screening match',
  screening_list: 'watchlist',
  session: 'session',
  user: 'investor',
}

const spaced = (name: string): string => name.replaceAll(/[_.-]+/g, ' ').trim()

/** An entry's record type within a sentence: 'investor', 'canned reply'. */
export const recordWords = (entity: string): string => records[entity] ?? spaced(entity)

/** An entry's record type: 'Investor', 'Canned reply'. */
export const getRecordTypeLabel = (entity: string): string => toSentenceCase(recordWords(entity))

/** Verbs of actions whose label differs from their name. */
const verbs: Readonly<Record<string, string>> = {
  answer: 'reply',
  ask_again: 'request more information',
  outdate: 'become outdated',
  propose: 'request',
  rate: 'set risk rating',
  refusals: 'denied requests',
  refuse: 'reject',
  refused: 'denied',
  use_derived: 'use calculated figures',
}

/** An action: 'Verification: accept item'. */
export function getActionLabel(action: string): string {
  const [record = '', ...verb] = action.split('.')
  return verb.length === 0
    ? getRecordTypeLabel(record)
    : `${getRecordTypeLabel(record)}: ${verbs[verb.join('.')] ?? spaced(verb.join(' '))}`
}

/** A group of fields whose name a reader need not see, because the record type implies it. */
const GROUP = /^banner\./

/** Fields whose label differs from their name. */
const fields: Readonly<Record<string, string>> = {
  by_hand: 'manual verification',
  four_eyes_amount: 'dual approval threshold',
  is_recorded: 'manually entered',
  kind: 'type',
  risk: 'risk rating',
  risk_grounds: 'rating rationale',
  state: 'status',
  units_held: 'units in custody',
}

/** A field of a row: 'active' for `is_active`, 'transaction date', 'identity' for a verification item. */
export const getFieldLabel = (field: string): string =>
  field.startsWith('items.')
    ? getItemName(field.slice('items.'.length))
    : (fields[field] ?? spaced(field.replace(GROUP, '').replace(/(^|\.)(is|has)_/g, '$1')))

/** States whose label differs from their name, by record type. */
const states: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  approval: { waiting: 'awaiting approval', refused: 'rejected', stale: 'outdated' },
  subscription: { funded: 'paid' },
  verification: { needs_more: 'more information needed', refused: 'rejected' },
  screening_hit: { open: 'open', match: 'confirmed match', no_match: 'cleared' },
}

/** A field value in words: yes for `true`, 'in review' for `in_review`, a day or time as people write it. */
export function formatValue(value: string, entity = ''): string {
  const state = states[entity]?.[value]
  if (state !== undefined) return state
  if (value === 'true') return 'yes'
  if (value === 'false') return 'no'
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatTimestamp(value)
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? spaced(value) : value
}

/** Maximum length of a value in or below a sentence; the detail shows it in full. */
const VALUE_MAX = 80

/** Text shortened to fit into a line or two. */
export const truncate = (text: string): string =>
  text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text
