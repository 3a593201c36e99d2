import type { Transporter } from 'nodemailer'
import type { outbox } from '#db/schema/operations'
import type { MailContent } from './sealed-content.ts'

/** Milliseconds for each step of an attempt. */
const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

export type Outcome =
  | { status: 'sent' }
  /** `isFinal`: the server would respond the same next time. */
  | { status: 'refused'; reason: string; isFinal: boolean }

type Message = Pick<
  typeof outbox.$inferSelect,
  'id' | 'kind' | 'reference' | 'recipient' | 'subject' | 'created_at'
> &
  MailContent & {
    /** Where answers go; empty for the sender. */
    replyTo: string
  }

export interface Mailer {
  send(message: Message): Promise<Outcome>
  close(): void
}

/** A header is one line: characters that would start another become blanks. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const domainOf = (sender: string): string => /@([^\s>]+)/.exec(sender)?.[1] ?? 'localhost'

/** The message that all mails with a reference answer. */
const threadOf = (reference: string, sender: string): string =>
  `<${reference.replace(/[^\w.-]/g, '')}@${domainOf(sender)}>`

/** Signs mails, so that the servers of their readers trust the sender (RFC 6376). */
export interface Dkim {
  /** The domain of the sender, and the name of the key in its DNS. */
  domainName: string
  keySelector: string
  /** As PEM. */
  privateKey: string
}

/**
 * Signed beyond what the library signs: the headers of one-click unsubscription must be (RFC 8058, section 4), and a
 * reader must be able to trust where answers go.
 */
const SIGNED_HEADERS =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding:In-Reply-To:References:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post'

/** The SMTP library is loaded with the first mail: most starts of the server send none. */
async function openTransport(url: string, dkim: Dkim | undefined): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    ...(dkim && { dkim: { ...dkim, headerFieldNames: SIGNED_HEADERS } }),
    // Nothing in one is read from a file or fetched from a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Sends mails by SMTP. */
export function createMailer(url: string, from: string, dkim?: Dkim): Mailer {
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
          // All mails about one ticket answer the same message, so that mail programs show them together.
          ...(reference && { inReplyTo: threadOf(reference, from), references: threadOf(reference, from) }),
          text: body,
          ...(html && { html }),
          // The same at every attempt, so that a mail sent twice is recognised as one.
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
          // A rejected password is for the operator to correct: mails wait until then.
          isFinal: responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH',
        }
      }
    },
    close: () => transport?.close(),
  }
}
