import type { Transporter } from 'nodemailer'
import type { outbox } from '#db/schema/messaging/outbox'
import type { MailContent } from './sealed-content.ts'

/** Milliseconds for each step of an attempt. */
const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

export type DeliveryResult =
  | { status: 'sent' }
  /** `isFinal`: the server would respond the same next time. */
  | { status: 'refused'; reason: string; isFinal: boolean }

type Message = Pick<
  typeof outbox.$inferSelect,
  'id' | 'kind' | 'reference' | 'recipient' | 'subject' | 'created_at'
> &
  MailContent & {
    /** Where replies go; empty for the sender. */
    replyTo: string
  }

export interface Mailer {
  send(message: Message): Promise<DeliveryResult>
  close(): void
}

/** A header is a single line: characters that would start another become spaces. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const domainOf = (sender: string): string => /@([^\s>]+)/.exec(sender)?.[1] ?? 'localhost'

/** The message that all emails with a reference reply to. */
const threadOf = (reference: string, sender: string): string =>
  `<${reference.replace(/[^\w.-]/g, '')}@${domainOf(sender)}>`

/** Signs emails, so that receiving servers trust the sender (RFC 6376). */
export interface DkimOptions {
  /** The domain of the sender, and the name of the key in its DNS. */
  domainName: string
  keySelector: string
  /** In PEM format. */
  privateKey: string
}

/**
 * Headers signed in addition to those the library signs: one-click unsubscription requires it (RFC 8058,
 * section 4), and a reader must be able to trust where replies go.
 */
const SIGNED_HEADERS =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:In-Reply-To:References:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post'

/** The SMTP library is loaded with the first email: most server starts send none. */
async function openTransport(url: string, dkim: DkimOptions | undefined): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    ...(dkim && { dkim: { ...dkim, headerFieldNames: SIGNED_HEADERS } }),
    // Nothing in an email is read from a file or fetched from a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Sends emails by SMTP. */
export function createMailer(url: string, from: string, dkim?: DkimOptions): Mailer {
  let transport: Transporter | undefined
  return {
    async send({ id, kind, reference, recipient, subject, body, html, unsubscribe, created_at, replyTo }) {
      try {
        transport ??= await openTransport(url, dkim)
        await transport.sendMail({
          from,
          // As an object, so that an address is never parsed as a list.
          to: { name: '', address: oneLine(recipient) },
          subject: oneLine(subject),
          ...(replyTo && { replyTo: { name: '', address: oneLine(replyTo) } }),
          // All emails about one ticket reply to the same message, so that mail programs group them.
          ...(reference && { inReplyTo: threadOf(reference, from), references: threadOf(reference, from) }),
          text: body,
          ...(html && { html }),
          // The same for every attempt, so that an email sent twice is recognized as one.
          messageId: `<${kind}-${id}-${created_at.getTime()}@${domainOf(from)}>`,
          headers: {
            ...(reference && { 'X-Reference': oneLine(reference) }),
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
        return { status: 'sent' }
      } catch (error) {
        const { code, responseCode, message } = error as {
          code?: string
          responseCode?: number
          message: string
        }
        return {
          status: 'refused',
          reason: oneLine(message),
          // A rejected password is for the operator to correct: emails wait until then.
          isFinal: responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH',
        }
      }
    },
    close: () => transport?.close(),
  }
}
