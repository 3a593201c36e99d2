import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { ChatBody, type ChatReceipt, support } from '#contract/desk/support'
import { callAsOptionalInvestor } from '#core/api/call-as-author'
import {
  $chatSession,
  clearChat,
  createChatSessionId,
  saveChat,
  subscribeToChat,
} from '#core/query/desk/chat'
import { Textarea } from '#ui/Field'
import { ChatThread } from './ChatThread.tsx'
import { AuthorFields, type DialogProps, FormDialog, FormField } from './FormDialog.tsx'

/** A message to the team, below the chat once there is one. */
export function ChatDialog({ open, onClose, onSent }: DialogProps<ChatReceipt>) {
  const session = useStore($chatSession)
  // The same id until it is stored, so that a first message sent twice opens only one chat.
  const [newId, setNewId] = useState(createChatSessionId)
  const nameField = useRef<HTMLInputElement>(null)

  useEffect(() => (open ? subscribeToChat() : undefined), [open])

  // The button disappears with the chat; the focus stays in the dialog.
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
      send={(body: ChatBody, options) => callAsOptionalInvestor(support.sendChatMessage, { body }, options)}
      errorMessage={{
        success: "Message sent! We'll respond shortly.",
        failure: 'Error sending message.',
        submit: 'Send message',
        busy: 'Sending...',
      }}
      complete={(fields) => ({ ...fields, session_id: session?.id ?? newId, message_type: 'user' as const })}
      onSent={(received, { name, email }) => {
        saveChat(received.session_id, name, email ?? '')
        setNewId(createChatSessionId())
        onSent(received)
      }}
      known={session ? { name: session.name, email: session.email } : undefined}
      goesOn
      above={session && <ChatThread onForget={clear} />}
    >
      <AuthorFields ref={nameField} focused={!session} />
      <FormField name="message" label="Message" wide>
        {(control) => <Textarea {...control} rows={4} data-autofocus />}
      </FormField>
    </FormDialog>
  )
}
