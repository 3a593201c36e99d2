import { expect, test } from 'vitest'
import { isDismissedByTwo } from './dismissal-rule.ts'

test('requires two administrators to reverse a match and to clear one with a high score', () => {
  const by = (state: 'open' | 'match' | 'no_match', score: number, decision = 'no_match') =>
    isDismissedByTwo(decision, { state, score })
  expect([by('match', 85), by('open', 95), by('open', 100)]).toEqual([true, true, true])
  expect([by('open', 94), by('no_match', 100), by('open', 100, 'match'), by('match', 100, '')]).toEqual([
    false,
    false,
    false,
    false,
  ])
})
