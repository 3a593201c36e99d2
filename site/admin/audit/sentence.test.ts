import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit'
import { changedFields, changesBeside } from './compare.ts'
import { reasonsOf, writeSentence } from './sentence.ts'
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
      admin_id: null,
      admin_name: '',
      after: { reason: 'forbidden', call: 'GET /users' },
    },
  ],
  [
    'Anna was refused DELETE /users/:id on user 42 (forbidden)',
    {
      action: 'access.refused',
      investors: [jane],
      after: { reason: 'forbidden', call: 'DELETE /users/:id' },
    },
  ],
  [
    'Jane Doe was refused GET /users (forbidden)',
    {
      action: 'access.refused',
      admin_id: null,
      admin_name: '',
      investors: [jane],
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
  [
    'Anna set the announcement “Closed on Friday”',
    {
      action: 'banner.update',
      entity: 'settings',
      before: { banner: null },
      after: { banner: { text: 'Closed on Friday' } },
    },
  ],
  [
    'Anna changed the announcement',
    {
      action: 'banner.update',
      entity: 'settings',
      before: { banner: { text: 'Closed on Friday' } },
      after: { banner: { text: 'Closed on Monday' } },
    },
  ],
  [
    'Anna changed the announcement “Closed”',
    {
      action: 'banner.update',
      entity: 'settings',
      before: { banner: { text: 'Closed', to: '1' } },
      after: { banner: { text: 'Closed', to: '2' } },
    },
  ],
  [
    'Anna removed the announcement “Closed on Friday”',
    {
      action: 'banner.update',
      entity: 'settings',
      before: { banner: { text: 'Closed on Friday' } },
      after: { banner: null },
    },
  ],
  [
    'Anna ended the schedule of the report Flows, monthly, for Bo, Vera',
    {
      action: 'report_schedule.delete',
      entity: 'report_schedule',
      entity_id: '1',
      before: { report: 'flows', frequency: 'monthly', recipients: ['Bo', 'Vera'] },
    },
  ],
  [
    'Anna scheduled the report Flows, daily, for administrator 3',
    {
      action: 'report_schedule.create',
      entity: 'report_schedule',
      entity_id: '1',
      after: { report: 'flows', frequency: 'daily', recipients: [3] },
    },
  ],
  [
    'Anna rated the risk of Jane Doe as high. The grounds are on the page of the verification',
    { action: 'verification.rate', entity: 'verification', investors: [jane], after: { risk: 'high' } },
  ],
  [
    'Anna assigned the verification of Jane Doe to nobody',
    {
      action: 'verification.assign',
      entity: 'verification',
      investors: [jane],
      after: { assignee: 'nobody' },
    },
  ],
  [
    'Anna replaced the screening list with eu.csv (1,200 new, 0 gone)',
    {
      action: 'screening.upload_list',
      entity: 'screening_list',
      after: { filename: 'eu.csv', names_added: 1200, names_removed: 0 },
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
  expect(reasonsOf(entryOf(deleted))).toEqual([{ label: 'Reason', text: 'Booked twice' }])
  expect(reasonsOf(entryOf({ ...deleted, after: null }))).toEqual([])
  expect(
    reasonsOf(entryOf({ action: 'access.refused', entity: 'admin', after: { reason: 'forbidden' } })),
  ).toEqual([])
})

test('a decision has its own reason and that of the proposal, each once', () => {
  const entry = entryOf({
    action: 'approval.refuse',
    entity: 'approval',
    before: { state: 'waiting' },
    after: { state: 'refused', reason: 'Booked twice', decision_reason: 'It was not' },
  })
  expect(reasonsOf(entry)).toEqual([
    { label: 'Reason', text: 'It was not' },
    { label: 'Proposed because', text: 'Booked twice' },
  ])
  expect(changesBeside(entry)).toEqual([])
})

test('a reason that changed is not printed as a change too', () => {
  const entry = entryOf({
    action: 'screening.decide',
    entity: 'screening_hit',
    before: { state: 'open', reason: '' },
    after: { state: 'no_match', reason: 'Born elsewhere' },
  })
  expect(changesBeside(entry)).toEqual([{ name: 'state', before: 'open', after: 'no_match' }])
  expect(reasonsOf(entry)).toEqual([{ label: 'Reason', text: 'Born elsewhere' }])
})
