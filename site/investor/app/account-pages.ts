/**
 * Account pages combined in one file: each additional file name would add to the first view of the dashboard, whose
 * script knows them all.
 */

export { SettingsRoutes } from '#site/investor/app/SettingsRoutes.tsx'
export { ConfirmEmailBanner } from '#site/investor/compliance/verification/ConfirmEmailBanner.tsx'
export { OnboardingBanner } from '#site/investor/compliance/verification/OnboardingBanner.tsx'
export { VerificationPage } from '#site/investor/compliance/verification/VerificationPage.tsx'
export { RecoveryPage } from '#site/investor/identity/email-links/RecoveryPage.tsx'
export { UnsavedRecoveryCodes } from '#site/investor/identity/UnsavedRecoveryCodes.tsx'
export { AccountClosureBanner } from '#site/investor/people/AccountClosureBanner.tsx'
