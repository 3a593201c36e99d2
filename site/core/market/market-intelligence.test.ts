import { expect, it } from 'vitest'
import { NetworkError } from '#core/api/call-errors'
import { EmptyMarketDataError, getCacheReason, sampleIntelligence } from './market-intelligence.ts'

it('explains why figures are cached', () => {
  expect(getCacheReason(new Error('503'))).toBe('Failed to fetch market data')
  expect(getCacheReason(new NetworkError(new TypeError('offline')))).toBe('Failed to fetch market data')
  expect(getCacheReason(new EmptyMarketDataError())).toBe('No data received from server')
  expect(getCacheReason(new NetworkError(new SyntaxError('empty')))).toBe('No data received from server')
})

it('marks every sample insight as a sample', () => {
  expect(sampleIntelligence.insights.every((insight) => insight.startsWith('Sample:'))).toBe(true)
})
