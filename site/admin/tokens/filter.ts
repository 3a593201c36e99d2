/** The tokens of the catalogue that the URL selects. */
import { adminTokens, tokenStates } from '#contract/admin-tokens'
import { downloadAdminFile } from '#core/api/admin-api'
import type { ListQuery } from '#core/list/url-state'
import type { ListedToken } from '#core/query/sample-tokens'
import type { SaveOptions } from '#site/admin/list/list.ts'

const filters = { category: '', state: tokenStates } as const

/** The whole catalogue is on one page, in the order in which it was added. */
export const catalogueRules = { prefix: '', sorts: [], sizes: [], size: 0, filters }

type CatalogueQuery = Pick<ListQuery<typeof filters>, 'search' | 'filters'>

/** The tokens that match: every search word somewhere in symbol, name, category or location. */
export function filterCatalogue<T extends ListedToken & { is_active?: boolean }>(
  tokens: readonly T[],
  { search, filters: { category, state } }: CatalogueQuery,
): T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return tokens.filter((token) => {
    const text = `${token.symbol} ${token.name} ${token.category} ${token.location}`.toLowerCase()
    const isActive = token.is_active !== false
    return (
      words.every((word) => text.includes(word)) &&
      (category === '' || token.category === category) &&
      (state === 'all' || isActive === (state === 'active'))
    )
  })
}

/** Saves the tokens that match as a file. */
export const saveTokens = ({ search, filters: { category, state } }: CatalogueQuery, options: SaveOptions) =>
  downloadAdminFile(
    adminTokens.exportCsv,
    { query: { search: search || undefined, category: category || undefined, state } },
    { ...options, name: 'tokens.csv' },
  )
