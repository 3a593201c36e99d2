import { useStore } from '@nanostores/react'
import { getData } from '#core/query/remote'
import { stripSymbolPrefix } from '#shared/series-code'
import { $tokenView } from '#site/admin/catalog/tokens/catalog-store.ts'

/** The selectable series, by symbol; one from the URL is included even before the rest are loaded. */
export function useSeriesOptions(chosen: string): { value: string; label: string }[] {
  const symbols = (getData(useStore($tokenView)) ?? []).map(({ symbol }) => symbol)
  const known = symbols.some((symbol) => stripSymbolPrefix(symbol) === chosen)
  const all = chosen === '' || known ? symbols : [...symbols, `$${chosen}`]
  return all
    .sort((a, b) => a.localeCompare(b, 'en'))
    .map((symbol) => ({ value: stripSymbolPrefix(symbol), label: symbol }))
}
