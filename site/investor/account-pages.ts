/**
 * Account pages combined in one file: each additional file name would add to the first view of the dashboard, whose
 * script knows them all.
 */
export { AccountClosureBanner } from './AccountClosureBanner.tsx'
export { RecoveryPage } from './email-links/RecoveryPage.tsx'
export { SettingsRoutes } from './settings/SettingsRoutes.tsx'
export { UnsavedRecoveryCodes } from './UnsavedRecoveryCodes.tsx'
export { ConfirmEmailBanner } from './verification/ConfirmEmailBanner.tsx'
export { OnboardingBanner } from './verification/OnboardingBanner.tsx'
export { VerificationPage } from './verification/VerificationPage.tsx'
