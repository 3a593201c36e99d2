import { SettingsPage } from '#site/investor/settings/SettingsPage.tsx'
import { ClosurePanel } from './ClosurePanel.tsx'
import { ExportPanel } from './ExportPanel.tsx'

/** /access/settings/data: what is kept of the investor, to take along, and the end of the account. */
export function DataSection() {
  return (
    <SettingsPage section="Data" lead="What is kept of you, to take along, and how your account is closed.">
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <ExportPanel />
        <ClosurePanel />
      </div>
    </SettingsPage>
  )
}
