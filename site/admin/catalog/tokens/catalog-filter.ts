/** The catalog tokens selected by the URL. */
import { adminTokens, tokenStatusFilters } from '#contract/catalog/admin-tokens'
import { downloadAsAdmin } from '#core/api/admin-api'
import type { ListQuery } from '#core/list/url-state'
import type { ListedToken } from '#core/query/catalog/sample-tokens'
import type { SaveOptions } from '#site/admin/kit/list/list-store.ts'

const filters = { category: '', state: tokenStatusFilters } as const

/** The whole catalog is on one page, in the order in which tokens were added. */
export const catalogListRules = { prefix: '', sorts: [], sizes: [], size: 0, filters }

type CatalogQuery = Pick<ListQuery<typeof filters>, 'search' | 'filters'>

/** The matching tokens: every search word occurs in the symbol, name, category or location. */
export function filterCatalog<T extends ListedToken & { is_active?: boolean }>(
  tokens: readonly T[],
  { search, filters: { category, state } }: CatalogQuery,
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

/** Saves the matching tokens as a file. */
export const exportTokens = ({ search, filters: { category, state } }: CatalogQuery, options: SaveOptions) =>
  downloadAsAdmin(
    adminTokens.exportCsv,
    { query: { search: search || undefined, category: category || undefined, state } },
    { ...options, name: 'tokens.csv' },
  )
