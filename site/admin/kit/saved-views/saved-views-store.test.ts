import { expect, test } from 'vitest'
import { getSavedViewUrl } from './saved-views-store.ts'

test('keeps search, filters and order, not the page or an open item', () => {
  expect(getSavedViewUrl('?d=users&filter=unverified&sort=-email&page=3&item=4')).toBe(
    '?d=users&filter=unverified&sort=-email',
  )
})
