import { Link } from 'react-router'
import type { Section } from '#site/admin/sections.ts'
import { EmptyState } from '#ui/EmptyState'
import { SectionPage } from './SectionPage.tsx'

/** Shown at the address of a section that the roles of the reader do not open. */
export function SectionDenied({ section }: { section: Section }) {
  return (
    <SectionPage title={section.title}>
      <div className="panel">
        <EmptyState title="Your roles do not open this section">
          An owner can change your roles, under Administrators.{' '}
          <Link to="/">Go to the sections that you can open</Link>
        </EmptyState>
      </div>
    </SectionPage>
  )
}
