import { type ReactNode, useCallback, useState } from 'react'
import type { Received } from '#contract/support'
import { CallDialog } from './CallDialog.tsx'
import { ChatDialog } from './ChatDialog.tsx'
import { type Asked, TicketDialog } from './TicketDialog.tsx'

/** A way to write to the team. */
export type Way = 'chat' | 'ticket' | 'call'

interface SupportDialogs {
  /** Opens a dialog; `asked` fills the fields of a ticket. */
  open: (way: Way, asked?: Asked) => void
  dialogs: ReactNode
}

/** The dialogs of the three ways; `onSent` is told what the server has stored. */
export function useSupportDialogs(onSent: (way: Way, received: Received) => void): SupportDialogs {
  const [opened, setOpened] = useState<Way | null>(null)
  // A dialog is mounted when it is first opened and stays mounted: closing it loses no typed text.
  const [made, setMade] = useState<Partial<Record<Way, true>>>({})
  const [asked, setAsked] = useState<Asked>({})

  const open = useCallback((way: Way, wanted: Asked = {}) => {
    setAsked(wanted)
    setMade((before) => ({ ...before, [way]: true }))
    setOpened(way)
  }, [])
  const close = useCallback(() => setOpened(null), [])
  const wiring = (way: Way) => ({
    open: opened === way,
    onClose: close,
    onSent: (received: Received) => onSent(way, received),
  })
  const dialogs = (
    <>
      {made.chat && <ChatDialog {...wiring('chat')} />}
      {made.ticket && <TicketDialog {...wiring('ticket')} asked={asked} />}
      {made.call && <CallDialog {...wiring('call')} />}
    </>
  )
  return { open, dialogs }
}
