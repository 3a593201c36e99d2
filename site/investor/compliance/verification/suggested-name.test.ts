import { expect, test } from 'vitest'
import { suggestName } from './suggested-name.ts'

test.each([
  ['Ada', 'Quartz', 'Ada Quartz'],
  ['Suharto', 'suharto', 'Suharto'],
  ['Suharto', '-', 'Suharto'],
  ['Suharto', '', 'Suharto'],
])('suggests a full name for %j and %j: %j', (first_name, last_name, full) => {
  expect(suggestName({ first_name, last_name })).toBe(full)
})
