import { expect, test } from 'vitest'
import { describeBirths } from './births.ts'

test('says whether somebody with the name of an entry and another birth date is a hit', () => {
  expect(describeBirths(85)).toContain('the same name with another birth date is no hit')
  expect(describeBirths(81)).toContain('is no hit')
  expect(describeBirths(80)).toContain('the same name with another birth date has 80 %, and is still a hit')
})
