export { OnboardingStrip } from './verification/OnboardingStrip.tsx'
export { VerificationPage } from './verification/VerificationPage.tsx'
