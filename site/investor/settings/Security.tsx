import { useStore } from '@nanostores/react'
import { $ownEmail } from '#core/query/own-email'
import { dataOf } from '#core/query/remote'
import { Sessions } from '#site/security/Sessions.tsx'
import { Activity } from './Activity.tsx'
import { investorSessions } from './account-activity.ts'
import { EmailPanel } from './EmailPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import { InvestorFactors } from './security/InvestorFactors.tsx'

/** The sessions, and what ends with them. */
function InvestorSessions() {
  const isChanging = dataOf(useStore($ownEmail))?.pending
  return (
    <Sessions
      client={investorSessions}
      alsoEnds={isChanging ? 'the change of email that waits' : undefined}
    />
  )
}

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
        <InvestorSessions />
        <Activity />
      </div>
    </SettingsPage>
  )
}
