import { accounts } from '#contract/accounts'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { checkPasswordChange, type PasswordChange } from '#core/security/new-password'
import { investorSession } from '#core/session/session'

const OTHERWISE = 'An error occurred. Please try again.'
const explain = (error: unknown) => explainRejection(error, OTHERWISE)

/** Changes the password. */
export const createPasswordForm = () =>
  createForm<PasswordChange, void>({
    initial: { current_password: '', new_password: '', confirmPassword: '' },
    check: (values) => checkPasswordChange(values, investorSession.read()?.user.email ?? ''),
    explain,
    save: async ({ current_password, new_password }) => {
      await callInvestor(accounts.changePassword, { body: { current_password, new_password } })
    },
  })
