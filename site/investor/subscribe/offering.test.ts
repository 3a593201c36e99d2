import { afterEach, describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions'
import { type Reader, reader } from '#core/format/reader'
import type { PublicSeries } from '#core/query/series'
import { boundsOf, closureOf, nextChangeIn, readAmount, refuseAmount, sentencesOf } from './offering.ts'

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
const titleOf = (more: Partial<typeof offering> | null) => closureOf(seriesWith(more), now)?.title

describe('an offering', () => {
  test('that is open with units left takes subscriptions', () => {
    expect(titleOf({})).toBeUndefined()
  })

  test.each([
    [null, 'There is no offering of $HALL at present'],
    [{ state: 'draft' }, 'There is no offering of $HALL at present'],
    [{ state: 'paused' }, 'The offering of $HALL is paused'],
    [
      { state: 'closed', opens_at: '2026-02-14T00:00:00Z' },
      'The offering of $HALL opens on February 14, 2026 (UTC)',
    ],
    [{ state: 'closed' }, 'The offering of $HALL has closed'],
    [{ units_left: '0.000000' }, 'No units of $HALL are left in this offering'],
  ] as const)('%o does not', (more, title) => {
    expect(titleOf(more)).toBe(title)
  })

  test('changes when it opens and when it closes', () => {
    const [open, close] = [Date.parse(offering.opens_at), Date.parse(offering.closes_at)]
    expect(nextChangeIn(offering, open - 5)).toBe(5)
    expect(nextChangeIn(offering, open)).toBe(close - open)
    expect(nextChangeIn(offering, close)).toBeUndefined()
  })
})

describe('the bounds', () => {
  test('count the subscriptions of this offering that are open or allotted', () => {
    const bounds = boundsOf(offering, [
      subscription('1000.00', 'submitted'),
      subscription('2000.10', 'allotted'),
      subscription('500.00', 'withdrawn'),
      subscription('500.00', 'rejected'),
      subscription('500.00', 'expired'),
      subscription('4000.00', 'approved', 6),
    ])
    expect([bounds.own, bounds.ownLeft, bounds.leftWorth]).toEqual(['3000.10', '1999.90', '2050.00'])
    expect(sentencesOf(bounds)).toEqual([
      'The minimum is $1,000.00.',
      'The maximum per investor is $5,000.00.',
      '20.500000 units are left in the offering, for at most $2,050.00 at $100.00 each.',
      'Your other subscriptions of this offering come to $3,000.10, which leaves $1,999.90 of your maximum.',
    ])
  })

  test('leave nothing below zero when a maximum was exceeded', () => {
    expect(boundsOf(offering, [subscription('6000.00', 'approved')]).ownLeft).toBe('0.00')
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
  expect(readAmount(text)).toBe(amount)
})

describe('an amount of a reader with decimal commas', () => {
  const before: Reader = { ...reader }
  afterEach(() => Object.assign(reader, before))

  test.each([
    ['.', '2.000,50', '2000.50'],
    ['.', '$1.234.567', '1234567'],
    ['.', '5000,5', '5000.5'],
    ['.', '5000.50', '5000.50'],
    ['\u00a0', '2 000,50', '2000.50'],
    ['.', 'five', undefined],
  ])('with %o between groups reads %o as %o', (group, text, amount) => {
    Object.assign(reader, { group, point: ',' })
    expect(readAmount(text)).toBe(amount)
  })
})

describe('an amount', () => {
  const bounds = boundsOf({ ...offering, units_left: '45.000000' }, [subscription('500.00', 'approved')])
  test.each([
    ['', 'Enter an amount of $1,000.00 or more'],
    ['-5', 'Enter an amount of $1,000.00 or more'],
    ['1000,50', 'Enter an amount with a point before the cents, such as 5000.50'],
    ['1000.005', 'Enter at most 2 decimals, such as 1000.00'],
    ['999.99', 'The minimum is $1,000.00'],
    ['5000.01', 'The maximum per investor is $5,000.00'],
    ['4500.01', 'With your other subscriptions of this offering, at most $4,500.00 more is possible'],
  ])('of %o is refused with one that is accepted', (text, sentence) => {
    expect(refuseAmount(text, bounds)).toBe(sentence)
  })

  test('for more than is left is refused with what is left', () => {
    const few = boundsOf(offering, [])
    expect(refuseAmount('2050.01', few)).toBe('Only 20.500000 units are left, for at most $2,050.00')
    expect(refuseAmount('2,050', few)).toBeUndefined()
  })

  test('beyond a maximum that is used up is refused', () => {
    const full = boundsOf(offering, [subscription('5000.00', 'allotted')])
    expect(refuseAmount('1000', full)).toBe(
      'Your subscriptions of this offering have reached its maximum of $5,000.00',
    )
  })
})
