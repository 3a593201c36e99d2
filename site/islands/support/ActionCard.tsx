import type { ReactNode } from 'react'
import type { Asked } from '#site/support-forms/TicketDialog.tsx'
import type { Way } from '#site/support-forms/use-support-dialogs.tsx'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'

/** One of the three ways to reach us, with its texts from `content/support.yaml`. */
export interface SupportAction {
  id: Way
  title: string
  description: string
  response: string
  button: string
}

interface ActionCardProps {
  action: SupportAction
  icon: string
  /** What is asked is what another part of the page has set as the data of the button. */
  onOpen: (asked: Asked) => void
  /** The result so far: a reference, an unread reply. */
  children?: ReactNode
}

/** The card of one way: its purpose, the response time, and the button that opens its dialog. */
export function ActionCard({ action, icon, onOpen, children }: ActionCardProps) {
  return (
    <li className="panel flex flex-col p-6 max-sm:p-5" data-action={action.id}>
      <div className="flex items-start justify-between gap-3">
        <Icon of={icon} size={24} className="text-accent-text" />
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
          // The next click asks for nothing in particular.
          for (const name in dataset) delete dataset[name]
        }}
      >
        {action.button}
      </Button>
    </li>
  )
}
