/** Mails to visitors about their tickets and calls. */

import type { CallSchedule, Ticket } from '#contract/admin-support'
import { queueLetters } from '#modules/mail/letters'
import {
  callStatusLetter,
  chatClosedLetter,
  ticketMergedLetter,
  ticketReplyLetter,
  ticketStatusLetter,
} from '#shared/mail/support-letters'
import { writeDay } from '#shared/written-day'

type Writer = { user_id: number | null; name: string; email: string; reference: string }

export const statusWords: Record<Ticket['status'] | CallSchedule['status'], string> = {
  open: 'open',
  pending: 'pending',
  in_progress: 'in progress',
  resolved: 'resolved',
  closed: 'closed',
  confirmed: 'confirmed',
  cancelled: 'cancelled',
}

/** A deleted user's email address is on a domain that does not exist (RFC 2606). */
export const hasAddress = ({ email }: Pick<Writer, 'email'>): boolean => !email.endsWith('.invalid')

type TicketWriter = Writer & Pick<Ticket, 'subject' | 'message' | 'status'>

/** The page on which a reader says how satisfied they were. */
type Rated = { rateUrl?: string | undefined }

/**
 * Queues the team's reply to a ticket, with its status if that changed; returns the id of the mail. It quotes the
 * `message` of the ticket.
 */
export async function mailReply(
  ticket: TicketWriter & Rated,
  message: string,
  before: Ticket['status'],
): Promise<number> {
  const status = ticket.status === before ? undefined : statusWords[ticket.status]
  const letter = ticketReplyLetter({ ...ticket, reply: message, status })
  const [id] = await queueLetters([
    { owner: { userId: ticket.user_id }, kind: 'ticket_reply', recipient: ticket.email, letter },
  ])
  if (id === undefined) throw new Error('An insert returned no row')
  return id
}

/** Queues mails about changed ticket statuses; `asked` has the pages for feedback, by the id of the ticket. */
export async function mailTicketStatus(
  tickets: (TicketWriter & { id: number })[],
  asked: ReadonlyMap<number, string>,
): Promise<void> {
  await queueLetters(
    tickets.filter(hasAddress).map((ticket) => ({
      owner: { userId: ticket.user_id },
      kind: 'ticket_status',
      recipient: ticket.email,
      letter: ticketStatusLetter({
        ...ticket,
        status: statusWords[ticket.status],
        rateUrl: asked.get(ticket.id),
      }),
    })),
  )
}

type CallWriter = Writer &
  Pick<CallSchedule, 'status' | 'preferred_date' | 'preferred_time' | 'timezone' | 'purpose'>

/** Queues mails for confirmed and cancelled calls; other states are internal. */
export async function mailCallStatus(calls: CallWriter[]): Promise<void> {
  const isNotified = (call: CallWriter) => call.status === 'confirmed' || call.status === 'cancelled'
  await queueLetters(
    calls
      .filter((call) => hasAddress(call) && isNotified(call))
      .map((call) => ({
        owner: { userId: call.user_id },
        kind: 'call_status',
        recipient: call.email,
        letter: callStatusLetter({
          ...call,
          time: `${writeDay(call.preferred_date)} at ${call.preferred_time} ${call.timezone}`,
          status: statusWords[call.status],
        }),
      })),
  )
}

/** Tells the writer of a ticket, once, that another one of theirs continues it. */
export async function mailMerged(
  ticket: TicketWriter,
  into: Pick<Ticket, 'reference' | 'subject'>,
): Promise<void> {
  if (!hasAddress(ticket)) return
  await queueLetters([
    {
      owner: { userId: ticket.user_id },
      kind: 'ticket_merged',
      recipient: ticket.email,
      letter: ticketMergedLetter({ ...ticket, into: into.reference, about: into.subject }),
    },
  ])
}

/** Asks the visitors of closed chats how it was; those who gave no email are not asked. */
export async function mailChatsClosed(chats: (Writer & { rateUrl: string })[]): Promise<void> {
  await queueLetters(
    chats.map((chat) => ({
      owner: { userId: chat.user_id },
      kind: 'chat_closed',
      recipient: chat.email,
      letter: chatClosedLetter(chat),
    })),
  )
}
