import { describe, expect, it } from 'vitest'
import { formatRowRange } from './list.ts'

describe('the position in a list', () => {
  it('names the first and the last row, and how many there are', () => {
    expect(formatRowRange({ page: 1, limit: 20, total: 42 })).toBe('Showing 1 to 20 of 42')
    expect(formatRowRange({ page: 3, limit: 20, total: 10_482 })).toBe('Showing 41 to 60 of 10,482')
  })

  it('ends with the last row', () => {
    expect(formatRowRange({ page: 3, limit: 20, total: 42 })).toBe('Showing 41 to 42 of 42')
  })

  it('says that a list is empty', () => {
    expect(formatRowRange({ page: 1, limit: 20, total: 0 })).toBe('No results')
  })
})
