import { describe, expect, test } from 'vitest'
import { type ListRules, nextSort, readQuery, widestQuery, writeQuery } from './url-state.ts'

const rules = {
  prefix: '',
  sorts: ['-created_at', 'email'],
  sizes: [20, 50, 100],
  size: 50,
  filters: { state: ['', 'active', 'inactive'], user_id: '' },
} as const satisfies ListRules

const read = (address: string) => readQuery(rules, new URLSearchParams(address))

describe('what an address asks for', () => {
  test('is the usual when it says nothing', () => {
    expect(read('d=users')).toEqual({
      page: 1,
      limit: 50,
      sort: '-created_at',
      search: '',
      filters: { state: '', user_id: '' },
    })
  })

  test('is read name by name', () => {
    expect(read('d=users&page=3&limit=20&sort=-email&search=ada+b&state=active&user_id=7')).toEqual({
      page: 3,
      limit: 20,
      sort: '-email',
      search: 'ada b',
      filters: { state: 'active', user_id: '7' },
    })
  })

  test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'limit=7', 'sort=password_hash', 'state=odd'])(
    'is the usual where %s makes no sense',
    (address) => expect(read(address)).toEqual(read('')),
  )
})

describe('what is written into the address', () => {
  test('is what differs from the usual, beside what was there', () => {
    const asked = { ...read(''), page: 2, search: 'ore', filters: { state: 'active', user_id: '' } as const }
    expect(writeQuery(rules, asked, new URLSearchParams('d=users&other=1')).toString()).toBe(
      'd=users&other=1&page=2&search=ore&state=active',
    )
  })

  test('is taken out again', () => {
    const before = new URLSearchParams('d=users&page=2&search=ore&state=active&limit=20&sort=email')
    expect(writeQuery(rules, read(''), before).toString()).toBe('d=users')
  })

  test('reads back as it was, with a prefix too', () => {
    const own = { ...rules, prefix: 'activities' }
    const asked = {
      page: 4,
      limit: 100,
      sort: 'email',
      search: 'a&b=c',
      filters: { state: 'inactive', user_id: '9' } as const,
    }
    const written = writeQuery(own, asked, new URLSearchParams('d=portfolio&page=2'))
    expect(readQuery(own, written)).toEqual(asked)
    expect(read(written.toString()).page).toBe(2)
  })
})

test('what narrows a list is cleared, and whose it is stays', () => {
  const asked = read('page=3&limit=20&sort=email&search=ore&state=active&user_id=7')
  const usual = { page: 1, limit: 20, sort: 'email', search: '' }
  expect(widestQuery(rules, asked)).toEqual({ ...usual, filters: { state: '', user_id: '' } })
  const own = { ...rules, whose: 'user_id' } as const
  expect(widestQuery(own, asked)).toEqual({ ...usual, filters: { state: '', user_id: '7' } })
})

test('a press on a head turns the order round, or begins the column’s own way', () => {
  expect(nextSort('-email', 'email', false)).toBe('email')
  expect(nextSort('email', 'email', false)).toBe('-email')
  expect(nextSort('email', 'created_at', true)).toBe('-created_at')
  expect(nextSort('email', 'name', false)).toBe('name')
})
