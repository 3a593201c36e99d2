/** Mails of the support team. The words of others are only text in them. */
import type { Letter } from './letter.ts'

interface Reader {
  name: string
  reference: string
}

const about = ({ reference }: Reader, subject: string): string => `[${reference}] ${subject}`

interface TicketReply extends Reader {
  subject: string
  /** The team's reply. */
  reply: string
  /** What the ticket said. */
  message: string
  /** The new status in words, when the reply changed it. */
  status?: string | undefined
}

export const ticketReplyLetter = ({ status, ...ticket }: TicketReply): Letter => ({
  subject: about(ticket, ticket.subject),
  name: ticket.name,
  paragraphs: [ticket.reply, ...(status ? [`Your ticket is now ${status}.`] : [])],
  quote: ticket.message,
  reference: ticket.reference,
})

export const ticketStatusLetter = (ticket: Reader & { subject: string; status: string }): Letter => ({
  subject: about(ticket, ticket.subject),
  name: ticket.name,
  paragraphs: [`Your ticket "${ticket.subject}" is now ${ticket.status}.`],
  reference: ticket.reference,
})

/** `time` is the agreed one, with its zone. */
export const callStatusLetter = (
  call: Reader & { time: string; purpose: string; status: string },
): Letter => ({
  subject: about(call, 'Your call'),
  name: call.name,
  paragraphs: [`Your call on ${call.time} is ${call.status}.`, `Purpose: ${call.purpose}`],
  reference: call.reference,
})
