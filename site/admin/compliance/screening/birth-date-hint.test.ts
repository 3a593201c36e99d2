import { expect, test } from 'vitest'
import { getBirthDateHint, writeBirth } from './birth-date-hint.ts'

test('says whether a person with an entry’s name but another date of birth is a match', () => {
  expect(getBirthDateHint(85)).toContain('an identical name with a different date of birth is not a match')
  expect(getBirthDateHint(81)).toContain('is not a match')
  expect(getBirthDateHint(80)).toContain(
    'an identical name with a different date of birth scores 80% and is still a match',
  )
})

test('notes that a date of birth has not been checked', () => {
  const hit = { user_birth_date: '1980-04-02', is_birth_checked: false }
  expect(writeBirth(hit)).toBe('1980-04-02, not accepted yet')
  expect(writeBirth({ ...hit, is_birth_checked: true })).toBe('1980-04-02')
  expect(writeBirth({ ...hit, user_birth_date: '' })).toBe('')
})
