import { describe, expect, test } from 'vitest'
import {
  clearFilters,
  findUnknownParameters,
  getNextSort,
  type ListRules,
  parseListQuery,
  serializeListQuery,
} from './url-state.ts'

const rules = {
  prefix: '',
  sorts: ['-created_at', 'email'],
  sizes: [20, 50, 100],
  size: 50,
  filters: { state: ['', 'active', 'inactive'], user_id: '' },
} as const satisfies ListRules

const read = (address: string) => parseListQuery(rules, new URLSearchParams(address))

describe('the query in a URL', () => {
  test('has the default values when the URL has none', () => {
    expect(read('d=users')).toEqual({
      page: 1,
      limit: 50,
      sort: '-created_at',
      search: '',
      filters: { state: '', user_id: '' },
    })
  })

  test('is read parameter by parameter', () => {
    expect(read('d=users&page=3&limit=20&sort=-email&search=ada+b&state=active&user_id=7')).toEqual({
      page: 3,
      limit: 20,
      sort: '-email',
      search: 'ada b',
      filters: { state: 'active', user_id: '7' },
    })
  })

  test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'limit=7', 'sort=password_hash', 'state=odd'])(
    'has the default value if %s is invalid',
    (address) => expect(read(address)).toEqual(read('')),
  )
})

test('names unknown filters and orders in a URL until the query is written', () => {
  const own = { ...rules, prefix: 'activities' }
  const address = new URLSearchParams('d=portfolio&activities-state=odd&activities-sort=-hash&state=worse')
  expect(findUnknownParameters(own, address)).toEqual({
    state: 'The page address contains an invalid state: “odd”',
    sort: 'The page address contains an invalid sort: “-hash”',
  })
  expect(findUnknownParameters(own, serializeListQuery(own, parseListQuery(own, address), address))).toEqual(
    {},
  )
  expect(
    findUnknownParameters(rules, new URLSearchParams('state=&sort=email&user_id=x&page=x&limit=7')),
  ).toEqual({})
})

describe('the query written into a URL', () => {
  test('contains only what differs from the defaults, and keeps the other parameters', () => {
    const query = { ...read(''), page: 2, search: 'ore', filters: { state: 'active', user_id: '' } as const }
    expect(serializeListQuery(rules, query, new URLSearchParams('d=users&other=1')).toString()).toBe(
      'd=users&other=1&page=2&search=ore&state=active',
    )
  })

  test('drops the parameters that have default values', () => {
    const before = new URLSearchParams('d=users&page=2&search=ore&state=active&limit=20&sort=email')
    expect(serializeListQuery(rules, read(''), before).toString()).toBe('d=users')
  })

  test('reads back unchanged, with a prefix too', () => {
    const own = { ...rules, prefix: 'activities' }
    const query = {
      page: 4,
      limit: 100,
      sort: 'email',
      search: 'a&b=c',
      filters: { state: 'inactive', user_id: '9' } as const,
    }
    const written = serializeListQuery(own, query, new URLSearchParams('d=portfolio&page=2'))
    expect(parseListQuery(own, written)).toEqual(query)
    expect(read(written.toString()).page).toBe(2)
  })
})

test('clears search and filters, and keeps the list’s owner', () => {
  const query = read('page=3&limit=20&sort=email&search=ore&state=active&user_id=7')
  const usual = { page: 1, limit: 20, sort: 'email', search: '' }
  expect(clearFilters(rules, query)).toEqual({ ...usual, filters: { state: '', user_id: '' } })
  const own = { ...rules, whose: 'user_id' } as const
  expect(clearFilters(own, query)).toEqual({ ...usual, filters: { state: '', user_id: '7' } })
})

test('reverses the sorted column, or sorts another one in its default direction', () => {
  expect(getNextSort('-email', 'email', false)).toBe('email')
  expect(getNextSort('email', 'email', false)).toBe('-email')
  expect(getNextSort('email', 'created_at', true)).toBe('-created_at')
  expect(getNextSort('email', 'name', false)).toBe('name')
})
