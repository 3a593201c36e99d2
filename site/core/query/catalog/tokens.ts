import { tokens } from '#contract/catalog/tokens'
import { callApi } from '#core/api/api'
import { refetchOnEvents } from '#core/events/investor-event-stream'
import { type DataWithProvenance, toSampleData } from '#core/query/data-provenance'
import { fetchWhenVisible } from '#core/query/fetch-when-visible'
import { refetch } from '#core/query/internal/refetch'
import { createQuery } from '#core/query/query'
import { createQueryView } from '#core/query/query-view'
import { type ListedToken, sampleTokens } from './sample-tokens.ts'

export type { ListedToken }

const $tokensQuery = createQuery<DataWithProvenance<readonly ListedToken[]>>('tokens', {
  fetcher: async () => ({ data: await callApi(tokens.list, {}, { fresh: true }), source: 'live' }),
  revalidateOnReconnect: true,
})

fetchWhenVisible($tokensQuery)
// An open list shows changes made by an administrator in the meantime.
refetchOnEvents($tokensQuery, 'tokens')

/** The tokens open for investment; the built-in list if the real one has never loaded. */
export const $tokens = createQueryView($tokensQuery, () => toSampleData<readonly ListedToken[]>(sampleTokens))

/** Refetches the list. */
export const refreshTokens = () => refetch($tokensQuery)

export const ALL_TOKENS = 'All Tokens'

/** Categories the picker always offers; others follow if a token belongs to them. */
const mainCategories = ['Precious Metals', 'Rare Earth Elements', 'Industrial Minerals'] as const

export interface CategoryCount {
  name: string
  count: number
}

/** The filters of the picker, all tokens first, each with its count. */
export function countCategories(list: readonly ListedToken[]): CategoryCount[] {
  const counts = new Map<string, number>(mainCategories.map((name) => [name, 0]))
  for (const { category } of list) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [{ name: ALL_TOKENS, count: list.length }, ...[...counts].map(([name, count]) => ({ name, count }))]
}

/** The tokens of one category, or all. */
export const filterTokens = (list: readonly ListedToken[], category: string): readonly ListedToken[] =>
  category === ALL_TOKENS ? list : list.filter((token) => token.category === category)
