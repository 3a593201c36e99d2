import { expect, test } from 'vitest'
import { fillPlaceholders, findUnknownPlaceholders, getFirstName } from './placeholders.ts'

const values = {
  first_name: 'Ilse',
  name: 'Ilse Varga',
  reference: 'T-000123',
  department: 'Compliance',
  agent: 'mira',
}

test('fills every occurrence of a placeholder', () => {
  expect(
    fillPlaceholders('Hello {first_name} ({name}), {reference} is with {department}. {agent}', values),
  ).toBe('Hello Ilse (Ilse Varga), T-000123 is with Compliance. mira')
  expect(fillPlaceholders('{first_name} {first_name}', values)).toBe('Ilse Ilse')
})

test('omits a placeholder without a value, and never fills inside a value', () => {
  expect(fillPlaceholders('Hello {first_name},', { ...values, first_name: '' })).toBe('Hello,')
  expect(fillPlaceholders('{name}', { ...values, name: '{agent}' })).toBe('{agent}')
  expect(fillPlaceholders('{unknown} and {}', values)).toBe('{unknown} and {}')
})

test('lists unknown placeholders, each once', () => {
  expect(findUnknownPlaceholders('{first_name} {surname} {surname} {} {Name}')).toEqual([
    '{surname}',
    '{}',
    '{Name}',
  ])
  expect(findUnknownPlaceholders('No braces, { or }')).toEqual(['{ or }'])
  expect(findUnknownPlaceholders('{agent}')).toEqual([])
})

test('takes the first word of a name', () => {
  expect([' Ilse  Varga', 'Cher', ''].map(getFirstName)).toEqual(['Ilse', 'Cher', ''])
})
