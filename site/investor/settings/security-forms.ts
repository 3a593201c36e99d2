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
      const present = investorSession.read()?.user.email ?? ''
      const isOwn = email.trim().toLowerCase() === present.toLowerCase()
      if (email.trim() !== '' && !isOwn && current_password !== '') return undefined
      // What is wrong is said at each field at once.
      const fieldErrors = {
        ...(email.trim() === '' && { email: 'Enter your new email address' }),
        ...(email.trim() !== '' && isOwn && { email: 'This is your email address already' }),
        ...(current_password === '' && { current_password: 'Enter your current password' }),
      }
      return { message: Object.values(fieldErrors)[0] ?? '', fieldErrors }
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
