import { expect, test } from 'vitest'
import { getIssuanceObstacle } from './issuance-limits.ts'

const series = {
  units_in_issue: '900.000000',
  units_held: '1000.000000',
  backing_percent: 111.11,
  holders: null,
  unit_value: null,
  is_illustrative: false,
  attestation: { as_of: '2026-09-30', expires: '2026-12-31', auditor: 'Auditor', sha256: '', url: '' },
}
const why = (more: object = {}, units?: string, day = '2026-11-23') =>
  getIssuanceObstacle({ ...series, ...more }, units, day)

test('can issue while the attestation covers the units, through its last day', () => {
  expect(why()).toBeUndefined()
  expect(why({}, '100.000000')).toBeUndefined()
  expect(why({}, undefined, '2026-12-31')).toBeUndefined()
})

test('says why issuing stops', () => {
  expect(why({ attestation: null })).toBe('no custody attestation has been added.')
  expect(why({}, undefined, '2027-01-01')).toBe(
    'the attestation as of September 30, 2026 expired on December 31, 2026.',
  )
  expect(why({ units_held: '899.999999' })).toBe(
    'the attestation as of September 30, 2026 covers 899.999999 units, fewer than the 900.000000 in issue.',
  )
  expect(why({ units_held: '900.000000' })).toBe('all units in custody have been issued.')
  expect(why({}, '100.000001')).toBe(
    'units in issue would be 1,000.000001, but only 1,000.000000 are attested.',
  )
})
