import { afterEach, describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/holdings/subscriptions'
import { type ReaderFormat, readerFormat } from '#core/format/reader-format'
import type { PublicSeries } from '#core/query/catalog/series'
import {
  describeLimits,
  getMillisecondsUntilChange,
  getSubscriptionLimits,
  getUnavailability,
  parseTypedAmount,
  validateAmount,
} from './offering-limits.ts'

const offering: NonNullable<PublicSeries['offering']> = {
  id: 7,
  state: 'open',
  opens_at: '2026-01-01T00:00:00.000Z',
  closes_at: '2026-03-01T00:00:00.000Z',
  unit_price: '100.00',
  minimum: '1000.00',
  maximum: '5000.00',
  cap_units: '1000.000000',
  units_left: '20.500000',
  countries: [],
  payment_days: 10,
  terms: '',
}
const seriesWith = (more: Partial<typeof offering> | null) =>
  ({ token: { symbol: '$HALL' }, offering: more && { ...offering, ...more } }) as PublicSeries
const subscription = (amount: string, state: Subscription['state'], offering_id = 7) =>
  ({ amount, state, offering_id }) as Subscription

const now = new Date('2026-02-01T00:00:00Z')
const titleOf = (more: Partial<typeof offering> | null) => getUnavailability(seriesWith(more), now)?.title

describe('an offering', () => {
  test('that is open with units left accepts subscriptions', () => {
    expect(titleOf({})).toBeUndefined()
  })

  test.each([
    [null, 'No current offering of $HALL'],
    [{ state: 'draft' }, 'No current offering of $HALL'],
    [{ state: 'paused' }, 'The offering of $HALL is paused'],
    [
      { state: 'closed', opens_at: '2026-02-14T00:00:00Z' },
      'The offering of $HALL opens on February 14, 2026 (UTC)',
    ],
    [{ state: 'closed' }, 'The offering of $HALL has closed'],
    [{ units_left: '0.000000' }, 'The offering of $HALL is fully subscribed'],
  ] as const)('%o does not', (more, title) => {
    expect(titleOf(more)).toBe(title)
  })

  test('changes when it opens and when it closes', () => {
    const [open, close] = [Date.parse(offering.opens_at), Date.parse(offering.closes_at)]
    expect(getMillisecondsUntilChange(offering, open - 5)).toBe(5)
    expect(getMillisecondsUntilChange(offering, open)).toBe(close - open)
    expect(getMillisecondsUntilChange(offering, close)).toBeUndefined()
  })
})

describe('the limits', () => {
  test('count the open and allotted subscriptions of this offering', () => {
    const bounds = getSubscriptionLimits(offering, [
      subscription('1000.00', 'submitted'),
      subscription('2000.10', 'allotted'),
      subscription('500.00', 'withdrawn'),
      subscription('500.00', 'rejected'),
      subscription('500.00', 'expired'),
      subscription('4000.00', 'approved', 6),
    ])
    expect([bounds.own, bounds.ownLeft, bounds.leftWorth]).toEqual(['3000.10', '1999.90', '2050.00'])
    expect(describeLimits(bounds)).toEqual([
      'The minimum subscription is $1,000.00.',
      'The maximum per investor is $5,000.00.',
      '20.500000 units remain in this offering ($2,050.00 at $100.00 per unit).',
      'Your other subscriptions in this offering total $3,000.10; you can subscribe for a further $1,999.90.',
    ])
  })

  test('leave nothing below zero if a maximum was exceeded', () => {
    expect(getSubscriptionLimits(offering, [subscription('6000.00', 'approved')]).ownLeft).toBe('0.00')
  })
})

test.each([
  ['5000', '5000'],
  [' $5,000.50 ', '5000.50'],
  ['1,234,567', '1234567'],
  ['12,34', undefined],
  ['five', undefined],
  ['', undefined],
])('reads the amount %o as %o', (text, amount) => {
  expect(parseTypedAmount(text)).toBe(amount)
})

describe('an amount with decimal commas', () => {
  const before: ReaderFormat = { ...readerFormat }
  afterEach(() => Object.assign(readerFormat, before))

  test.each([
    ['.', '2.000,50', '2000.50'],
    ['.', '$1.234.567', '1234567'],
    ['.', '5000,5', '5000.5'],
    ['.', '5000.50', '5000.50'],
    ['\u00a0', '2 000,50', '2000.50'],
    ['.', 'five', undefined],
  ])('with %o between groups reads %o as %o', (group, text, amount) => {
    Object.assign(readerFormat, { group, point: ',' })
    expect(parseTypedAmount(text)).toBe(amount)
  })
})

describe('an amount', () => {
  const bounds = getSubscriptionLimits({ ...offering, units_left: '45.000000' }, [
    subscription('500.00', 'approved'),
  ])
  test.each([
    ['', 'Enter an amount of $1,000.00 or more'],
    ['-5', 'Enter an amount of $1,000.00 or more'],
    ['1000,50', 'Use a decimal point for cents, for example 5000.50'],
    ['1000.005', 'Enter no more than two decimals, for example 1000.00'],
    ['999.99', 'The minimum subscription is $1,000.00'],
    ['5000.01', 'The maximum per investor is $5,000.00'],
    ['4500.01', 'With your other subscriptions in this offering, you can subscribe for up to $4,500.00 more'],
  ])('of %o is rejected with an acceptable alternative', (text, sentence) => {
    expect(validateAmount(text, bounds)).toBe(sentence)
  })

  test('for more than is left is rejected with what is left', () => {
    const few = getSubscriptionLimits(offering, [])
    expect(validateAmount('2050.01', few)).toBe('Only 20.500000 units remain ($2,050.00)')
    expect(validateAmount('2,050', few)).toBeUndefined()
  })

  test('beyond a used-up maximum is rejected', () => {
    const full = getSubscriptionLimits(offering, [subscription('5000.00', 'allotted')])
    expect(validateAmount('1000', full)).toBe(
      'You have reached the maximum of $5,000.00 per investor in this offering',
    )
  })
})
