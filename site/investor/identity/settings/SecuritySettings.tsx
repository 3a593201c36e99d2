import { useStore } from '@nanostores/react'
import { $ownEmail } from '#core/query/identity/account-email'
import { getData } from '#core/query/remote'
import { Sessions } from '#site/account-security/Sessions.tsx'
import { AccountActivityPanel } from './AccountActivityPanel.tsx'
import { investorSessions } from './account-activity.ts'
import { EmailPanel } from './EmailPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { SettingsLayout } from './SettingsLayout.tsx'
import { InvestorFactors } from './security/InvestorFactors.tsx'

/** The sessions, and what ends along with them. */
function InvestorSessions() {
  const isChanging = getData(useStore($ownEmail))?.pending
  return <Sessions client={investorSessions} alsoEnds={isChanging ? 'the pending email change' : undefined} />
}

/** /access/settings/security: sign-in methods, active sessions and account activity. */
export function SecuritySettings() {
  return (
    <SettingsLayout section="Security" lead="Sign-in methods and account recovery.">
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <PasswordPanel />
        <EmailPanel />
      </div>
      <div className="mt-5">
        <InvestorFactors />
      </div>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <InvestorSessions />
        <AccountActivityPanel />
      </div>
    </SettingsLayout>
  )
}
