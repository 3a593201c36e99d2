import { expect, test } from 'vitest'
import { fittingFigures, fittingLabel, misfitSentences } from './fitting.ts'
import { type PortfolioForm, portfolioVersion } from './portfolio-form.ts'

const base: PortfolioForm = {
  ...portfolioVersion({ userId: 2 }).values,
  total_value: '86555.00',
  total_invested: '146417.00',
  total_gains: '-59862.00',
  performance: '-40.8846',
  withdrawn: '0.00',
}

test('says nothing of figures that fit, nor of an empty portfolio', () => {
  expect(misfitSentences(base)).toEqual([])
  expect(misfitSentences({ ...portfolioVersion({ userId: 2 }).values, withdrawn: '0.00' })).toEqual([])
})

test('lets the gains and the performance follow a value that was typed', () => {
  const typed = { ...base, total_value: '70000' }
  expect(misfitSentences(typed)).toEqual([
    'Value is $70,000.00, but invested $146,417.00 and gains -$59,862.00 make $86,555.00.',
  ])
  const fitting = fittingFigures(typed, base)
  expect(fittingLabel(typed, fitting)).toBe('Use gains -$76,417.00 and performance -52.19%')
  expect(misfitSentences({ ...typed, ...fitting })).toEqual([])
})

test('lets the value follow gains that were typed', () => {
  const typed = { ...base, total_gains: '-50000' }
  const fitting = fittingFigures(typed, base)
  expect(fittingLabel(typed, fitting)).toBe('Use value $96,417.00 and performance -34.15%')
  expect(misfitSentences({ ...typed, ...fitting })).toEqual([])
})

test('proposes no value below zero', () => {
  const typed = { ...base, total_gains: '-200000' }
  expect(fittingFigures(typed, base)).toMatchObject({ total_value: '86555.00', total_gains: '-59862.00' })
})

test('counts what the ledger has as withdrawn', () => {
  const typed = { ...base, total_value: '80000', withdrawn: '5000.00' }
  expect(misfitSentences(typed)).toEqual([
    'Value is $80,000.00, but invested $146,417.00, less $5,000.00 withdrawn, and gains -$59,862.00 make $81,555.00.',
  ])
})

test('checks only the performance while it is not known what was withdrawn', () => {
  expect(misfitSentences({ ...base, total_value: '1', performance: '3', withdrawn: '' })).toEqual([
    'Performance is +3.00%, but the gains are -40.88% of what was invested.',
  ])
})

test('says nothing about a percentage of nothing invested', () => {
  const typed = { ...base, total_value: '50', total_invested: '0', total_gains: '50', performance: '12' }
  expect(misfitSentences(typed)).toEqual([])
  const sentences = misfitSentences({ ...typed, total_value: '60' })
  expect(sentences).toEqual(['Value is $60.00, but invested $0.00 and gains +$50.00 make $50.00.'])
})

test('says nothing of figures while a field has to be corrected', () => {
  expect(misfitSentences({ ...base, total_value: '-5', total_invested: '' })).toEqual([])
})
