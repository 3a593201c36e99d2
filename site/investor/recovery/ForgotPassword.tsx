import { ForgotPassword as ForgotPasswordForm } from '#site/security/ForgotPassword.tsx'
import { LinkPage } from './LinkPage.tsx'

/** /access/forgot-password: asks for a link for a new password. */
export function ForgotPassword() {
  return (
    <LinkPage title="Forgot your password?" lead="We mail you a link to choose a new one.">
      <ForgotPasswordForm account="an account" autoComplete="username" />
    </LinkPage>
  )
}
