import { accounts } from '#contract/accounts'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { createForm, type Rejection } from '#core/form/form'
import { refreshOwnEmail } from '#core/query/own-email'
import { findPasswordFault } from '#site/investor/session/sign-in-messages.ts'

const OTHERWISE = 'An error occurred. Please try again.'
const explain = (error: unknown) => explainRejection(error, OTHERWISE)

interface PasswordValues {
  current_password: string
  /** Named as in the call, whose messages are shown at the fields. */
  new_password: string
  confirmPassword: string
}

function checkPasswords({
  current_password,
  new_password,
  confirmPassword,
}: PasswordValues): Rejection<PasswordValues> | undefined {
  if (current_password === '') {
    return { message: 'Enter your current password', fieldErrors: { current_password: '' } }
  }
  const fault = findPasswordFault({ password: new_password, confirmPassword })
  if (!fault) return undefined
  const { password, ...others } = fault.fieldErrors
  return {
    message: fault.message,
    fieldErrors: { ...others, ...(password !== undefined && { new_password: password }) },
  }
}

/** Changes the password. */
export const createPasswordForm = () =>
  createForm<PasswordValues, void>({
    initial: { current_password: '', new_password: '', confirmPassword: '' },
    check: checkPasswords,
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
      await callInvestor(accounts.cancelEmailChange)
      refreshOwnEmail()
    },
  })
