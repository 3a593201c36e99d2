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

export const adminSearch = {
  find: get(adm('/search'), {
    summary:
      'Investors by name, email or account number, series, transactions by the beginning of their description, recent ones by any of its words, and by reference or id: subscriptions, transactions, tickets, calls and chats',
    access: 'admin:self',
    query: Type.Object({ q: SearchText() }),
    response: Type.Object({ results: Type.Array(SearchResult, { maxItems: RESULTS_MAX }) }),
  }),
}
