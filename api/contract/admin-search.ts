/** One search over what the panel knows, for its command palette. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adm } from './admin.ts'
import { get } from './endpoint.ts'
import { Id, OneOf, SearchText } from './schema.ts'

export const searchKinds = [
  'investor',
  'subscription',
  'transaction',
  'proposal',
  'ticket',
  'call',
  'chat',
  'series',
] as const

/** Most results of one search. */
export const RESULTS_MAX = 20

export const SearchResult = Type.Object({
  kind: OneOf(searchKinds),
  id: Id(),
  title: Type.String(),
  subtitle: Type.String(),
  link: Type.String({ description: 'Query of the panel', examples: ['?d=users&user=42'] }),
})
export type SearchResult = Static<typeof SearchResult>

/** `12500`, `12,500`, `$12,500.00`, `-$40` and `USD 40`: digits without leading zeros, in groups of three or in none. */
const AMOUNT =
  /^[+\-−]?\s*(?:\$|USD)?\s*(0|[1-9]\d{0,11}|[1-9]\d{0,2}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?(?:\s*USD)?$/i

/** The amount that was typed, as in `'12500.00'`; its sign is of its type, and ignored. Undefined for other texts. */
export function readAmount(text: string): string | undefined {
  const [, whole = '', part = ''] = AMOUNT.exec(text.trim()) ?? []
  const amount = `${whole.replaceAll(',', '')}.${part.padEnd(2, '0')}`
  return /[1-9]/.test(amount) ? amount : undefined
}

export const adminSearch = {
  find: get(adm('/search'), {
    summary:
      'Investors by name, email or account number, series, transactions by the beginning of their description, recent ones by any of its words or by their amount, and by reference or id: subscriptions, transactions, proposals, tickets, calls and chats',
    access: 'admin:self',
    query: Type.Object({ q: SearchText() }),
    response: Type.Object({ results: Type.Array(SearchResult, { maxItems: RESULTS_MAX }) }),
  }),
}
