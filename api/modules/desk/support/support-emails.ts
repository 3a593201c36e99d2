/** Emails to visitors about their tickets, calls and chats. */

import type { CallRequest, Ticket } from '#contract/desk/admin-support'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import {
  callStatusEmail,
  chatClosedEmail,
  ticketMergedEmail,
  ticketReplyEmail,
  ticketStatusEmail,
} from '#shared/email/support-emails'
import { formatLongDate } from '#shared/format-date'

type Writer = { user_id: number | null; name: string; email: string; reference: string }

export const statusLabels: Record<Ticket['status'] | CallRequest['status'], string> = {
  open: 'open',
  pending: 'pending',
  in_progress: 'in progress',
  resolved: 'resolved',
  closed: 'closed',
  confirmed: 'confirmed',
  cancelled: 'cancelled',
}

/** The email address of a deleted user is in a domain that does not exist (RFC 2606). */
export const hasReachableEmail = ({ email }: Pick<Writer, 'email'>): boolean => !email.endsWith('.invalid')

type TicketWriter = Writer & Pick<Ticket, 'subject' | 'message' | 'status'>

/** The page on which a reader rates their satisfaction. */
type Rated = { rateUrl?: string | undefined }

/**
 * Queues the team's reply to a ticket, with its status if that changed, and returns the id of the email. It
 * quotes the `message` of the ticket.
 */
export async function queueReplyEmail(
  ticket: TicketWriter & Rated,
  message: string,
  before: Ticket['status'],
): Promise<number> {
  const status = ticket.status === before ? undefined : statusLabels[ticket.status]
  const letter = ticketReplyEmail({ ...ticket, reply: message, status })
  const [id] = await queueEmails([
    { owner: { userId: ticket.user_id }, kind: 'ticket_reply', recipient: ticket.email, letter },
  ])
  if (id === undefined) throw new Error('An insert returned no row')
  return id
}

/** Queues emails about changed ticket statuses; `asked` has the feedback pages by ticket id. */
export async function queueTicketStatusEmails(
  tickets: (TicketWriter & { id: number })[],
  asked: ReadonlyMap<number, string>,
): Promise<void> {
  await queueEmails(
    tickets.filter(hasReachableEmail).map((ticket) => ({
      owner: { userId: ticket.user_id },
      kind: 'ticket_status',
      recipient: ticket.email,
      letter: ticketStatusEmail({
        ...ticket,
        status: statusLabels[ticket.status],
        rateUrl: asked.get(ticket.id),
      }),
    })),
  )
}

type CallWriter = Writer &
  Pick<CallRequest, 'status' | 'preferred_date' | 'preferred_time' | 'timezone' | 'purpose'>

/** Queues emails for confirmed and cancelled calls; other states are internal. */
export async function queueCallStatusEmails(calls: CallWriter[]): Promise<void> {
  const isNotified = (call: CallWriter) => call.status === 'confirmed' || call.status === 'cancelled'
  await queueEmails(
    calls
      .filter((call) => hasReachableEmail(call) && isNotified(call))
      .map((call) => ({
        owner: { userId: call.user_id },
        kind: 'call_status',
        recipient: call.email,
        letter: callStatusEmail({
          ...call,
          time: `${formatLongDate(call.preferred_date)} at ${call.preferred_time} ${call.timezone}`,
          status: statusLabels[call.status],
        }),
      })),
  )
}

/** Tells the author of a ticket, once, that another of their tickets continues it. */
export async function queueTicketMergedEmail(
  ticket: TicketWriter,
  into: Pick<Ticket, 'reference' | 'subject'>,
): Promise<void> {
  if (!hasReachableEmail(ticket)) return
  await queueEmails([
    {
      owner: { userId: ticket.user_id },
      kind: 'ticket_merged',
      recipient: ticket.email,
      letter: ticketMergedEmail({ ...ticket, into: into.reference, about: into.subject }),
    },
  ])
}

/** Asks the visitors of closed chats for a rating, except those who gave no email. */
export async function queueChatClosedEmails(chats: (Writer & { rateUrl: string })[]): Promise<void> {
  await queueEmails(
    chats.map((chat) => ({
      owner: { userId: chat.user_id },
      kind: 'chat_closed',
      recipient: chat.email,
      letter: chatClosedEmail(chat),
    })),
  )
}
