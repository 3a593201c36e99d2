import { Link } from 'react-router'
import type { Section } from '#site/admin/sections.ts'
import { EmptyState } from '#ui/EmptyState'
import { SectionPage } from './SectionPage.tsx'

/** Shown at the URL of a section that the reader's roles do not allow. */
export function SectionForbidden({ section }: { section: Section }) {
  return (
    <SectionPage title={section.title}>
      <div className="panel">
        <EmptyState title="You do not have access to this section">
          Ask an owner to change your roles under Administrators. <Link to="/">Go to the dashboard</Link>
        </EmptyState>
      </div>
    </SectionPage>
  )
}
