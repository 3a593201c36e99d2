import { type ReactNode, useCallback, useState } from 'react'
import type { SubmissionReceipt } from '#contract/desk/support'
import { CallDialog } from './CallDialog.tsx'
import { ChatDialog } from './ChatDialog.tsx'
import { TicketDialog, type TicketPrefill } from './TicketDialog.tsx'

/** A way to contact the team. */
export type SupportChannel = 'chat' | 'ticket' | 'call'

interface SupportDialogs {
  /** Opens a dialog; `asked` prefills the fields of a ticket. */
  open: (way: SupportChannel, asked?: TicketPrefill) => void
  dialogs: ReactNode
}

/** The three contact dialogs; `onSent` is called with what the server has stored. */
export function useSupportDialogs(
  onSent: (way: SupportChannel, received: SubmissionReceipt) => void,
): SupportDialogs {
  const [opened, setOpened] = useState<SupportChannel | null>(null)
  // A dialog is mounted when it is first opened and stays mounted, so that closing it loses no typed text.
  const [made, setMade] = useState<Partial<Record<SupportChannel, true>>>({})
  const [asked, setAsked] = useState<TicketPrefill>({})

  const open = useCallback((way: SupportChannel, wanted: TicketPrefill = {}) => {
    setAsked(wanted)
    setMade((before) => ({ ...before, [way]: true }))
    setOpened(way)
  }, [])
  const close = useCallback(() => setOpened(null), [])
  const wiring = (way: SupportChannel) => ({
    open: opened === way,
    onClose: close,
    onSent: (received: SubmissionReceipt) => onSent(way, received),
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
