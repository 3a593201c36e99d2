/** The names of the log's actions, records and fields in words: what is stored is made for programs. */
import { sentenceCase } from '#shared/words'

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

/** A field of a row: 'active' for `is_active`, 'transaction date'. */
export const nameField = (field: string): string => spaced(field.replace(/(^|\.)(is|has)_/g, '$1'))

/** A value of a field: yes and no for what a program calls true and false. */
export const nameValue = (value: string): string =>
  value === 'true' ? 'yes' : value === 'false' ? 'no' : value
