import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit'
import { changedFields } from './compare.ts'
import { reasonOf, writeSentence } from './sentence.ts'
import { entryOf } from './testing-entry.ts'

const jane = { id: 42, name: 'Jane Doe', is_deleted: false }
const bo = { id: 7, name: 'Bo Lind', is_deleted: false }
const gold = { kind: 'series' as const, id: 5, name: '$WITGOLD', email: '', is_deleted: false }
const textOf = (part: Partial<AuditEntry>) =>
  writeSentence(entryOf(part))
    .map(({ text }) => text)
    .join('')

test.each<[string, Partial<AuditEntry>]>([
  ['Anna verified Jane Doe by hand', { investors: [jane] }],
  [
    'Anna deleted transaction 9 of Jane Doe',
    { action: 'transaction.delete', entity: 'transaction', entity_id: '9', investors: [jane] },
  ],
  [
    'Anna added transaction 9 (deposit of $12,500.00) of Jane Doe',
    {
      action: 'transaction.create',
      entity: 'transaction',
      entity_id: '9',
      investors: [jane],
      after: { type: 'deposit', amount: '12500.00', currency: 'USD' },
    },
  ],
  [
    'Anna opened evidence of Jane Doe (source of funds)',
    {
      action: 'evidence.open',
      entity: 'verification',
      investors: [jane],
      after: { file: 3, item: 'source_of_funds' },
    },
  ],
  [
    'Anna ticked “The document is valid” in the verification of Jane Doe',
    {
      action: 'verification.check',
      entity: 'verification',
      investors: [jane],
      after: { checks: ['document_valid'], check: 'The document is valid', mark: 'ticked' },
    },
  ],
  [
    'Anna changed a check in the verification of Jane Doe',
    {
      action: 'verification.check',
      entity: 'verification',
      investors: [jane],
      after: { checks: ['document_valid'] },
    },
  ],
  [
    'Anna refused the verification of Jane Doe. The reason is on the page of the verification',
    { action: 'verification.refuse', entity: 'verification', entity_id: '7', investors: [jane], after: {} },
  ],
  [
    'Anna began to export the list audit log (1,204 rows)',
    { action: 'list.export', entity: 'list', entity_id: 'audit-log', after: { rows: 1204 } },
  ],
  [
    'Anna exported the list audit log (1,203 rows)',
    {
      action: 'list.export_completed',
      entity: 'list',
      entity_id: 'audit-log',
      after: { rows: 1204, sent: 1203 },
    },
  ],
  [
    'Anna cancelled the export of the list users after 1,000 of 1,204 rows',
    {
      action: 'list.export_cancelled',
      entity: 'list',
      entity_id: 'users',
      after: { rows: 1204, sent: 1000 },
    },
  ],
  [
    'Anna transferred units of $WITGOLD between Bo Lind and Jane Doe',
    { action: 'register.transfer', entity: 'movement', after: { symbol: '$WITGOLD' }, investors: [bo, jane] },
  ],
  [
    'Anna approved proposal 3 by Bo to update transaction 7 of Jane Doe',
    {
      action: 'approval.approve',
      entity: 'approval',
      entity_id: '3',
      investors: [jane],
      after: { action: 'transaction.update', entity: 'transaction', entity_id: 7, proposed_by: 'Bo' },
    },
  ],
  [
    'Somebody was refused GET /users (forbidden)',
    {
      action: 'access.refused',
      entity: 'admin',
      admin_name: '',
      after: { reason: 'forbidden', call: 'GET /users' },
    },
  ],
  [
    'Anna added valuation 4 of 2026-06-30 of $WITGOLD',
    {
      action: 'valuation.add',
      entity: 'valuation',
      entity_id: '4',
      subject: gold,
      after: { as_of: '2026-06-30' },
    },
  ],
  ['Anna recorded “polish” on stone 3', { action: 'stone.polish', entity: 'stone', entity_id: '3' }],
  [
    'Anna recorded “{odd}” on stone 3'.replace('{odd}', 'odd'),
    { action: '{odd}', entity: 'stone', entity_id: '3' },
  ],
])('writes: %s', (sentence, part) => expect(textOf(part)).toBe(sentence))

test('links the investor to the page of the investor, and the row to its section', () => {
  const parts = writeSentence(
    entryOf({ action: 'approval.refuse', entity: 'approval', entity_id: '3', investors: [jane] }),
  )
  expect(parts).toContainEqual({ text: 'Jane Doe', address: '?d=users&user=42' })
  expect(parts).toContainEqual({ text: 'proposal 3', address: '?d=approvals&item=3' })
  const refusal = entryOf({ action: 'verification.refuse', entity: 'verification', entity_id: '7' })
  expect(writeSentence(refusal)).toContainEqual({
    text: 'the page of the verification',
    address: '?d=verifications&item=7',
  })
})

test('links no deleted investor', () => {
  const gone = { id: 42, name: 'Deleted user', is_deleted: true }
  const parts = writeSentence(entryOf({ action: 'user.delete', investors: [gone] }))
  expect(parts).toContainEqual({ text: 'Deleted user', address: undefined })
})

test('shows only what changed, and nothing of a row with one version', () => {
  const before = { amount: '1.00', note: 'a', updated_at: '1' }
  expect(changedFields(before, { amount: '2.00', note: 'a', updated_at: '2' })).toEqual([
    { name: 'amount', before: '1.00', after: '2.00' },
  ])
  expect(changedFields(null, before)).toEqual([])
})

test('names the reason beside the sentence, unless the sentence has it', () => {
  const deleted = {
    action: 'transaction.delete',
    entity: 'transaction',
    before: { amount: '5.00', reason: 'of the row' },
    after: { reason: 'Booked twice' },
  }
  expect(reasonOf(entryOf(deleted))).toBe('Booked twice')
  expect(reasonOf(entryOf({ ...deleted, after: null }))).toBe('')
  expect(
    reasonOf(entryOf({ action: 'access.refused', entity: 'admin', after: { reason: 'forbidden' } })),
  ).toBe('')
})
