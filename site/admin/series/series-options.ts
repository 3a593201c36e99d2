import { useStore } from '@nanostores/react'
import { dataOf } from '#core/query/remote'
import { bareSymbol } from '#shared/series-code'
import { $tokenView } from '#site/admin/tokens/catalogue.ts'

/** A code from a URL as the API accepts it; undefined when no symbol can have it. */
export const readCode = (text: string | null): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/.test(text ?? '') ? (text ?? undefined) : undefined

/** The query string of a series' detail view. */
export const seriesLocation = (symbol: string): string => `?d=tokens&token=${bareSymbol(symbol)}`

/** The series to choose from, by symbol; one from the URL is included even before the rest are loaded. */
export function useSeriesOptions(chosen: string): { value: string; label: string }[] {
  const symbols = (dataOf(useStore($tokenView)) ?? []).map(({ symbol }) => symbol)
  const known = symbols.some((symbol) => bareSymbol(symbol) === chosen)
  const all = chosen === '' || known ? symbols : [...symbols, `$${chosen}`]
  return all
    .sort((a, b) => a.localeCompare(b, 'en'))
    .map((symbol) => ({ value: bareSymbol(symbol), label: symbol }))
}
