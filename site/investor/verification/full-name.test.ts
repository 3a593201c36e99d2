import { expect, test } from 'vitest'
import { fullNameOf } from './full-name.ts'

test.each([
  ['Ada', 'Quartz', 'Ada Quartz'],
  ['Suharto', 'suharto', 'Suharto'],
  ['Suharto', '-', 'Suharto'],
  ['Suharto', '', 'Suharto'],
])('begins the full name of %j and %j as %j', (first_name, last_name, full) => {
  expect(fullNameOf({ first_name, last_name })).toBe(full)
})
