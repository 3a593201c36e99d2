import { expect, test } from 'vitest'
import { toAbsoluteUrl } from './site-url.ts'

test('a URL has the public origin, and none if the build was given none', () => {
  expect(toAbsoluteUrl('/proof', 'https://lodefield.example')).toBe('https://lodefield.example/proof')
  expect(toAbsoluteUrl('/', 'https://lodefield.example')).toBe('https://lodefield.example')
  expect(toAbsoluteUrl('/proof', '')).toBe('/proof')
  expect(toAbsoluteUrl('/', '')).toBe('/')
})
