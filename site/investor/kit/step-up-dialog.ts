import type { PendingCall } from '#core/api/step-up'
import { investorFactors } from '#core/security/investor-factors'
import { openStepUpDialog } from '#site/account-security/ConfirmIdentityDialog.tsx'

/** Asks the investor for confirmation. */
export const promptForStepUp = (methods: readonly string[], typed: string | undefined, call: PendingCall) =>
  openStepUpDialog(investorFactors, { methods, typed, call })
