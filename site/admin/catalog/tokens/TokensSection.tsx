import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { SectionPlaceholder } from '#site/admin/kit/layout/SectionPlaceholder.tsx'
import { parseSeriesCode } from '#site/admin/kit/series-location.ts'
import { Tokens } from './Tokens.tsx'

const SeriesDetail = lazy(async () => ({
  default: (await import('#site/admin/catalog/series/SeriesDetail.tsx')).SeriesDetail,
}))

/** The catalog, or the series named in `?token=`. */
export function TokensSection() {
  const [address] = useSearchParams()
  const code = parseSeriesCode(address.get('token'))
  if (code === undefined) return <Tokens />
  return (
    <Suspense key={code} fallback={<SectionPlaceholder />}>
      <SeriesDetail code={code} />
    </Suspense>
  )
}
