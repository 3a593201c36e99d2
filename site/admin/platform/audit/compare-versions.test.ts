import { expect, test } from 'vitest'
import { compareVersions } from './compare-versions.ts'

test('separates changed from unchanged fields, including nested ones', () => {
  const before = { name: 'Gold', flags: { active: true }, tags: ['a'], note: null }
  const after = { name: 'Gold', flags: { active: false }, tags: ['a'], note: '' }
  expect(compareVersions(before, after)).toEqual([
    { name: 'name', before: 'Gold', after: 'Gold', differs: false },
    { name: 'flags.active', before: 'true', after: 'false', differs: true },
    { name: 'tags', before: 'a', after: 'a', differs: false },
    { name: 'note', before: 'none', after: '', differs: true },
  ])
})

test('has only one side for a new or deleted row', () => {
  expect(compareVersions(null, { id: 7 })).toEqual([
    { name: 'id', before: undefined, after: '7', differs: true },
  ])
  expect(compareVersions({ id: 7 }, undefined)).toEqual([
    { name: 'id', before: '7', after: undefined, differs: true },
  ])
})

test('has nothing to compare for an action without a version', () => {
  expect(compareVersions(null, null)).toEqual([])
})

test('shows a version that is not a record as one value', () => {
  expect(compareVersions('a', 'b')).toEqual([{ name: '', before: 'a', after: 'b', differs: true }])
})
