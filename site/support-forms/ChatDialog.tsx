import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { ChatBody, type ChatReceived, support } from '#contract/support'
import { callAsAuthor } from '#core/api/author-call'
import { $chatSession, clearChat, makeChatSessionId, storeChat, subscribeToChat } from '#core/query/chat'
import { Input, Textarea } from '#ui/Field'
import { ChatThread } from './ChatThread.tsx'
import { FormDialog, FormField } from './FormDialog.tsx'

interface ChatDialogProps {
  open: boolean
  onClose: () => void
  onSent: (received: ChatReceived) => void
}

/** A message to the team, below the conversation once there is one. */
export function ChatDialog({ open, onClose, onSent }: ChatDialogProps) {
  const session = useStore($chatSession)
  // The same id until it is stored, so that a first message sent twice opens one conversation.
  const [newId, setNewId] = useState(makeChatSessionId)
  const nameField = useRef<HTMLInputElement>(null)
  const emailField = useRef<HTMLInputElement>(null)

  useEffect(() => (open ? subscribeToChat() : undefined), [open])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the dialog opens, not again after a success cleared the form
  useEffect(() => {
    if (!open || !session) return
    for (const [field, stored] of [
      [nameField.current, session.name],
      [emailField.current, session.email],
    ] as const) {
      if (field && !field.value) field.value = stored
    }
  }, [open])

  // The button disappears with the conversation; the focus stays in the dialog.
  const clear = () => {
    nameField.current?.focus()
    clearChat()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Live chat"
      schema={ChatBody}
      send={(body: ChatBody, options) => callAsAuthor(support.sendChat, { body }, options)}
      says={{
        success: "Message sent! We'll respond shortly.",
        failure: 'Error sending message.',
        submit: 'Send message',
        busy: 'Sending...',
      }}
      complete={(fields) => ({ ...fields, session_id: session?.id ?? newId, message_type: 'user' as const })}
      onSent={(received, { name, email }) => {
        storeChat(received.session_id, name, email ?? '')
        setNewId(makeChatSessionId())
        onSent(received)
      }}
      above={session && <ChatThread onForget={clear} />}
    >
      <FormField name="name" label="Name">
        {(control) => (
          <Input
            {...control}
            ref={nameField}
            autoComplete="name"
            data-autofocus={session ? undefined : true}
          />
        )}
      </FormField>
      <FormField name="email" label="Email">
        {(control) => <Input {...control} ref={emailField} type="email" autoComplete="email" />}
      </FormField>
      <FormField name="message" label="Message" wide>
        {(control) => <Textarea {...control} rows={4} data-autofocus={session ? true : undefined} />}
      </FormField>
    </FormDialog>
  )
}
