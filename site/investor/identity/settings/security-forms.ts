import { accounts } from '#contract/identity/accounts'
import { getServerErrorMessage } from '#core/api/error-messages'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { type PasswordChange, validatePasswordChange } from '#core/security/new-password'
import { investorSession } from '#core/session/session'

const OTHERWISE = 'An error occurred. Please try again.'
const explain = (error: unknown) => getServerErrorMessage(error, OTHERWISE)

/** Changes the password. */
export const createPasswordForm = () =>
  createForm<PasswordChange, void>({
    initial: { current_password: '', new_password: '', confirmPassword: '' },
    check: (values) => validatePasswordChange(values, investorSession.read()?.user.email ?? ''),
    explain,
    save: async ({ current_password, new_password }) => {
      await callInvestor(accounts.changePassword, { body: { current_password, new_password } })
    },
  })
