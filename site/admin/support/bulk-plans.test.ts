import { describe, expect, test } from 'vitest'
import { callRules, chatRules, type Planned, planAssignment, planStatus, ticketRules } from './bulk-plans.ts'
import type { DeskStatus } from './labels.ts'

/** An item of a visitor with an email; the plans look at these fields only. */
const item = <Row>(id: number, status: DeskStatus, more: Partial<Planned<DeskStatus>> = {}): Row =>
  ({ id, status, assigned_to: null, user_id: null, email: 'a@mailbox.example', ...more }) as Row
type Of<Rules> = Rules extends { tells: (rows: readonly (infer Row)[], status: never) => unknown }
  ? Row
  : never
const ticket = item<Of<typeof ticketRules>>
const call = item<Of<typeof callRules>>
const chat = item<Of<typeof chatRules>>

describe('a status of several items', () => {
  test('changes those that have another one, says which stay and why, and that mails leave the house', () => {
    const plan = planStatus(
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
    expect(plan.staying.map(({ rows, why }) => [rows.map(({ id }) => id), why])).toEqual([
      [[2], 'closed already'],
      [[4], 'merged into another one'],
    ])
    expect(plan.effect).toBe('will all be closed. 1 mail leaves the house at once: this cannot be undone.')
    expect(plan.undo).toEqual([])
    expect(plan.done).toBe('2 tickets are closed.')
  })

  test('can be undone where nobody is told', () => {
    const begun = planStatus([call(1, 'pending'), call(2, 'pending')], 'in_progress', callRules)
    expect(begun.effect).toBe(
      'will all be in progress. Nothing leaves the house: this can be undone for ten seconds.',
    )
    expect(begun.undo).toEqual([{ ids: [1, 2], status: 'pending', undo: true }])
    const closed = planStatus([chat(3, 'open', { email: '' })], 'closed', chatRules)
    expect(closed.undo).toEqual([{ ids: [3], status: 'open', undo: true }])
  })

  test('cannot be undone where one of them is told, or was in another state', () => {
    const told = planStatus(
      [call(1, 'pending'), call(2, 'pending', { user_id: 7 })],
      'in_progress',
      callRules,
    )
    expect([told.undo, told.effect]).toEqual([
      [],
      'will all be in progress. 1 investor is notified at once: this cannot be undone.',
    ])
    const mixed = planStatus([call(1, 'pending'), call(2, 'confirmed')], 'in_progress', callRules)
    expect([mixed.undo, mixed.effect]).toEqual([[], 'will all be in progress. Nobody is told.'])
    const asked = planStatus([chat(1, 'open')], 'closed', chatRules)
    expect([asked.undo, asked.effect]).toEqual([
      [],
      'will be closed. 1 mail at most, asking how it was, leaves the house at once: this cannot be undone.',
    ])
  })
})

describe('assigning several items', () => {
  test('leaves out those that are assigned so already, and gives each back to who had it', () => {
    const plan = planAssignment(
      [ticket(1, 'open'), ticket(2, 'open', { assigned_to: 5 }), ticket(3, 'open', { assigned_to: 9 })],
      9,
      'Ada',
      ticketRules,
    )
    expect(plan.change).toEqual({ ids: [1, 2], assigned_to: 9 })
    expect(plan.staying[0]).toMatchObject({ rows: [{ id: 3 }], why: 'assigned to Ada already' })
    expect(plan.undo).toEqual([
      { ids: [1], assigned_to: null },
      { ids: [2], assigned_to: 5 },
    ])
  })
})
