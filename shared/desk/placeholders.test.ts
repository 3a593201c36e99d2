import { expect, test } from 'vitest'
import { fillPlaceholders, firstNameOf, unknownPlaceholders } from './placeholders.ts'

const values = {
  first_name: 'Ilse',
  name: 'Ilse Varga',
  reference: 'T-000123',
  department: 'Compliance',
  agent: 'mira',
}

test('fills every placeholder, each time it is written', () => {
  expect(
    fillPlaceholders('Hello {first_name} ({name}), {reference} is with {department}. {agent}', values),
  ).toBe('Hello Ilse (Ilse Varga), T-000123 is with Compliance. mira')
  expect(fillPlaceholders('{first_name} {first_name}', values)).toBe('Ilse Ilse')
})

test('leaves out a placeholder without a value, and never fills a value again', () => {
  expect(fillPlaceholders('Hello {first_name},', { ...values, first_name: '' })).toBe('Hello,')
  expect(fillPlaceholders('{name}', { ...values, name: '{agent}' })).toBe('{agent}')
  expect(fillPlaceholders('{unknown} and {}', values)).toBe('{unknown} and {}')
})

test('names what is no placeholder, each once', () => {
  expect(unknownPlaceholders('{first_name} {surname} {surname} {} {Name}')).toEqual([
    '{surname}',
    '{}',
    '{Name}',
  ])
  expect(unknownPlaceholders('No braces, { or }')).toEqual(['{ or }'])
  expect(unknownPlaceholders('{agent}')).toEqual([])
})

test('takes the first word of a name', () => {
  expect([' Ilse  Varga', 'Cher', ''].map(firstNameOf)).toEqual(['Ilse', 'Cher', ''])
})
