import { atom } from 'nanostores'
import { tokens } from '#contract/tokens'
import { call } from './api.ts'
import { onBrowserMount } from './browser-mount.ts'
import { createQuery } from './query.ts'
import { type ListedToken, sampleTokens } from './sample-tokens.ts'

export type { ListedToken }

/** `sample` is the built-in list, shown while the real one cannot be loaded. */
export type TokensState =
  | { status: 'loading' }
  | { status: 'ready'; tokens: readonly ListedToken[] }
  | { status: 'sample'; tokens: readonly ListedToken[] }

const $answer = createQuery<ListedToken[]>('tokens', {
  fetcher: () => call(tokens.list),
  revalidateOnReconnect: true,
})

/** The tokens open for investment. */
export const $tokens = atom<TokensState>({ status: 'loading' })

/** Asks for the list again. */
export const refreshTokens = () => $answer.revalidate()

onBrowserMount($tokens, () =>
  $answer.subscribe(({ data, error }) => {
    if (data && !error) $tokens.set({ status: 'ready', tokens: data })
    else if (error && $tokens.value.status !== 'ready')
      $tokens.set({ status: 'sample', tokens: sampleTokens })
  }),
)

export const ALL_TOKENS = 'All Tokens'

/** Categories the picker always offers; others follow when a token is in them. */
const mainCategories = ['Precious Metals', 'Rare Earth Elements', 'Industrial Minerals'] as const

export interface CategoryCount {
  name: string
  count: number
}

/** The filters of the picker, all tokens first, each with how many there are. */
export function countCategories(list: readonly ListedToken[]): CategoryCount[] {
  const counts = new Map<string, number>(mainCategories.map((name) => [name, 0]))
  for (const { category } of list) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [{ name: ALL_TOKENS, count: list.length }, ...[...counts].map(([name, count]) => ({ name, count }))]
}

/** The tokens of one category, or all. */
export const filterTokens = (list: readonly ListedToken[], category: string): readonly ListedToken[] =>
  category === ALL_TOKENS ? list : list.filter((token) => token.category === category)
