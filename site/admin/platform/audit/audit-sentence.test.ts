import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/platform/audit'
import { buildSentence, listReasons } from './audit-sentence.ts'
import { listChangedFields, listInlineChanges } from './compare-versions.ts'
import { createEntry } from './test-entry.ts'

const jane = { id: 42, name: 'Jane Doe', is_deleted: false }
const bo = { id: 7, name: 'Bo Lind', is_deleted: false }
const gold = { kind: 'series' as const, id: 5, name: '$WITGOLD', email: '', is_deleted: false }
const textOf = (part: Partial<AuditEntry>) =>
  buildSentence(createEntry(part))
    .map(({ text }) => text)
    .join('')

test.each<[string, Partial<AuditEntry>]>([
  ['Anna manually verified Jane Doe', { investors: [jane] }],
  [
    'Anna deleted transaction 9 for Jane Doe',
    { action: 'transaction.delete', entity: 'transaction', entity_id: '9', investors: [jane] },
  ],
  [
    'Anna added transaction 9 (deposit of $12,500.00) for Jane Doe',
    {
      action: 'transaction.create',
      entity: 'transaction',
      entity_id: '9',
      investors: [jane],
      after: { type: 'deposit', amount: '12500.00', currency: 'USD' },
    },
  ],
  [
    'Anna viewed evidence for Jane Doe (source of funds)',
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
    'Anna rejected the verification of Jane Doe. See the verification page for the reason',
    { action: 'verification.refuse', entity: 'verification', entity_id: '7', investors: [jane], after: {} },
  ],
  [
    'Anna started an export of the audit log list (1,204 rows)',
    { action: 'list.export', entity: 'list', entity_id: 'audit-log', after: { rows: 1204 } },
  ],
  [
    'Anna exported the audit log list (1,203 rows)',
    {
      action: 'list.export_completed',
      entity: 'list',
      entity_id: 'audit-log',
      after: { rows: 1204, sent: 1203 },
    },
  ],
  [
    'Anna cancelled the export of the users list after 1,000 of 1,204 rows',
    {
      action: 'list.export_cancelled',
      entity: 'list',
      entity_id: 'users',
      after: { rows: 1204, sent: 1000 },
    },
  ],
  [
    'Anna booked a distribution of $WITGOLD ($12,000.00)',
    {
      action: 'register.distribute',
      entity: 'distribution',
      after: { symbol: '$WITGOLD', total: '12000.00' },
    },
  ],
  [
    'Anna redeemed 100.500000 units of $WITGOLD for Jane Doe ($10,400.00)',
    {
      action: 'register.redemption',
      entity: 'movement',
      after: {
        symbol: '$WITGOLD',
        amount: '10400.00',
        entries: [{ units: '-100.500000' }, { units: '100.500000' }],
      },
      investors: [jane],
    },
  ],
  [
    'Anna transferred units of $WITGOLD between Bo Lind and Jane Doe',
    { action: 'register.transfer', entity: 'movement', after: { symbol: '$WITGOLD' }, investors: [bo, jane] },
  ],
  [
    'Anna approved the request from Bo to edit transaction 7 for Jane Doe (approval request 3)',
    {
      action: 'approval.approve',
      entity: 'approval',
      entity_id: '3',
      investors: [jane],
      after: { action: 'transaction.update', entity: 'transaction', entity_id: 7, proposed_by: 'Bo' },
    },
  ],
  [
    'Someone was denied access to GET /users (forbidden)',
    {
      action: 'access.refused',
      entity: 'admin',
      admin_id: null,
      admin_name: '',
      after: { reason: 'forbidden', call: 'GET /users' },
    },
  ],
  [
    'Anna was denied access to DELETE /users/:id on investor 42 (forbidden)',
    {
      action: 'access.refused',
      investors: [jane],
      after: { reason: 'forbidden', call: 'DELETE /users/:id' },
    },
  ],
  [
    'Jane Doe was denied access to GET /users (forbidden)',
    {
      action: 'access.refused',
      admin_id: null,
      admin_name: '',
      investors: [jane],
      after: { reason: 'forbidden', call: 'GET /users' },
    },
  ],
  [
    'Anna added valuation 4 as of 2026-06-30 for $WITGOLD',
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
    'Anna deleted a report schedule: Cash flows, monthly, for Bo, Vera',
    {
      action: 'report_schedule.delete',
      entity: 'report_schedule',
      entity_id: '1',
      before: { report: 'flows', frequency: 'monthly', recipients: ['Bo', 'Vera'] },
    },
  ],
  [
    'Anna scheduled a report: Cash flows, daily, for administrator 3',
    {
      action: 'report_schedule.create',
      entity: 'report_schedule',
      entity_id: '1',
      after: { report: 'flows', frequency: 'daily', recipients: [3] },
    },
  ],
  [
    'Anna set the risk rating for Jane Doe to high. See the verification page for the rationale',
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
    'Anna replaced the watchlist with eu.csv (1,200 added, 0 removed)',
    {
      action: 'screening.upload_list',
      entity: 'screening_list',
      after: { filename: 'eu.csv', names_added: 1200, names_removed: 0 },
    },
  ],
  ['Anna performed “polish” on stone 3', { action: 'stone.polish', entity: 'stone', entity_id: '3' }],
  [
    'Anna performed “{odd}” on stone 3'.replace('{odd}', 'odd'),
    { action: '{odd}', entity: 'stone', entity_id: '3' },
  ],
])('writes: %s', (sentence, part) => expect(textOf(part)).toBe(sentence))

