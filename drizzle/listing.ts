/** What paged lists have in common: pages, order, search words. */
import { type AnyColumn, asc, desc, ilike, or, type SQL } from 'drizzle-orm'

interface PageAsked {
  /** From 1. */
  page: number
  /** Rows a page. */
  limit: number
}

/** Where a page of a list begins. */
export const offsetOf = ({ page, limit }: PageAsked): number => (page - 1) * limit

/** What a list says of its pages; an empty one has one, without rows. */
export const describePages = (total: number, { page, limit }: PageAsked) => ({
  page,
  limit,
  pages: Math.max(1, Math.ceil(total / limit)),
  total,
})

/**
 * The order of a list by `field` or `-field`. `tie` puts rows that are equal in a fixed order, so that
 * no row stands on two pages.
 */
export function orderBy<S extends string>(
  sort: S,
  columns: Record<S extends `-${infer Field}` ? Field : S, AnyColumn | SQL>,
  tie: AnyColumn,
): SQL[] {
  const direct = sort.startsWith('-') ? desc : asc
  const column = (columns as Record<string, AnyColumn | SQL>)[sort.replace(/^-/, '')]
  return column ? [direct(column), direct(tie)] : [direct(tie)]
}

/** Rows in which every word of `search` stands in at least one of the columns, in any case. */
export function searchIn(search: string | undefined, columns: (AnyColumn | SQL)[]): SQL[] {
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '')
  return words.slice(0, 10).map((word) => {
    // The pattern's own signs are meant as they were typed.
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return or(...columns.map((column) => ilike(column as AnyColumn, pattern))) as SQL
  })
}
