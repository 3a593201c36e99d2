import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { SubmissionReceipt } from '#contract/desk/support'
import { $unreadReplies } from '#core/query/desk/chat'
import { type SupportChannel, useSupportDialogs } from '#site/support-forms/use-support-dialogs.tsx'
import { calendarIcon, chatIcon, ticketIcon } from '#ui/icons/support'
import { ActionCard, type SupportAction } from './support/ActionCard.tsx'

const icons = { chat: chatIcon, ticket: ticketIcon, call: calendarIcon }

/**
 * The three ways to contact us: their cards and dialogs. Other parts of the page open the ticket dialog by clicking the
 * button of its card, with the prefilled values in the button's data.
 */
export function SupportForms({ actions }: { actions: readonly SupportAction[] }) {
  const unread = useStore($unreadReplies)
  const [sent, setSent] = useState<Partial<Record<SupportChannel, SubmissionReceipt>>>({})
  const { open, dialogs } = useSupportDialogs((way, received) =>
    setSent((before) => ({ ...before, [way]: received })),
  )

  return (
    <div className="@container">
      <ul className="grid grid-cols-1 gap-4 @2xl:grid-cols-3">
        {actions.map((action) => (
          <ActionCard
            key={action.id}
            action={action}
            icon={icons[action.id]}
            onOpen={(asked) => open(action.id, asked)}
          >
            {action.id === 'chat' && unread > 0 ? (
              <span className="mark" role="status">
                <i />
                {unread === 1 ? '1 new reply' : `${unread} new replies`}
              </span>
            ) : (
              <SentMark receipt={sent[action.id]} />
            )}
          </ActionCard>
        ))}
      </ul>
      {dialogs}
    </div>
  )
}

/** The reference of the last message; for a signed-in investor, a link to its thread. */
const SentMark = ({ receipt }: { receipt: SubmissionReceipt | undefined }) =>
  receipt && (
    <a
      className={receipt.listed ? 'mark min-h-6 underline' : 'mark'}
      href={receipt.listed && '/access/support'}
    >
      Reference <span className="whitespace-nowrap">{receipt.reference}</span>
    </a>
  )
