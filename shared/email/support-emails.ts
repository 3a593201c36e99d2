/** Emails from the support team. Text from other people stays plain text. */
import { type EmailContent, PAYMENT_ACCOUNT_NOTE } from './render-email.ts'

interface Reader {
  name: string
  reference: string
}

const about = ({ reference }: Reader, subject: string): string => `[${reference}] ${subject}`

interface TicketReply extends Reader {
  subject: string
  /** The team's reply. */
  reply: string
  /** The ticket's original text. */
  message: string
  /** The new status in words, if the reply changed it. */
  status?: string | undefined
  rateUrl?: string | undefined
}

/** The satisfaction survey after closing: where it leads, and how the answer is used. */
const rated = (rateUrl: string | undefined): Pick<EmailContent, 'action' | 'notes'> =>
  rateUrl === undefined
    ? {}
    : {
        action: { label: 'Rate our support', url: rateUrl },
        notes: ['It takes less than a minute. The link can be used once and expires in 30 days.'],
      }

export const ticketReplyEmail = ({ status, rateUrl, ...ticket }: TicketReply): EmailContent => ({
  subject: about(ticket, ticket.subject),
  name: ticket.name,
  paragraphs: [ticket.reply, ...(status ? [`Your ticket is now ${status}.`] : [])],
  quote: ticket.message,
  reference: ticket.reference,
  ...rated(rateUrl),
  notes: [...(rated(rateUrl).notes ?? []), PAYMENT_ACCOUNT_NOTE],
})

export const ticketStatusEmail = (
  ticket: Reader & { subject: string; status: string; rateUrl?: string | undefined },
): EmailContent => ({
  subject: about(ticket, ticket.subject),
  name: ticket.name,
  paragraphs: [`Your ticket "${ticket.subject}" is now ${ticket.status}.`],
  reference: ticket.reference,
  ...rated(ticket.rateUrl),
})

/** `into` is the reference of the ticket that continues this one, `about` its subject. */
export const ticketMergedEmail = (
  ticket: Reader & { subject: string; into: string; about: string },
): EmailContent => ({
  subject: about(ticket, ticket.subject),
  name: ticket.name,
  paragraphs: [
    `We have merged your ticket ${ticket.reference} into ${ticket.into}, "${ticket.about}", and will reply there.`,
    'All your messages have been kept.',
  ],
  reference: ticket.into,
})

export const chatClosedEmail = (chat: Reader & { rateUrl: string }): EmailContent => ({
  subject: about(chat, 'Your chat with us'),
  name: chat.name,
  paragraphs: ['Your chat with our team has been closed. Send a message in the chat to reopen it.'],
  reference: chat.reference,
  ...rated(chat.rateUrl),
})

/** `time` is the agreed time, with its time zone. */
export const callStatusEmail = (
  call: Reader & { time: string; purpose: string; status: string },
): EmailContent => ({
  subject: about(call, 'Your call'),
  name: call.name,
  paragraphs: [`Your call on ${call.time} is ${call.status}.`, `Purpose: ${call.purpose}`],
  reference: call.reference,
})
