import type { WaitingCall } from '#core/api/step-up'
import { administratorFactors } from '#core/security/admin-factors'
import { askToConfirm } from '#site/security/StepUpDialog.tsx'

/** Asks the administrator to confirm. */
export const ask = (methods: readonly string[], typed: string | undefined, call: WaitingCall) =>
  askToConfirm(administratorFactors, { methods, typed, call })
