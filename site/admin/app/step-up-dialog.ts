import type { PendingCall } from '#core/api/step-up'
import { administratorFactors } from '#core/security/admin-factors'
import { openStepUpDialog } from '#site/account-security/ConfirmIdentityDialog.tsx'

/** Asks the administrator for confirmation. */
export const promptForStepUp = (methods: readonly string[], typed: string | undefined, call: PendingCall) =>
  openStepUpDialog(administratorFactors, { methods, typed, call })
