import { accounts } from '#contract/accounts'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { createForm } from '#core/form/form'
import { refreshOwnEmail } from '#core/query/own-email'
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

/** Asks for another email; its link puts it into use. */
export const createEmailForm = () =>
  createForm({
    initial: { email: '', current_password: '' },
    check: ({ email, current_password }) => {
      if (email.trim() === '') return { message: 'Enter your new email address', fieldErrors: { email: '' } }
      if (current_password !== '') return undefined
      return { message: 'Enter your current password', fieldErrors: { current_password: '' } }
    },
    explain,
    save: async (body) => {
      await callInvestor(accounts.changeEmail, { body })
      refreshOwnEmail()
    },
  })

/** Cancels the change of email that waits. */
export const createCancelForm = () =>
  createForm<object, void>({
    initial: {},
    explain,
    save: async () => {
      // Another tab may have been first, or the link was followed: what is true now is shown either way.
      await callInvestor(accounts.cancelEmailChange).finally(refreshOwnEmail)
    },
  })
