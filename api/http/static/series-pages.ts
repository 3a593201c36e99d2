/**
 * Maps a path below the series pages to its page. The build creates pages for the series it knows. The server knows
 * which series are public: a hidden one has no page, and one added later has a generic page.
 */
import type { SiteSeries } from '#contract/site-manifest'
import { toSeriesCode } from '#shared/series-code'

/** The codes of the public series; undefined while unknown. */
export type SeriesCodes = ReadonlySet<string> | undefined

interface SeriesPages<Page> {
  /** Whether a decoded path is below the series pages. */
  contains(path: string): boolean
  /** The page for such a path. Without codes, every prebuilt page is found. */
  find(path: string, codes: SeriesCodes): Page | undefined
  /** The path with the series code as written in URLs: without `$`, in lower case. */
  canonical(path: string): string
}

export function createSeriesPages<Page>(
  series: SiteSeries | undefined,
  prebuilt: ReadonlyMap<string, Page>,
  plain: Page | undefined,
): SeriesPages<Page> {
  if (!series) return { contains: () => false, find: () => undefined, canonical: (path) => path }
  const { prefix } = series
  return {
    contains: (path) => path.startsWith(prefix),
    find(path, codes) {
      const rest = path.slice(prefix.length)
      const [code = ''] = rest.split('/')
      // The feed of a hidden series is not found either.
      if (codes && !codes.has(code)) return undefined
      return prebuilt.get(path) ?? (codes && rest === code ? plain : undefined)
    },
    canonical: (path) => prefix + toSeriesCode(path.slice(prefix.length)),
  }
}
