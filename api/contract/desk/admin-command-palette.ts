/** One search across the panel's data, for its command palette. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { adminPath } from '#contract/admin-endpoint'
import { get } from '#contract/endpoint'
import { Id, SearchText, StringEnum } from '#contract/schema-builders'

export const searchResultTypes = [
  'investor',
  'subscription',
  'transaction',
  'proposal',
  'ticket',
  'call',
  'chat',
  'series',
] as const

/** Maximum results of one search. */
export const SEARCH_RESULTS_MAX = 20

export const SearchResult = Type.Object({
  kind: StringEnum(searchResultTypes),
  id: Id(),
  title: Type.String(),
  subtitle: Type.String(),
  link: Type.String({ description: 'Panel query string', examples: ['?d=users&user=42'] }),
})
export type SearchResult = Static<typeof SearchResult>

/**
 * `12500`, `12,500`, `$12,500.00`, `-$40` and `USD 40`: digits without leading zeros, with or without thousands
 * separators.
 */
const AMOUNT =
  /^[+\-−]?\s*(?:\$|USD)?\s*(0|[1-9]\d{0,11}|[1-9]\d{0,2}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?(?:\s*USD)?$/i

/**
 * The typed amount, as in `'12500.00'`. The sign is ignored, because it follows from the transaction type. Undefined
 * for other texts.
 */
export function parseAmount(text: string): string | undefined {
  const [, whole = '', part = ''] = AMOUNT.exec(text.trim()) ?? []
  const amount = `${whole.replaceAll(',', '')}.${part.padEnd(2, '0')}`
  return /[1-9]/.test(amount) ? amount : undefined
}

export const adminSearch = {
  search: get(adminPath('/search'), {
    summary:
      'Search investors by name, email or account number; series; transactions by start of description (recent ones by any word or amount); and subscriptions, transactions, approval requests, tickets, calls and chats by reference or id',
    access: 'admin:self',
    query: Type.Object({ q: SearchText() }),
    response: Type.Object({ results: Type.Array(SearchResult, { maxItems: SEARCH_RESULTS_MAX }) }),
  }),
}
