import { stripSymbolPrefix } from '#shared/series-code'

/** A code from a URL as the API accepts it; undefined if no symbol can have it. */
export const parseSeriesCode = (text: string | null): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/.test(text ?? '') ? (text ?? undefined) : undefined

/** The query string of a series' detail view. */
export const getSeriesLocation = (symbol: string): string => `?d=tokens&token=${stripSymbolPrefix(symbol)}`