test('links the investor to the investor page, and the row to its section', () => {
  const parts = buildSentence(
    createEntry({ action: 'approval.refuse', entity: 'approval', entity_id: '3', investors: [jane] }),
  )
  expect(parts).toContainEqual({ text: 'Jane Doe', address: '?d=users&user=42' })
  expect(parts).toContainEqual({ text: 'approval request 3', address: '?d=approvals&item=3' })
  const refusal = createEntry({ action: 'verification.refuse', entity: 'verification', entity_id: '7' })
  expect(buildSentence(refusal)).toContainEqual({
    text: 'the verification page',
    address: '?d=verifications&item=7',
  })
})

test('does not link a deleted investor', () => {
  const gone = { id: 42, name: 'Deleted investor', is_deleted: true }
  const parts = buildSentence(createEntry({ action: 'user.delete', investors: [gone] }))
  expect(parts).toContainEqual({ text: 'Deleted investor', address: undefined })
})

test('shows only what changed, and nothing for a row with one version', () => {
  const before = { amount: '1.00', note: 'a', updated_at: '1' }
  expect(listChangedFields(before, { amount: '2.00', note: 'a', updated_at: '2' })).toEqual([
    { name: 'amount', before: '1.00', after: '2.00' },
  ])
  expect(listChangedFields(null, before)).toEqual([])
})

test('shows the reason beside the sentence unless the sentence includes it', () => {
  const deleted = {
    action: 'transaction.delete',
    entity: 'transaction',
    before: { amount: '5.00', reason: 'of the row' },
    after: { reason: 'Booked twice' },
  }
  expect(listReasons(createEntry(deleted))).toEqual([{ label: 'Reason', text: 'Booked twice' }])
  expect(listReasons(createEntry({ ...deleted, after: null }))).toEqual([])
  expect(
    listReasons(createEntry({ action: 'access.refused', entity: 'admin', after: { reason: 'forbidden' } })),
  ).toEqual([])
})

test('a decision shows its own reason and the request’s, each once', () => {
  const entry = createEntry({
    action: 'approval.refuse',
    entity: 'approval',
    before: { state: 'waiting' },
    after: { state: 'refused', reason: 'Booked twice', decision_reason: 'It was not' },
  })
  expect(listReasons(entry)).toEqual([
    { label: 'Reason', text: 'It was not' },
    { label: 'Reason for request', text: 'Booked twice' },
  ])
  expect(listInlineChanges(entry)).toEqual([])
})

test('a changed reason is not also shown as a change', () => {
  const entry = createEntry({
    action: 'screening.decide',
    entity: 'screening_hit',
    before: { state: 'open', reason: '' },
    after: { state: 'no_match', reason: 'Born elsewhere' },
  })
  expect(listInlineChanges(entry)).toEqual([{ name: 'state', before: 'open', after: 'no_match' }])
  expect(listReasons(entry)).toEqual([{ label: 'Reason', text: 'Born elsewhere' }])
})
