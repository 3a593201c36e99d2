import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { sectionFiles } from '#site/admin/section-files.ts'
import { findSection } from '#site/admin/sections.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { SectionDenied } from './SectionDenied.tsx'
import { SectionPlaceholder } from './SectionPlaceholder.tsx'

/** The section that the URL names, or that it is not for the reader. */
export function SectionOutlet() {
  const [search] = useSearchParams()
  const section = findSection(search.get('d'))
  const mayOpen = useMay()(section.needs)
  const { value } = section
  const Component = sectionFiles[value]
  if (!mayOpen) return <SectionDenied section={section} />
  return (
    // A new key for each section: no state of the one before is kept, nor its screen while the next one loads.
    <Suspense key={value} fallback={<SectionPlaceholder />}>
      {Component && <Component />}
    </Suspense>
  )
}
