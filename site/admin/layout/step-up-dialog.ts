import { administratorFactors } from '#core/security/admin-factors'
import { askToConfirm } from '#site/security/StepUpDialog.tsx'

/** Asks the administrator to confirm. */
export const ask = (methods: readonly string[], typed: string | undefined) =>
  askToConfirm(administratorFactors, methods, typed)
