import { adminAccount } from '#contract/identity/accounts'
import { callAdminApi, refreshAdminSession } from '#core/api/admin-api'
import { getServerErrorMessage } from '#core/api/error-messages'
import { createForm } from '#core/form/form'
import { type PasswordChange, validatePasswordChange } from '#core/security/new-password'
import { adminSession, endAdminSession } from '#core/session/admin-session'

/** Replaces a password chosen by someone else. The session continues and then opens the panel. */
export const createRequiredPasswordForm = () =>
  createForm<PasswordChange, void>({
    initial: { current_password: '', new_password: '', confirmPassword: '' },
    check: (values) => validatePasswordChange(values, adminSession.read()?.user.email ?? ''),
    explain: (error) => getServerErrorMessage(error, 'Your password could not be changed. Please try again.'),
    save: async ({ current_password, new_password }) => {
      await callAdminApi(adminAccount.changePassword, { body: { current_password, new_password } })
      try {
        await refreshAdminSession()
        adminSession.updateUser({ must_change_password: false })
      } catch {
        // The password has still been changed.
        endAdminSession('Your password was changed. Please sign in with the new one.')
      }
    },
  })
