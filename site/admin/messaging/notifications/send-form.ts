import {
  adminNotifications,
  type SendNotificationBody,
  SendNotificationBody as sendBody,
} from '#contract/messaging/admin-notifications'
import { getFieldRules } from '#contract/schema-builders'
import { callAdminApi } from '#core/api/admin-api'
import { type AWAITING_APPROVAL, catchAwaitingApproval } from '#core/api/approval-requests'
import type { FieldErrors } from '#core/form/form'
import { createRowForm, type RowForm } from '#core/form/row-form'
import { notificationCategories, notificationTypes } from '#shared/enums/notifications'
import { toReasonPayload } from '#site/admin/kit/form/reason-payload.ts'
import { createMessageDraft } from './message-draft.ts'
import { listPlaceholders } from './message-templates.ts'

export type SendValues = {
  title: string
  message: string
  type: string
  category: string
  /** For the approver of a message to several investors. */
  reason: string
}

/** The number of investors notified, or that the message awaits approval. */
export type Sent = number | typeof AWAITING_APPROVAL
export type SendFormState = RowForm<SendValues, Sent>

export const titleRules = getFieldRules(sendBody, 'title')
export const messageRules = getFieldRules(sendBody, 'message')

export const typeOptions = notificationTypes.map((value) => ({ value, label: capital(value) }))
export const categoryOptions = notificationCategories.map((value) => ({ value, label: capital(value) }))

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export const toMessageContent = ({ title, message, type, category, reason }: SendValues) => ({
  title,
  message,
  type: type as SendNotificationBody['type'],
  category: category as SendNotificationBody['category'],
  ...toReasonPayload(reason),
})

/** The errors of a text, before it is sent. */
export function validateContent({ title, message }: SendValues): FieldErrors<SendValues> {
  const left = (text: string) => {
    const blanks = listPlaceholders(text)
    return blanks.length > 0 ? `Replace ${blanks.join(', ')} first` : undefined
  }
  const wrong = {
    title: title.trim() === '' ? 'Title is required' : left(title),
    message: message.trim() === '' ? 'Message is required' : left(message),
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, message]) => message))
}

export type MessageContent = ReturnType<typeof toMessageContent>

const empty: SendValues = { title: '', message: '', type: 'info', category: 'system', reason: '' }

/**
 * A message form whose draft is stored under its name for this tab until it is sent; `send` resolves to the number of
 * recipients.
 */
export function createContentForm(
  name: string,
  failure: string,
  send: (content: MessageContent, idempotencyKey: string) => Promise<number>,
): SendFormState {
  const draft = createMessageDraft(name, empty)
  const form: SendFormState = createRowForm({
    initial: { values: draft.read(), updatedAt: undefined },
    check: validateContent,
    failure,
    save: (values, { idempotencyKey }) =>
      catchAwaitingApproval(send(toMessageContent(values), idempotencyKey)),
  })
  form.$state.listen(({ values, status }) => draft.keep(status.name === 'saved' ? empty : values))
  return form
}

/** A form that notifies these users, or all users if none are given. Resolves to the number of notified users. */
export const createSendForm = (
  name: string,
  failure: string,
  targets: () => readonly number[],
): SendFormState =>
  createContentForm(name, failure, async (content, idempotencyKey) => {
    const [first, ...others] = targets()
    const to =
      first === undefined
        ? {}
        : others.length === 0
          ? { target_user_id: first }
          : { target_user_ids: [first, ...others] }
    // The same text to other recipients is a different notification.
    const key = `${idempotencyKey}-${first ?? 'all'}-${others.length}-${others.reduce((sum, id) => sum + id, 0)}`
    const body = { ...content, ...to }
    return (await callAdminApi(adminNotifications.send, { body }, { idempotencyKey: key })).target_users
  })
