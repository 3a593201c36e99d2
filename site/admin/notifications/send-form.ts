import { adminNotifications, type SendBody, SendBody as sendBody } from '#contract/admin-notifications'
import { fieldRules } from '#contract/schema'
import { callAdmin } from '#core/api/admin-api'
import type { FieldErrors } from '#core/form/form'
import { createRowForm, type RowForm } from '#core/form/row-form'
import { notificationCategories, notificationTypes } from '#shared/enums/notifications'
import { draftOf } from './draft.ts'
import { blanksIn } from './templates.ts'

export type SendValues = {
  title: string
  message: string
  type: string
  category: string
}

export type SendForm = RowForm<SendValues, number>

export const titleRules = fieldRules(sendBody, 'title')
export const messageRules = fieldRules(sendBody, 'message')

export const typeOptions = notificationTypes.map((value) => ({ value, label: capital(value) }))
export const categoryOptions = notificationCategories.map((value) => ({ value, label: capital(value) }))

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export const contentOf = ({ title, message, type, category }: SendValues) => ({
  title,
  message,
  type: type as SendBody['type'],
  category: category as SendBody['category'],
})

/** The errors of a text, before it is sent. */
export function checkContent({ title, message }: SendValues): FieldErrors<SendValues> {
  const left = (text: string) => {
    const blanks = blanksIn(text)
    return blanks.length > 0 ? `Fill in ${blanks.join(', ')} first` : undefined
  }
  const wrong = {
    title: title.trim() === '' ? 'Title is required' : left(title),
    message: message.trim() === '' ? 'Message is required' : left(message),
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, message]) => message))
}

export type Content = ReturnType<typeof contentOf>

const empty: SendValues = { title: '', message: '', type: 'info', category: 'system' }

/**
 * A form of a message, kept under its name for this tab until it is sent; `send` resolves to the number of investors
 * that it goes to.
 */
export function createContentForm(
  name: string,
  failure: string,
  send: (content: Content, idempotencyKey: string) => Promise<number>,
): SendForm {
  const draft = draftOf(name, empty)
  const form: SendForm = createRowForm({
    initial: { values: draft.read(), updatedAt: undefined },
    check: checkContent,
    failure,
    save: (values, { idempotencyKey }) => send(contentOf(values), idempotencyKey),
  })
  form.$state.listen(({ values, status }) => draft.keep(status.name === 'saved' ? empty : values))
  return form
}

/** A form that notifies these users, or all of them when none are given. Resolves to the number of notified users. */
export const createSendForm = (name: string, failure: string, targets: () => readonly number[]): SendForm =>
  createContentForm(name, failure, async (content, idempotencyKey) => {
    const [first, ...others] = targets()
    const to =
      first === undefined
        ? {}
        : others.length === 0
          ? { target_user_id: first }
          : { target_user_ids: [first, ...others] }
    // The same text to other recipients is another notification.
    const key = `${idempotencyKey}-${first ?? 'all'}-${others.length}-${others.reduce((sum, id) => sum + id, 0)}`
    const body = { ...content, ...to }
    return (await callAdmin(adminNotifications.send, { body }, { idempotencyKey: key })).target_users
  })
