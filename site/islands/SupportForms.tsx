import { useStore } from '@nanostores/react'
import { useCallback, useState } from 'react'
import type { Received } from '#contract/support'
import { $unreadReplies } from '#core/query/chat'
import { calendarIcon, chatIcon, ticketIcon } from '#ui/icons/support'
import { ActionCard, type SupportAction } from './support/ActionCard.tsx'
import { CallDialog } from './support/CallDialog.tsx'
import { ChatDialog } from './support/ChatDialog.tsx'
import { TicketDialog } from './support/TicketDialog.tsx'

type Way = SupportAction['id']

const icons = { chat: chatIcon, ticket: ticketIcon, call: calendarIcon }

/**
 * The three ways to write to us: their cards and their dialogs. Other parts of the page open the ticket dialog by
 * clicking the button of its card, with a subject in the button's `data-subject`.
 */
export function SupportForms({ actions }: { actions: readonly SupportAction[] }) {
  const unread = useStore($unreadReplies)
  const [opened, setOpened] = useState<Way | null>(null)
  // A dialog is mounted when it is first opened and stays mounted: closing it loses no typed text.
  const [made, setMade] = useState<Partial<Record<Way, true>>>({})
  const [sent, setSent] = useState<Partial<Record<Way, Received>>>({})
  const [subject, setSubject] = useState('')

  const open = (way: Way, about = '') => {
    setSubject(about)
    setMade((before) => ({ ...before, [way]: true }))
    setOpened(way)
  }
  const close = useCallback(() => setOpened(null), [])
  const keepReference = (way: Way) => (received: Received) =>
    setSent((before) => ({ ...before, [way]: received }))

  return (
    <div className="@container">
      <ul className="grid grid-cols-1 gap-4 @2xl:grid-cols-3">
        {actions.map((action) => (
          <ActionCard
            key={action.id}
            action={action}
            icon={icons[action.id]}
            onOpen={(about) => open(action.id, about)}
          >
            {action.id === 'chat' && unread > 0 ? (
              <span className="mark" role="status">
                <i />
                {unread === 1 ? '1 new reply' : `${unread} new replies`}
              </span>
            ) : (
              <SentMark of={sent[action.id]} />
            )}
          </ActionCard>
        ))}
      </ul>
      {made.chat && <ChatDialog open={opened === 'chat'} onClose={close} onSent={keepReference('chat')} />}
      {made.ticket && (
        <TicketDialog
          open={opened === 'ticket'}
          onClose={close}
          onSent={keepReference('ticket')}
          subject={subject}
        />
      )}
      {made.call && <CallDialog open={opened === 'call'} onClose={close} onSent={keepReference('call')} />}
    </div>
  )
}

/** The reference of what was sent last; for a signed-in investor a link to its thread. */
const SentMark = ({ of }: { of: Received | undefined }) =>
  of && (
    <a className={of.listed ? 'mark min-h-6 underline' : 'mark'} href={of.listed && '/access/support'}>
      Reference <span className="whitespace-nowrap">{of.reference}</span>
    </a>
  )
