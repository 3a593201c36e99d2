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
  rateUrl?: string | undefined
}

/** The question after closing: what it leads to, and what becomes of the answer. */
const rated = (rateUrl: string | undefined): Pick<Letter, 'action' | 'notes'> =>
  rateUrl === undefined
    ? {}
    : {
        action: { label: 'Tell us how we did', url: rateUrl },
        notes: ['One question, one minute. The link works once, for 30 days.'],
      }

export const ticketReplyLetter = ({ status, rateUrl, ...ticket }: TicketReply): Letter => ({
  subject: about(ticket, ticket.subject),
  name: ticket.name,
  paragraphs: [ticket.reply, ...(status ? [`Your ticket is now ${status}.`] : [])],
  quote: ticket.message,
  reference: ticket.reference,
  ...rated(rateUrl),
})

export const ticketStatusLetter = (
  ticket: Reader & { subject: string; status: string; rateUrl?: string | undefined },
): Letter => ({
  subject: about(ticket, ticket.subject),
  name: ticket.name,
  paragraphs: [`Your ticket "${ticket.subject}" is now ${ticket.status}.`],
  reference: ticket.reference,
  ...rated(ticket.rateUrl),
})

/** `into` is the reference of the ticket that continues this one, `about` its subject. */
export const ticketMergedLetter = (
  ticket: Reader & { subject: string; into: string; about: string },
): Letter => ({
  subject: about(ticket, ticket.subject),
  name: ticket.name,
  paragraphs: [
    `You wrote to us twice about the same thing. We have merged ${ticket.reference} into ${ticket.into}, "${ticket.about}", and answer there.`,
    'Nothing of what you wrote is lost.',
  ],
  reference: ticket.into,
})

export const chatClosedLetter = (chat: Reader & { rateUrl: string }): Letter => ({
  subject: about(chat, 'Your chat with us'),
  name: chat.name,
  paragraphs: ['Your chat with our team is closed. Write in it again and it is open again.'],
  reference: chat.reference,
  ...rated(chat.rateUrl),
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
