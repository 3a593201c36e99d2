import { useStore } from '@nanostores/react'
import { investorSession } from '#core/session/session'
import { UnsavedRecoveryCodesBanner } from '#site/account-security/UnsavedRecoveryCodesBanner.tsx'

/** Shown on all pages: prompts to save recovery codes that the last sign-in reported as unsaved. */
export function UnsavedRecoveryCodes() {
  const isUnkept = useStore(investorSession.$session)?.user.recovery_codes_unkept
  return isUnkept ? <UnsavedRecoveryCodesBanner to="/access/settings/security" className="wrap" /> : null
}
