import { expect, it } from 'vitest'
import { NetworkFailure } from '#core/api/problems'
import { explainCache, NoMarketData, sampleIntelligence } from './market-intelligence.ts'

it('explains why figures are cached', () => {
  expect(explainCache(new Error('503'))).toBe('Failed to fetch market data')
  expect(explainCache(new NetworkFailure(new TypeError('offline')))).toBe('Failed to fetch market data')
  expect(explainCache(new NoMarketData())).toBe('No data received from server')
  expect(explainCache(new NetworkFailure(new SyntaxError('empty')))).toBe('No data received from server')
})

it('marks every sample insight as a sample', () => {
  expect(sampleIntelligence.insights.every((insight) => insight.startsWith('Sample:'))).toBe(true)
})
