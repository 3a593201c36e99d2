import { expect, test } from 'vitest'
import { viewAddress } from './views.ts'

test('keeps search, filters and order, not the page or an open item', () => {
  expect(viewAddress('?d=users&filter=unverified&sort=-email&page=3&item=4')).toBe(
    '?d=users&filter=unverified&sort=-email',
  )
})
