import { expect, test } from 'vitest'
import { formatFullName, normalizeLastName } from './full-name.ts'

test('a name has one part or two', () => {
  expect(formatFullName({ first_name: 'Ada', last_name: 'Stone' })).toBe('Ada Stone')
  expect(formatFullName({ first_name: 'Suharto', last_name: '' })).toBe('Suharto')
})

test('punctuation alone is not a last name', () => {
  expect(['-', '–', '.', ' ', 'N.', '李', "O'Neill"].map(normalizeLastName)).toEqual([
    ...['', '', '', ''],
    ...['N.', '李', "O'Neill"],
  ])
})
