import { expect, test } from 'vitest'
import type { SearchResult } from '#contract/admin-search'
import { mayDo } from '#contract/permissions'
import type { AdminRole } from '#shared/enums/accounts'
import { findCommands, searchTransactions, toItems } from './commands.ts'

const mayAs = (role: AdminRole) => (permission: Parameters<typeof mayDo>[1]) => mayDo([role], permission)
const titles = (text: string, role: AdminRole = 'owner') =>
  findCommands(text, mayAs(role)).map(({ title }) => title)

test('finds sections and actions in which every word occurs', () => {
  expect(titles('audit')).toEqual(['Audit log'])
  expect(titles('book trans')).toEqual(['Book a transaction'])
  expect(titles('  ')).toEqual([])
  expect(titles('no such thing')).toEqual([])
})

test('offers only actions that the reader may take', () => {
  expect(titles('book', 'support')).toEqual([])
  expect(titles('open tickets', 'support')).toEqual(['Open tickets'])
})

const ada: SearchResult = {
  kind: 'investor',
  id: 42,
  title: 'Ada Reyes',
  subtitle: 'ada@x.example',
  link: '?d=users&user=42',
}

test('offers to book a transaction for the first investors found', () => {
  const links = (mayBook: boolean) => toItems([ada], mayBook).map(({ link }) => link)
  expect(links(true)).toEqual(['?d=users&user=42', '?d=users&user=42&do=book'])
  expect(links(false)).toEqual(['?d=users&user=42'])
})

test('leads from a text to all transactions, for those who may read them', () => {
  expect(searchTransactions(' FT&77 ', true)).toMatchObject([{ link: '?d=transactions&search=FT%2677' }])
  expect(searchTransactions('ft', true)).toEqual([])
  expect(searchTransactions('$12,500.00', false)).toEqual([])
  expect(searchTransactions('FT-77', false)).toEqual([])
})

test('leads from an amount and from a day to all transactions of it, in the last line', () => {
  const last = (text: string) => searchTransactions(text, true).at(-1)
  for (const text of ['12500', '12,500', '$12,500.00']) {
    expect(last(text), text).toMatchObject({
      title: 'All transactions of exactly $12,500.00',
      link: '?d=transactions&min=12500.00&max=12500.00',
    })
  }
  expect(last('40')?.link, 'a short one too').toBe('?d=transactions&min=40.00&max=40.00')
  for (const text of ['2026-03-02', '3/2/26', '03/02/2026', '2 Mar 2026', 'March 2, 2026']) {
    expect(last(text), text).toMatchObject({
      title: 'All transactions of March 2, 2026',
      link: '?d=transactions&from=2026-03-02&to=2026-03-02',
    })
  }
  expect(last('2026-02-30')?.link, 'no such day').toContain('search=')
})
