import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { sectionFiles } from '#site/admin/section-files.ts'
import { findSection } from '#site/admin/sections.ts'
import { SectionPlaceholder } from './SectionPlaceholder.tsx'

/** The section that the URL names. */
export function SectionOutlet() {
  const [search] = useSearchParams()
  const { value } = findSection(search.get('d'))
  const Component = sectionFiles[value]
  return (
    // A new key for each section: no state of the one before is kept, nor its screen while the next one loads.
    <Suspense key={value} fallback={<SectionPlaceholder />}>
      {Component && <Component />}
    </Suspense>
  )
}
