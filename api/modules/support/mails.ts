/** What visitors are told by mail: plain text, in which whatever they wrote is only text. */
import type { CallSchedule, Ticket } from '#contract/admin-support'
import { queueMail } from '#modules/mail/outbox'
import { readSettings } from '#modules/settings/service'

type Writer = { name: string; email: string; reference: string }

const statusWords: Record<Ticket['status'] | CallSchedule['status'], string> = {
  open: 'open',
  pending: 'pending',
  in_progress: 'in progress',
  resolved: 'resolved',
  closed: 'closed',
  confirmed: 'confirmed',
  cancelled: 'cancelled',
}

/** Whoever was deleted left an address that belongs to nobody (RFC 2606). */
export const hasAddress = ({ email }: Pick<Writer, 'email'>): boolean => !email.endsWith('.invalid')

async function write(writer: Writer, kind: string, subject: string, paragraphs: string[]): Promise<number> {
  const { site_name } = await readSettings()
  return queueMail({
    kind,
    reference: writer.reference,
    recipient: writer.email,
    subject: `[${writer.reference}] ${subject}`,
    body: [`Hello ${writer.name},`, ...paragraphs, `${site_name}\nReference ${writer.reference}`].join(
      '\n\n',
    ),
  })
}

const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

type TicketWriter = Writer & Pick<Ticket, 'subject' | 'message' | 'status'>

/** Queues the team's answer to a ticket; answers the id of the mail. */
export const mailReply = (ticket: TicketWriter, message: string): Promise<number> =>
  write(ticket, 'ticket_reply', ticket.subject, [message, `You wrote:\n${quote(ticket.message)}`])

/** Queues that a ticket has another status. */
export async function mailTicketStatus(ticket: TicketWriter): Promise<void> {
  if (!hasAddress(ticket)) return
  await write(ticket, 'ticket_status', ticket.subject, [
    `Your ticket "${ticket.subject}" is now ${statusWords[ticket.status]}.`,
  ])
}

/** Queues that a call is confirmed or cancelled; other states are ours alone. */
export async function mailCallStatus(
  call: Writer & Pick<CallSchedule, 'status' | 'preferred_date' | 'preferred_time' | 'timezone' | 'purpose'>,
): Promise<void> {
  if (!hasAddress(call) || (call.status !== 'confirmed' && call.status !== 'cancelled')) return
  await write(call, 'call_status', 'Your call', [
    `Your call on ${call.preferred_date} at ${call.preferred_time} ${call.timezone} is ${statusWords[call.status]}.`,
    `Purpose: ${call.purpose}`,
  ])
}
