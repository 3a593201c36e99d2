import { Link } from 'react-router'
import { SectionPage } from '#site/admin/kit/layout/SectionPage.tsx'
import type { Section } from '#site/admin/kit/layout/sections.ts'
import { EmptyState } from '#ui/EmptyState'

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
