import { expect, test } from 'vitest'
import type { AdminOffering } from '#contract/catalog/admin-series'
import {
  createOfferingVersion,
  getPriceHint,
  toOfferingBody,
  toOfferingEdit,
  toOfferingVersion,
  validateOffering,
} from './offering-form.ts'

const row: AdminOffering = {
  id: 4,
  state: 'open',
  stored_state: 'open',
  opens_at: '2026-11-01T08:30:15.000Z',
  closes_at: '2026-12-01T00:00:00.000Z',
  unit_price: '100.00',
  minimum: '1000.00',
  maximum: '50000.00',
  cap_units: '1000.000000',
  units_left: '900.000000',
  countries: ['CH', 'DE'],
  payment_days: 14,
  terms: 'Cash on application',
  created_at: '2026-10-01T00:00:00.000Z',
  updated_at: '2026-10-02T00:00:00.000Z',
}

test('compares the price with the unit value while typing', () => {
  const unitValue = {
    low: '10.00',
    preferred: '12.00',
    high: '14.00',
    as_of: '2026-11-03',
    method: 'A method',
  }
  const plain = 'The unit value is $12.00 as of November 3, 2026.'
  for (const typed of ['', 'x', '0', '-1', '12', '12.00']) expect(getPriceHint(typed, unitValue)).toBe(plain)
  expect(getPriceHint('12.5', unitValue)).toBe(
    'The offering price of $12.50 is 4.2% above the unit value of $12.00 as of November 3, 2026.',
  )
  expect(getPriceHint(' 9 ', unitValue)).toContain('$9.00 is 25.0% below')
  expect(getPriceHint('12.5', null)).toBeUndefined()
})

test('starts a new offering with the previous one’s terms, open for ninety days from now', () => {
  const { values, updatedAt } = createOfferingVersion(row, new Date('2027-01-01T12:00:00Z'))
  expect(updatedAt).toBeUndefined()
  expect(values).toMatchObject({
    opens_at: '2027-01-01T12:00',
    closes_at: '2027-04-01T12:00',
    unit_price: '100.00',
    payment_days: '14',
    countries: 'CH, DE',
  })
  expect(createOfferingVersion(undefined).values).toMatchObject({
    unit_price: '',
    payment_days: '10',
    countries: '',
  })
})

test('sends instants in UTC, numbers, and countries in capital letters without duplicates', () => {
  const { values } = toOfferingVersion(row)
  expect(toOfferingBody({ ...values, countries: 'ch fr; CH', unit_price: ' 90.5 ' })).toEqual({
    opens_at: '2026-11-01T08:30:00.000Z',
    closes_at: '2026-12-01T00:00:00.000Z',
    unit_price: '90.5',
    minimum: '1000.00',
    maximum: '50000.00',
    cap_units: '1000.000000',
    payment_days: 14,
    countries: ['CH', 'FR'],
    terms: 'Cash on application',
  })
})

test('sends only the changed fields of an edit', () => {
  const { values } = toOfferingVersion(row)
  expect(toOfferingEdit(values, values)).toEqual({})
  expect(toOfferingEdit({ ...values, closes_at: '2026-12-24T00:00' }, values)).toEqual({
    closes_at: '2026-12-24T00:00:00.000Z',
  })
})

test('lists fields that are missing or not a number', () => {
  const { values } = toOfferingVersion(row)
  expect(validateOffering(values)).toEqual({})
  expect(
    Object.keys(
      validateOffering({
        ...values,
        opens_at: '',
        cap_units: 'many',
        payment_days: '0.5',
        countries: 'Swiss',
      }),
    ),
  ).toEqual(['opens_at', 'cap_units', 'payment_days', 'countries'])
})
