/**
 * What concerns the account itself, in one file: each name of a further file would weigh on the first view of the
 * dashboard, whose script knows them all.
 */
export { ClosureStrip } from './ClosureStrip.tsx'
export { RecoveryPage } from './recovery/RecoveryPage.tsx'
export { SettingsArea } from './settings/SettingsArea.tsx'
export { UnkeptCodes } from './UnkeptCodes.tsx'
export { ConfirmStrip } from './verification/ConfirmStrip.tsx'
export { OnboardingStrip } from './verification/OnboardingStrip.tsx'
export { VerificationPage } from './verification/VerificationPage.tsx'
