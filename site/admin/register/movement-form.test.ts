import { expect, test } from 'vitest'
import { checkUnits, unitsAfter, unitsOf } from './movement-form.ts'

test('accepts units up to the holding, to the millionth', () => {
  for (const units of ['0.000001', '10', ' 10.500000 ', '.5'])
    expect(checkUnits(units, '10.500000')).toBeUndefined()
  expect(checkUnits('10.500001', '10.500000')).toBe('The holder has 10.500000 units')
  for (const units of ['', '0', '-1', '0.0000001', 'ten'])
    expect(checkUnits(units, '10.500000'), units).toContain('above zero')
})

test('computes what is left exactly', () => {
  expect(unitsOf('.5')).toBe('0.500000')
  expect(unitsAfter('10.500000', '0.1')).toBe('10.400000')
})
