import { getServerErrorMessage } from '#core/api/error-messages'
import { createForm } from '#core/form/form'
import type { EmailClient } from '#core/security/email-client'

const explain = (error: unknown) => getServerErrorMessage(error, 'An error occurred. Please try again.')

/** Requests a change of email, which takes effect when its link is followed. `readPresent` reads the current one. */
export const createEmailForm = (client: EmailClient, readPresent: () => string) =>
  createForm({
    initial: { email: '', current_password: '' },
    check: ({ email, current_password }) => {
      const isOwn = email.trim().toLowerCase() === readPresent().toLowerCase()
      if (email.trim() !== '' && !isOwn && current_password !== '') return undefined
      // Errors are shown at each field immediately.
      const fieldErrors = {
        ...(email.trim() === '' && { email: 'Enter your new email address' }),
        ...(email.trim() !== '' && isOwn && { email: 'This is already your email address' }),
        ...(current_password === '' && { current_password: 'Enter your current password' }),
      }
      return { message: Object.values(fieldErrors)[0] ?? '', fieldErrors }
    },
    explain,
    save: (body) => client.change(body),
  })

/** Cancels the pending email change. */
export const createCancelForm = (client: EmailClient) =>
  createForm<object, void>({ initial: {}, explain, save: () => client.cancel() })
