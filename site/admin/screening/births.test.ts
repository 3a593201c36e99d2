import { expect, test } from 'vitest'
import { describeBirths, writeBirth } from './births.ts'

test('says whether somebody with the name of an entry and another birth date is a hit', () => {
  expect(describeBirths(85)).toContain('the same name with another birth date is no hit')
  expect(describeBirths(81)).toContain('is no hit')
  expect(describeBirths(80)).toContain('the same name with another birth date has 80 %, and is still a hit')
})

test('says of a birth date that nobody has checked it', () => {
  const hit = { user_birth_date: '1980-04-02', is_birth_checked: false }
  expect(writeBirth(hit)).toBe('1980-04-02, not checked')
  expect(writeBirth({ ...hit, is_birth_checked: true })).toBe('1980-04-02')
  expect(writeBirth({ ...hit, user_birth_date: '' })).toBe('')
})
