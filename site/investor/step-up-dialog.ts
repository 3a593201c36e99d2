import { investorFactors } from '#core/security/investor-factors'
import { askToConfirm } from '#site/security/StepUpDialog.tsx'

/** Asks the investor to confirm. */
export const ask = (methods: readonly string[], typed: string | undefined) =>
  askToConfirm(investorFactors, methods, typed)
