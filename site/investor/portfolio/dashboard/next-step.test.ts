import { describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/holdings/subscriptions'
import type { PortfolioResponse } from '#contract/portfolio/portfolio'
import { findNextStep } from './next-step.ts'

type Holdings = Parameters<typeof findNextStep>[1]

const stranger = { is_verified: false }
const verified = { is_verified: true }

interface Situation {
  active?: number
  request?: PortfolioResponse['request']
  depositedAt?: string
  deposits?: PortfolioResponse['deposits']
}

const holdings = ({ active = 0, request = null, depositedAt, deposits = [] }: Situation = {}): Holdings => ({
  portfolio: {
    totalValue: '0.00',
    totalDeposited: '0.00',
    totalGains: '0.00',
    activeInvestments: active,
    pendingInvestments: request?.state === 'pending' ? request.symbol : 'none',
    performance: 0,
  },
  request,
  breakdown: {
    deposited: '0.00',
    deposited_at: depositedAt ?? null,
    withdrawn: '0.00',
    withdrawn_at: null,
    gains: '0.00',
    units_received: '0.00',
    units_given: '0.00',
    unexplained: '0.00',
    value: '0.00',
    valued_at: null,
  },
  deposits,
})

const pending = {
  symbol: '$MONZ',
  state: 'pending',
  requested_at: '2026-11-01T00:00:00.000Z',
  decided_at: null,
  reason: '',
} as const
const rejected = {
  ...pending,
  state: 'rejected',
  requested_at: null,
  decided_at: '2026-11-02T00:00:00.000Z',
} as const
const deposit = { id: 1, amount: '5.00', paid_for: null, created_at: '2026-11-03T00:00:00.000Z' }

describe('the next step', () => {
  test.each([
    [
      'of a new account is a token, before it is verified',
      stranger,
      {},
      'Choose a token',
      'early',
      '/tokens',
    ],
    ['of a verified account is a token', verified, {}, 'Choose a token', 'you', '/tokens'],
    [
      'after a rejection is another token',
      verified,
      { request: rejected },
      'Choose another token',
      'you',
      '/tokens',
    ],
    [
      'after the request is the decision, which waits for the verification above',
      stranger,
      { request: pending },
      'Request under review',
      'identity',
      '?tab=investments#request',
    ],
    [
      'of a verified investor is the decision',
      verified,
      { request: pending },
      'Request under review',
      'investment',
      '?tab=investments#request',
    ],
    [
      'after the approval is a deposit',
      verified,
      { active: 1 },
      'Make your first deposit',
      'you',
      '?tab=investments#holdings',
    ],
    [
      'with a pending deposit is its booking',
      verified,
      { active: 1, deposits: [{ ...deposit, status: 'pending' }] },
      'Your deposit is pending',
      'investment',
      '/access/transactions?type=deposit',
    ],
  ] as const)('%s', (_, person, situation, title, actor, to) => {
    const step = findNextStep(person, holdings(situation as Situation))
    expect(step).toMatchObject({ title, actor, action: { to } })
    expect(step?.done[step.at]).toBe(false)
    expect(step?.done.slice(0, step.at)).not.toContain(false)
  })

  test('names the token of the request', () => {
    expect(findNextStep(verified, holdings({ request: pending }))?.text).toContain('$MONZ')
    expect(findNextStep(verified, holdings({ request: rejected }))?.text).toContain('$MONZ')
  })

  test('is none once an investment is approved and a deposit is booked, whatever the profile lacks', () => {
    const done = holdings({ active: 1, depositedAt: '2026-11-03T00:00:00.000Z', request: pending })
    expect(findNextStep(stranger, done)).toBeUndefined()
  })

  test('is still a token if only a deposit is booked', () => {
    const step = findNextStep(verified, holdings({ depositedAt: '2026-11-03T00:00:00.000Z' }))
    expect([step?.title, step?.done]).toEqual(['Choose a token', [true, false, false, true]])
  })

  const subscription = (id: number, state: Subscription['state']): Subscription => ({
    id,
    reference: `S-00000${id}`,
    symbol: '$HALL',
    is_illustrative: false,
    offering_id: 1,
    amount: '5000.00',
    unit_price: '100.00',
    units: '50.000000',
    state,
    reason: '',
    payment:
      state === 'approved'
        ? { reference: 'S', amount: '5000.00', due_at: '2026-12-01T00:00:00.000Z', account: '' }
        : null,
    offering_ends_at: null,
    timeline: [],
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
  })

  test.each([
    ['submitted', stranger, 'S-000001 under review', 'identity', [false, true, false, false]],
    ['in_review', verified, 'S-000001 under review', 'investment', [true, true, false, false]],
    ['approved', verified, 'Pay for S-000001', 'you', [true, true, true, false]],
    ['funded', verified, 'Payment received for S-000001', 'investment', [true, true, true, true]],
  ] as const)('of a subscription that is %s is named', (state, person, title, actor, done) => {
    const step = findNextStep(person, holdings(), [subscription(1, state)])
    expect(step).toMatchObject({ title, actor, done, action: { to: '/access/subscriptions/1' } })
  })

  test('is the payment, whatever else is underway', () => {
    const all = [subscription(4, 'submitted'), subscription(3, 'approved'), subscription(2, 'approved')]
    const step = findNextStep(verified, holdings({ request: pending }), all)
    expect(step).toMatchObject({ title: 'Pay for S-000002', action: { label: 'View payment instructions' } })
    expect(step?.text).toBe('$5,000.00 for $HALL is due by December 1, 2026. One other payment is also due.')
  })

  test('is a token again if the only subscription has ended', () => {
    for (const state of ['withdrawn', 'rejected', 'expired'] as const)
      expect(findNextStep(verified, holdings(), [subscription(1, state)])?.title).toBe('Choose a token')
  })

  test('is the payment due first, and how many more there are', () => {
    const due = (id: number, day: string): Subscription => {
      const { payment, ...rest } = subscription(id, 'approved')
      return { ...rest, payment: payment && { ...payment, due_at: `2026-12-${day}T00:00:00.000Z` } }
    }
    const textOf = (...all: Subscription[]) => {
      const { title, text } = findNextStep(verified, holdings(), all) ?? {}
      return `${title}: ${text}`
    }
    expect(textOf(due(2, '09'), due(3, '05'), due(4, '07'))).toBe(
      'Pay for S-000003: $5,000.00 for $HALL is due by December 5, 2026. 2 other payments are also due.',
    )
    expect(textOf(due(2, '09'))).toBe(
      'Pay for S-000002: $5,000.00 for $HALL is due by December 9, 2026. Payment instructions are on the subscription page.',
    )
  })

  test('of an account that is underway is only a payment that is due', () => {
    const underway = holdings({ active: 1, depositedAt: '2026-11-03T00:00:00.000Z' })
    expect(findNextStep(verified, underway, [subscription(1, 'approved')])).toMatchObject({
      title: 'Pay for S-000001',
      done: [],
      action: { to: '/access/subscriptions/1' },
    })
    for (const state of ['submitted', 'in_review', 'funded'] as const)
      expect(findNextStep(verified, underway, [subscription(1, state)])).toBeUndefined()
  })
})

test('says that a subscription requires a confirmed email if the server requires it', () => {
  const text = (must_confirm_email: boolean) =>
    findNextStep({ ...stranger, ...(must_confirm_email && { must_confirm_email }) }, holdings())?.text
  expect(text(true)).toBe(
    'Submit an investment request now, or subscribe once your email address is confirmed.',
  )
  expect(text(false)).toMatch(/^Subscribe, or submit an investment request/)
})
