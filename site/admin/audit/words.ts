/** The names of the log's actions, records and fields in words: what is stored is made for programs. */
import { nameItem } from '#shared/enums/verifications'
import { sentenceCase } from '#shared/words'
import { describeInstant } from '#site/admin/approvals/words.ts'

const records: Readonly<Record<string, string>> = {
  access: 'access',
  admin: 'administrator',
  approval: 'proposal',
  audit: 'audit log',
  call: 'call request',
  investment: 'investment request',
  list: 'list of the panel',
  proof: 'snapshot',
  session: 'session',
  user: 'investor',
}

const spaced = (name: string): string => name.replaceAll(/[_.-]+/g, ' ').trim()

/** The record of an entry: 'Investor', 'Canned reply'. */
export const nameRecord = (entity: string): string => sentenceCase(records[entity] ?? spaced(entity))

/** An action: 'Verification: accept item'. */
export function nameAction(action: string): string {
  const [record = '', ...verb] = action.split('.')
  return verb.length === 0 ? nameRecord(record) : `${nameRecord(record)}: ${spaced(verb.join(' '))}`
}

/** A group of fields that a reader need not see: the record says what they are of. */
const GROUP = /^banner\./

/** A field of a row: 'active' for `is_active`, 'transaction date', 'identity' for an item of a verification. */
export const nameField = (field: string): string =>
  field.startsWith('items.')
    ? nameItem(field.slice('items.'.length))
    : spaced(field.replace(GROUP, '').replace(/(^|\.)(is|has)_/g, '$1'))

/** States that read otherwise than they are called, by the record. */
const states: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  verification: { needs_more: 'asked again', expired: 'ended' },
  screening_hit: { open: 'waits', match: 'is the person', no_match: 'is another person' },
}

/** A value of a field in words: yes for `true`, 'in review' for `in_review`, a day or a moment as people write it. */
export function nameValue(value: string, entity = ''): string {
  const state = states[entity]?.[value]
  if (state !== undefined) return state
  if (value === 'true') return 'yes'
  if (value === 'false') return 'no'
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return describeInstant(value)
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? spaced(value) : value
}

/** Longest value under a sentence, or in one; the whole one is in the detail. */
const VALUE_MAX = 80

/** A text that fits into a line or two. */
export const shorten = (text: string): string =>
  text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text
