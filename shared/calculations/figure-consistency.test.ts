import { expect, test } from 'vitest'
import {
  calculateGains,
  calculatePerformance,
  findInconsistencies,
  type ManualFigures,
} from './figure-consistency.ts'

const fitting: ManualFigures = {
  value: '86555.00',
  invested: '146417.00',
  gains: '-59862.00',
  performance: '-40.8846',
  withdrawn: '0.00',
}
const misfitsOf = (changed: Partial<ManualFigures>) => {
  const { value, performance } = findInconsistencies({ ...fitting, ...changed })
  return { value: value?.toFixed(2), performance: performance?.toString() }
}

test('finds nothing in consistent figures, including with two decimals of performance', () => {
  expect(misfitsOf({})).toEqual({})
  expect(misfitsOf({ performance: '-40.88' })).toEqual({})
})

test('names the value implied by invested, withdrawn and gains', () => {
  expect(misfitsOf({ value: '70000' })).toEqual({ value: '86555.00' })
  expect(misfitsOf({ value: '70000', withdrawn: '16555.00' })).toEqual({})
})

test('does not check the value while the amount withdrawn is unknown', () => {
  expect(misfitsOf({ value: '70000', withdrawn: undefined })).toEqual({})
})

test('names the performance implied by gains and invested', () => {
  expect(misfitsOf({ performance: '-40' })).toEqual({ performance: '-40.8846' })
  expect(misfitsOf({ performance: '-40.9' })).toEqual({ performance: '-40.8846' })
})

test('gives no performance if nothing was invested', () => {
  expect(calculatePerformance({ gains: '5', invested: '0' }).toString()).toBe('0')
})

test('gives the gains that fit a value', () => {
  expect(calculateGains({ value: '70000', invested: '146417', withdrawn: '0' }).toFixed(2)).toBe('-76417.00')
})
