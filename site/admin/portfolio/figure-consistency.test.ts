import { expect, test } from 'vitest'
import { calculateConsistentFigures, getApplyLabel, listInconsistencyMessages } from './figure-consistency.ts'
import { type PortfolioForm, toPortfolioVersion } from './portfolio-form.ts'

const base: PortfolioForm = {
  ...toPortfolioVersion({ userId: 2 }).values,
  total_value: '86555.00',
  total_invested: '146417.00',
  total_gains: '-59862.00',
  performance: '-40.8846',
  withdrawn: '0.00',
}

test('reports nothing for consistent figures or an empty portfolio', () => {
  expect(listInconsistencyMessages(base)).toEqual([])
  expect(
    listInconsistencyMessages({ ...toPortfolioVersion({ userId: 2 }).values, withdrawn: '0.00' }),
  ).toEqual([])
})

test('adjusts gains and performance to a typed value', () => {
  const typed = { ...base, total_value: '70000' }
  expect(listInconsistencyMessages(typed)).toEqual([
    'Value is $70,000.00, but invested $146,417.00 plus gains -$59,862.00 equals $86,555.00.',
  ])
  const fitting = calculateConsistentFigures(typed, base)
  expect(getApplyLabel(typed, fitting)).toBe('Use gains -$76,417.00 and performance -52.19%')
  expect(listInconsistencyMessages({ ...typed, ...fitting })).toEqual([])
})

test('adjusts the value to typed gains', () => {
  const typed = { ...base, total_gains: '-50000' }
  const fitting = calculateConsistentFigures(typed, base)
  expect(getApplyLabel(typed, fitting)).toBe('Use value $96,417.00 and performance -34.15%')
  expect(listInconsistencyMessages({ ...typed, ...fitting })).toEqual([])
})

test('never suggests a value below zero', () => {
  const typed = { ...base, total_gains: '-200000' }
  expect(calculateConsistentFigures(typed, base)).toMatchObject({
    total_value: '86555.00',
    total_gains: '-59862.00',
  })
})

test('counts withdrawals in the ledger', () => {
  const typed = { ...base, total_value: '80000', withdrawn: '5000.00' }
  expect(listInconsistencyMessages(typed)).toEqual([
    'Value is $80,000.00, but invested $146,417.00, less $5,000.00 withdrawn, plus gains -$59,862.00 equals $81,555.00.',
  ])
})

test('checks only the performance while withdrawals are unknown', () => {
  expect(listInconsistencyMessages({ ...base, total_value: '1', performance: '3', withdrawn: '' })).toEqual([
    'Performance is +3.00%, but gains are -40.88% of the amount invested.',
  ])
})

test('reports nothing about a percentage of nothing invested', () => {
  const typed = { ...base, total_value: '50', total_invested: '0', total_gains: '50', performance: '12' }
  expect(listInconsistencyMessages(typed)).toEqual([])
  const sentences = listInconsistencyMessages({ ...typed, total_value: '60' })
  expect(sentences).toEqual(['Value is $60.00, but invested $0.00 plus gains +$50.00 equals $50.00.'])
})

test('reports nothing while a field has an error', () => {
  expect(listInconsistencyMessages({ ...base, total_value: '-5', total_invested: '' })).toEqual([])
})
