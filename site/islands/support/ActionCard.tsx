import type { ReactNode } from 'react'
import type { TicketPrefill } from '#site/support-forms/TicketDialog.tsx'
import type { SupportChannel } from '#site/support-forms/use-support-dialogs.tsx'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'

/** One of the three ways to contact us, with its texts from `content/support.yaml`. */
export interface SupportAction {
  id: SupportChannel
  title: string
  description: string
  response: string
  button: string
}

interface ActionCardProps {
  action: SupportAction
  icon: string
  /** The request that another part of the page has set as the button's data. */
  onOpen: (asked: TicketPrefill) => void
  /** The current result: a reference, or an unread reply. */
  children?: ReactNode
}

/** The card of one contact method: its purpose, the response time, and the button that opens its dialog. */
export function ActionCard({ action, icon, onOpen, children }: ActionCardProps) {
  return (
    <li className="panel flex flex-col p-6 max-sm:p-5" data-action={action.id}>
      <div className="flex items-start justify-between gap-3">
        <Icon path={icon} size={24} className="text-accent-text" />
        {children}
      </div>
      <h2 className="mt-5 mb-2 text-[1.375rem]">{action.title}</h2>
      <p className="text-[0.9375rem] text-ink-2">{action.description}</p>
      <p className="mt-auto mb-4 pt-3 text-[0.8125rem] text-ink-3">{action.response}</p>
      <Button
        className="self-start noscript:hidden"
        look={action.id === 'chat' ? 'primary' : 'quiet'}
        aria-haspopup="dialog"
        onClick={({ currentTarget: { dataset } }) => {
          onOpen({ ...dataset })
          // The next click requests nothing in particular.
          for (const name in dataset) delete dataset[name]
        }}
      >
        {action.button}
      </Button>
    </li>
  )
}
