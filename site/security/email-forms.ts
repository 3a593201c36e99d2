import { explainRejection } from '#core/api/failures'
import { createForm } from '#core/form/form'
import type { EmailClient } from '#core/security/email-client'

const explain = (error: unknown) => explainRejection(error, 'An error occurred. Please try again.')

/** Asks for another email; its link puts it into use. `readPresent` reads the one in use. */
export const createEmailForm = (client: EmailClient, readPresent: () => string) =>
  createForm({
    initial: { email: '', current_password: '' },
    check: ({ email, current_password }) => {
      const isOwn = email.trim().toLowerCase() === readPresent().toLowerCase()
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
    save: (body) => client.change(body),
  })

/** Cancels the change of email that waits. */
export const createCancelForm = (client: EmailClient) =>
  createForm<object, void>({ initial: {}, explain, save: () => client.cancel() })
