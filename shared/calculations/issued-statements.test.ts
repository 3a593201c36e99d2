import { expect, test } from 'vitest'
import { findIssuedStatements } from './issued-statements.ts'

test.each([
  ['2026-11-01', undefined, null],
  ['2026-10-31', undefined, { from: '2026-10', through: '2026-10' }],
  ['2026-08-15', undefined, { from: '2026-08', through: '2026-10' }],
  ['2026-08-15', '2026-10-01', { from: '2026-08', through: '2026-09' }],
  ['2026-08-15', '2026-08-20', { from: '2026-08', through: '2026-08' }],
  ['2025-12-31', '2026-11-05', { from: '2025-12', through: '2026-10' }],
])('finds the months changed by a valuation of %s before the next of %s', (asOf, next, months) => {
  expect(findIssuedStatements(asOf, next, '2026-11-29')).toEqual(months)
})
