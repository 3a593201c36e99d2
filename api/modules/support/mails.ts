/** Mails to visitors: plain text, in which their own words are only text. */
import type { CallSchedule, Ticket } from '#contract/admin-support'
import { queueMails } from '#modules/mail/outbox'
import { readSettings } from '#modules/settings/service'

type Writer = { name: string; email: string; reference: string }

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

interface Letter {
  writer: Writer
  kind: string
  subject: string
  paragraphs: string[]
}

async function write(letters: Letter[]): Promise<number[]> {
  const { site_name } = await readSettings()
  return queueMails(
    letters.map(({ writer: { name, email, reference }, kind, subject, paragraphs }) => ({
      kind,
      reference,
      recipient: email,
      subject: `[${reference}] ${subject}`,
      body: [`Hello ${name},`, ...paragraphs, `${site_name}\nReference ${reference}`].join('\n\n'),
    })),
  )
}

const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

type TicketWriter = Writer & Pick<Ticket, 'subject' | 'message' | 'status'>

/**
 * Queues the team's reply to a ticket, with its status if that changed; returns the id of the mail. It quotes the
 * `message` of the ticket.
 */
export async function mailReply(
  ticket: TicketWriter,
  message: string,
  before: Ticket['status'],
): Promise<number> {
  const status = ticket.status === before ? [] : [`Your ticket is now ${statusWords[ticket.status]}.`]
  const paragraphs = [message, ...status, `You wrote:\n${quote(ticket.message)}`]
  const [id] = await write([{ writer: ticket, kind: 'ticket_reply', subject: ticket.subject, paragraphs }])
  if (id === undefined) throw new Error('An insert returned no row')
  return id
}

/** Queues mails about changed ticket statuses. */
export async function mailTicketStatus(tickets: TicketWriter[]): Promise<void> {
  await write(
    tickets.filter(hasAddress).map((ticket) => ({
      writer: ticket,
      kind: 'ticket_status',
      subject: ticket.subject,
      paragraphs: [`Your ticket "${ticket.subject}" is now ${statusWords[ticket.status]}.`],
    })),
  )
}

type CallWriter = Writer &
  Pick<CallSchedule, 'status' | 'preferred_date' | 'preferred_time' | 'timezone' | 'purpose'>

/** Queues mails for confirmed and cancelled calls; other states are internal. */
export async function mailCallStatus(calls: CallWriter[]): Promise<void> {
  const isNotified = (call: CallWriter) => call.status === 'confirmed' || call.status === 'cancelled'
  await write(
    calls
      .filter((call) => hasAddress(call) && isNotified(call))
      .map((call) => ({
        writer: call,
        kind: 'call_status',
        subject: 'Your call',
        paragraphs: [
          `Your call on ${call.preferred_date} at ${call.preferred_time} ${call.timezone} is ${statusWords[call.status]}.`,
          `Purpose: ${call.purpose}`,
        ],
      })),
  )
}
