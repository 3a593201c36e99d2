import { atom } from 'nanostores'
import { tokens } from '#contract/tokens'
import { call } from '#core/api/api'
import { onBrowserMount } from '#core/browser/browser-mount'
import { revalidateOn } from '#core/live/investor-events'
import { fetchWhenVisible } from './fetch-when-visible.ts'
import { createQuery } from './query.ts'
import { refetch } from './refetch.ts'
import { type ListedToken, sampleTokens } from './sample-tokens.ts'

export type { ListedToken }

/**
 * `sample` is the built-in list, shown while the real one cannot be loaded. `updating` while a request is in flight.
 */
export type TokensState =
  | { status: 'loading' }
  /** `old` when it could not be refetched. */
  | { status: 'ready'; tokens: readonly ListedToken[]; updating: boolean; old: boolean }
  | { status: 'sample'; tokens: readonly ListedToken[]; updating: boolean }

const $tokensQuery = createQuery<ListedToken[]>('tokens', {
  fetcher: () => call(tokens.list, {}, { fresh: true }),
  revalidateOnReconnect: true,
})

fetchWhenVisible($tokensQuery)
// An open list shows the changes of an administrator in the meantime.
revalidateOn($tokensQuery, 'tokens')

/** The tokens open for investment. */
export const $tokens = atom<TokensState>({ status: 'loading' })

/** Refetches the list. */
export const refreshTokens = () => refetch($tokensQuery)

onBrowserMount($tokens, () =>
  $tokensQuery.subscribe(({ data, error, loading: updating }) => {
    const before = $tokens.value
    if (data && !error) $tokens.set({ status: 'ready', tokens: data, updating, old: false })
    else if (before.status === 'ready')
      $tokens.set({ ...before, updating, old: Boolean(error) || before.old })
    else if (error || before.status === 'sample')
      $tokens.set({ status: 'sample', tokens: sampleTokens, updating })
  }),
)

export const ALL_TOKENS = 'All Tokens'

/** Categories the picker always offers; others follow when a token is in them. */
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
