import { useStore } from '@nanostores/react'
import { getData } from '#core/query/remote'
import { stripSymbolPrefix } from '#shared/series-code'
import { $tokenView } from '#site/admin/tokens/catalog-store.ts'

/** A code from a URL as the API accepts it; undefined if no symbol can have it. */
export const parseSeriesCode = (text: string | null): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/.test(text ?? '') ? (text ?? undefined) : undefined

/** The query string of a series' detail view. */
export const getSeriesLocation = (symbol: string): string => `?d=tokens&token=${stripSymbolPrefix(symbol)}`

/** The selectable series, by symbol; one from the URL is included even before the rest are loaded. */
export function useSeriesOptions(chosen: string): { value: string; label: string }[] {
  const symbols = (getData(useStore($tokenView)) ?? []).map(({ symbol }) => symbol)
  const known = symbols.some((symbol) => stripSymbolPrefix(symbol) === chosen)
  const all = chosen === '' || known ? symbols : [...symbols, `$${chosen}`]
  return all
    .sort((a, b) => a.localeCompare(b, 'en'))
    .map((symbol) => ({ value: stripSymbolPrefix(symbol), label: symbol }))
}
