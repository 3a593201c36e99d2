import { adminAccount } from '#contract/accounts'
import { callAdmin, renewAdminSession } from '#core/api/admin-api'
import { explainRejection } from '#core/api/failures'
import { createForm } from '#core/form/form'
import { checkPasswordChange, type PasswordChange } from '#core/security/new-password'
import { adminSession, endAdminSession } from '#core/session/admin-session'

/** Replaces the password that somebody else has chosen. The session goes on, and then opens the panel. */
export const createOwnPasswordForm = () =>
  createForm<PasswordChange, void>({
    initial: { current_password: '', new_password: '', confirmPassword: '' },
    check: (values) => checkPasswordChange(values, adminSession.read()?.user.email ?? ''),
    explain: (error) => explainRejection(error, 'Your password could not be changed. Please try again.'),
    save: async ({ current_password, new_password }) => {
      await callAdmin(adminAccount.changePassword, { body: { current_password, new_password } })
      try {
        await renewAdminSession()
        adminSession.updateUser({ must_change_password: false })
      } catch {
        // The password is changed all the same.
        endAdminSession('Your password was changed. Please sign in with the new one.')
      }
    },
  })
