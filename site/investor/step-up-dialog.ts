import type { WaitingCall } from '#core/api/step-up'
import { investorFactors } from '#core/security/investor-factors'
import { askToConfirm } from '#site/security/StepUpDialog.tsx'

/** Asks the investor to confirm. */
export const ask = (methods: readonly string[], typed: string | undefined, call: WaitingCall) =>
  askToConfirm(investorFactors, { methods, typed, call })
