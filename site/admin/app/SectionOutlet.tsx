import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { sectionFiles } from '#site/admin/app/section-files.ts'
import { SectionPlaceholder } from '#site/admin/kit/layout/SectionPlaceholder.tsx'
import { findSection } from '#site/admin/kit/layout/sections.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { SectionForbidden } from './SectionForbidden.tsx'

/** The section named in the URL, or a message that the reader may not open it. */
export function SectionOutlet() {
  const [search] = useSearchParams()
  const section = findSection(search.get('d'))
  const mayOpen = usePermissions()(section.needs)
  const { value } = section
  const Component = sectionFiles[value]
  if (!mayOpen) return <SectionForbidden section={section} />
  return (
    // A new key for each section, so that neither its state nor its screen is kept while the next one loads.
    <Suspense key={value} fallback={<SectionPlaceholder />}>
      {Component && <Component />}
    </Suspense>
  )
}
