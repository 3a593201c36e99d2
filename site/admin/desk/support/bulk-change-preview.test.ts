import { describe, expect, test } from 'vitest'
import type { SupportItemStatus } from '#site/admin/kit/support-labels.ts'
import {
  type BulkChangeItem,
  callRules,
  chatRules,
  previewAssignment,
  previewStatusChange,
  ticketRules,
} from './bulk-change-preview.ts'

/** An item from a visitor with an email; the plans use only these fields. */
const item = <Row>(
  id: number,
  status: SupportItemStatus,
  more: Partial<BulkChangeItem<SupportItemStatus>> = {},
): Row => ({ id, status, assigned_to: null, user_id: null, email: 'a@mailbox.example', ...more }) as Row
type Of<Rules> = Rules extends { notifies: (rows: readonly (infer Row)[], status: never) => unknown }
  ? Row
  : never
const ticket = item<Of<typeof ticketRules>>
const call = item<Of<typeof callRules>>
const chat = item<Of<typeof chatRules>>

describe('the status of several items', () => {
  test('changes those with a different status, says which stay and why, and that emails are sent', () => {
    const plan = previewStatusChange(
      [
        ticket(1, 'open'),
        ticket(2, 'closed'),
        ticket(3, 'resolved', { email: 'deleted@account.invalid' }),
        ticket(4, 'open', { merged_into: { id: 1, reference: 'T-000001' } }),
      ],
      'closed',
      ticketRules,
    )
    expect(plan.change).toEqual({ ids: [1, 3], status: 'closed' })
    expect(plan.unchangedRows.map(({ rows, why }) => [rows.map(({ id }) => id), why])).toEqual([
      [[2], 'already closed'],
      [[4], 'merged into another ticket'],
    ])
    expect(plan.effect).toBe('will all be closed. 1 email will be sent immediately. This cannot be undone.')
    expect(plan.undo).toEqual([])
    expect(plan.done).toBe('2 tickets are closed.')
  })

  test('can be undone if no one is notified', () => {
    const begun = previewStatusChange([call(1, 'pending'), call(2, 'pending')], 'in_progress', callRules)
    expect(begun.effect).toBe(
      'will all be in progress. No one is notified. You can undo this for 10 seconds.',
    )
    expect(begun.undo).toEqual([{ ids: [1, 2], status: 'pending', undo: true }])
    const closed = previewStatusChange([chat(3, 'open', { email: '' })], 'closed', chatRules)
    expect(closed.undo).toEqual([{ ids: [3], status: 'open', undo: true }])
  })

  test('cannot be undone if someone is notified, or an item was in another state', () => {
    const told = previewStatusChange(
      [call(1, 'pending'), call(2, 'pending', { user_id: 7 })],
      'in_progress',
      callRules,
    )
    expect([told.undo, told.effect]).toEqual([
      [],
      'will all be in progress. 1 investor will be notified immediately. This cannot be undone.',
    ])
    const mixed = previewStatusChange([call(1, 'pending'), call(2, 'confirmed')], 'in_progress', callRules)
    expect([mixed.undo, mixed.effect]).toEqual([[], 'will all be in progress. No one is notified.'])
    const asked = previewStatusChange([chat(1, 'open')], 'closed', chatRules)
    expect([asked.undo, asked.effect]).toEqual([
      [],
      'will be closed. Up to 1 email with a satisfaction survey will be sent immediately. This cannot be undone.',
    ])
  })
})

describe('assigning several items', () => {
  test('leaves out those already assigned that way, and undoing restores each previous assignee', () => {
    const plan = previewAssignment(
      [ticket(1, 'open'), ticket(2, 'open', { assigned_to: 5 }), ticket(3, 'open', { assigned_to: 9 })],
      9,
      'Ada',
      ticketRules,
    )
    expect(plan.change).toEqual({ ids: [1, 2], assigned_to: 9 })
    expect(plan.unchangedRows[0]).toMatchObject({ rows: [{ id: 3 }], why: 'already assigned to Ada' })
    expect(plan.undo).toEqual([
      { ids: [1], assigned_to: null },
      { ids: [2], assigned_to: 5 },
    ])
  })
})
