import { expect, test } from 'vitest'
import { findMisfits, makeGains, makePerformance, type StatedFigures } from './fitting-figures.ts'

const fitting: StatedFigures = {
  value: '86555.00',
  invested: '146417.00',
  gains: '-59862.00',
  performance: '-40.8846',
  withdrawn: '0.00',
}
const misfitsOf = (changed: Partial<StatedFigures>) => {
  const { value, performance } = findMisfits({ ...fitting, ...changed })
  return { value: value?.toFixed(2), performance: performance?.toString() }
}

test('finds nothing in figures that fit, also with two decimals of performance', () => {
  expect(misfitsOf({})).toEqual({})
  expect(misfitsOf({ performance: '-40.88' })).toEqual({})
})

test('names the value that invested, withdrawn and gains give', () => {
  expect(misfitsOf({ value: '70000' })).toEqual({ value: '86555.00' })
  expect(misfitsOf({ value: '70000', withdrawn: '16555.00' })).toEqual({})
})

test('does not check the value while it is not known what was withdrawn', () => {
  expect(misfitsOf({ value: '70000', withdrawn: undefined })).toEqual({})
})

test('names the performance that gains and invested give', () => {
  expect(misfitsOf({ performance: '-40' })).toEqual({ performance: '-40.8846' })
  expect(misfitsOf({ performance: '-40.9' })).toEqual({ performance: '-40.8846' })
})

test('gives no performance where nothing was invested', () => {
  expect(makePerformance({ gains: '5', invested: '0' }).toString()).toBe('0')
})

test('gives the gains that fit a value', () => {
  expect(makeGains({ value: '70000', invested: '146417', withdrawn: '0' }).toFixed(2)).toBe('-76417.00')
})
