import { ForgotPassword as ForgotPasswordForm } from '#site/account-security/ForgotPassword.tsx'
import { RecoveryLayout } from './RecoveryLayout.tsx'

/** /access/forgot-password: requests a password reset link. */
export function ForgotPassword() {
  return (
    <RecoveryLayout title="Forgot your password?" lead="We will email you a link to set a new one.">
      <ForgotPasswordForm account="an account" autoComplete="username" />
    </RecoveryLayout>
  )
}
