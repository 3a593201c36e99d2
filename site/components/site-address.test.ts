import { expect, test } from 'vitest'
import { withOrigin } from './site-address.ts'

test('an address has the public origin, and no other one where the build was told none', () => {
  expect(withOrigin('/proof', 'https://lodefield.example')).toBe('https://lodefield.example/proof')
  expect(withOrigin('/', 'https://lodefield.example')).toBe('https://lodefield.example')
  expect(withOrigin('/proof', '')).toBe('/proof')
  expect(withOrigin('/', '')).toBe('/')
})
