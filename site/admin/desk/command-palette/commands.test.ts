import { expect, test } from 'vitest'
import type { SearchResult } from '#contract/desk/admin-command-palette'
import { hasPermission } from '#contract/permissions'
import type { AdminRole } from '#shared/enums/accounts'
import { findCommands, searchTransactions, toItems } from './commands.ts'

const mayAs = (role: AdminRole) => (permission: Parameters<typeof hasPermission>[1]) =>
  hasPermission([role], permission)
const titles = (text: string, role: AdminRole = 'owner') =>
  findCommands(text, mayAs(role)).map(({ title }) => title)

test('finds sections and actions that contain every word', () => {
  expect(titles('audit')).toEqual(['Audit log'])
  expect(titles('add trans')).toEqual(['Add a transaction'])
  expect(titles('  ')).toEqual([])
  expect(titles('no such thing')).toEqual([])
})

test('offers only actions that the reader may perform', () => {
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

test('offers to add a transaction for the first investors found', () => {
  const links = (mayBook: boolean) => toItems([ada], mayBook).map(({ link }) => link)
  expect(links(true)).toEqual(['?d=users&user=42', '?d=users&user=42&do=book'])
  expect(links(false)).toEqual(['?d=users&user=42'])
})

test('links a text to all matching transactions, for readers of transactions', () => {
  expect(searchTransactions(' FT&77 ', true)).toMatchObject([{ link: '?d=transactions&search=FT%2677' }])
  expect(searchTransactions('ft', true)).toEqual([])
  expect(searchTransactions('$12,500.00', false)).toEqual([])
  expect(searchTransactions('FT-77', false)).toEqual([])
})

test('links an amount and a day to all matching transactions, in the last line', () => {
  const last = (text: string) => searchTransactions(text, true).at(-1)
  for (const text of ['12500', '12,500', '$12,500.00']) {
    expect(last(text), text).toMatchObject({
      title: 'All transactions for exactly $12,500.00',
      link: '?d=transactions&min=12500.00&max=12500.00',
    })
  }
  expect(last('40')?.link, 'a short one too').toBe('?d=transactions&min=40.00&max=40.00')
  for (const text of ['2026-03-02', '3/2/26', '03/02/2026', '2 Mar 2026', 'March 2, 2026']) {
    expect(last(text), text).toMatchObject({
      title: 'All transactions on March 2, 2026',
      link: '?d=transactions&from=2026-03-02&to=2026-03-02',
    })
  }
  expect(last('2026-02-30')?.link, 'no such day').toContain('search=')
})
