import { Sessions } from '#site/security/Sessions.tsx'
import { Activity } from './Activity.tsx'
import { investorSessions } from './account-activity.ts'
import { EmailPanel } from './EmailPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import { InvestorFactors } from './security/InvestorFactors.tsx'

/** /access/settings/security: how the investor signs in, who is signed in, and what happened to the account. */
export function Security() {
  return (
    <SettingsPage section="Security" lead="How you sign in, and how you get back in.">
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <PasswordPanel />
        <EmailPanel />
      </div>
      <div className="mt-5">
        <InvestorFactors />
      </div>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <Sessions client={investorSessions} />
        <Activity />
      </div>
    </SettingsPage>
  )
}
