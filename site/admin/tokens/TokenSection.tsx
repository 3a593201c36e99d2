import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { SectionPlaceholder } from '#site/admin/layout/SectionPlaceholder.tsx'
import { readCode } from '#site/admin/series/series-options.ts'
import { Tokens } from './Tokens.tsx'

const SeriesDetail = lazy(async () => ({
  default: (await import('#site/admin/series/SeriesDetail.tsx')).SeriesDetail,
}))

/** The catalogue, or the series that `?token=` names. */
export function TokenSection() {
  const [address] = useSearchParams()
  const code = readCode(address.get('token'))
  if (code === undefined) return <Tokens />
  return (
    <Suspense key={code} fallback={<SectionPlaceholder />}>
      <SeriesDetail code={code} />
    </Suspense>
  )
}
