import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { sectionFiles } from '#site/admin/section-files.ts'
import { findSection } from '#site/admin/sections.ts'
import { SectionPlaceholder } from './SectionPlaceholder.tsx'

/** The section that the address asks for. */
export function SectionOutlet() {
  const [search] = useSearchParams()
  const { value } = findSection(search.get('d'))
  const Component = sectionFiles[value]
  return (
    // A section of its own each time: nothing of another one's state is kept, nor its screen while it loads.
    <Suspense key={value} fallback={<SectionPlaceholder />}>
      {Component && <Component />}
    </Suspense>
  )
}
