/**
 * Which page a path below those of series has. The build makes pages of the series that it knows; the server knows
 * which series are public: a hidden one has no page, and one that was added later has a plain page.
 */
import type { SiteSeries } from '#contract/site-manifest'
import { codeOf } from '#shared/series-code'

/** The codes of the public series; undefined while they are not known. */
export type SeriesCodes = ReadonlySet<string> | undefined

interface SeriesPages<Page> {
  /** Whether a decoded path is below those of series. */
  contains(path: string): boolean
  /** The page of such a path. Without codes every prebuilt page is found. */
  find(path: string, codes: SeriesCodes): Page | undefined
  /** The path with the code of its series as it is written in addresses: without `$`, in lower case. */
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
    canonical: (path) => prefix + codeOf(path.slice(prefix.length)),
  }
}
