import { SettingsLayout } from '#site/investor/identity/settings/SettingsLayout.tsx'
import { CloseAccountPanel } from './CloseAccountPanel.tsx'
import { DataExportPanel } from './DataExportPanel.tsx'

/** /access/settings/data: export of the stored data, and account closure. */
export function DataSettings() {
  return (
    <SettingsLayout section="Data" lead="Export your data or close your account.">
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <DataExportPanel />
        <CloseAccountPanel />
      </div>
    </SettingsLayout>
  )
}
