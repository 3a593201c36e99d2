import { expect, test } from 'vitest'
import { getEntryDay, getEntryLabel, getEntryUrl } from './entry-labels.ts'
import { createEntry } from './test-entry.ts'

const ada = { kind: 'user' as const, id: 2, name: 'Ada Reyes', email: 'ada@x.example', is_deleted: false }
const gold = { kind: 'series' as const, id: 5, name: '$WITGOLD', email: '', is_deleted: false }
const gone = { ...ada, name: 'Deleted investor', email: '', is_deleted: true }

test.each([
  ['the user', { subject: ada }, '?d=users&user=2'],
  ['no deleted user', { subject: gone }, undefined],
  ['the ledger of a deleted user', { entity: 'transaction', subject: gone }, '?d=transactions&user=2'],
  ['a ticket', { entity: 'ticket', entity_id: '7' }, '?d=support&item=7'],
  ['a token by its symbol', { entity: 'token', after: { symbol: '$A' } }, '?d=tokens&search=%24A'],
  [
    'the series of a valuation',
    { entity: 'valuation', subject: gold, after: { as_of: '2026-06-30' } },
    '?d=tokens&token=WITGOLD',
  ],
  ['no deleted token', { entity: 'token', action: 'token.delete', before: { symbol: '$A' } }, undefined],
])('links %s if a section shows it', (_, part, address) =>
  expect(getEntryUrl(createEntry(part))).toBe(address),
)

test('labels a row by its reference, symbol or title', () => {
  expect(getEntryLabel({ before: { name: 'old' }, after: { reference: 'T-000001', name: 'x' } })).toBe(
    'T-000001',
  )
  expect(getEntryLabel({ before: { title: 'Old' }, after: null })).toBe('Old')
  expect(getEntryLabel({ before: null, after: 'odd' })).toBe('')
})

test('shows the day of a valuation or attestation', () => {
  expect(getEntryDay({ before: null, after: { as_of: '2026-06-30' } })).toBe('2026-06-30')
  expect(getEntryDay({ before: null, after: { name: 'x' } })).toBe('')
})
