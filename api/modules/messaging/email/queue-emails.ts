/** Turns letters into emails of the outbox, signed with the name of the site, as text and HTML. */
import { getSiteSettings } from '#modules/platform/settings/site-settings'
import { type EmailContent, renderEmailHtml, renderEmailText } from '#shared/email/render-email'
import { insertOutboxEmails, type OutboxEmail } from './outbox.ts'
import { parseReplyAddress } from './reply-address.ts'

/** The owner of an email: an account, or a visitor without one. */
export type MailOwner = { userId: number | null } | { adminId: number }

export interface AddressedEmail {
  /** The account that it is about, whatever its address. */
  owner: MailOwner
  /** The machine-readable subject of the email, such as `ticket_reply`. */
  kind: string
  recipient: string
  letter: EmailContent
  /** Which is sent first; by default, that of its kind. */
  urgency?: OutboxEmail['urgency']
  /** When its link expires. */
  expiresAt?: Date | undefined
  /** Where a POST request unsubscribes from emails of this kind (RFC 8058). */
  unsubscribe?: string | undefined
}

/** Queues letters in the surrounding transaction and returns the ids of the emails, in order. */
export async function queueEmails(letters: AddressedEmail[]): Promise<number[]> {
  if (letters.length === 0) return []
  const { site_name } = await getSiteSettings()
  const signature = { siteName: site_name, answersTo: await parseReplyAddress() }
  return insertOutboxEmails(
    letters.map(({ owner, kind, recipient, letter, urgency, expiresAt, unsubscribe = '' }) => ({
      user_id: 'userId' in owner ? owner.userId : null,
      admin_id: 'adminId' in owner ? owner.adminId : null,
      kind,
      reference: letter.reference ?? '',
      recipient,
      urgency,
      subject: letter.subject,
      body: renderEmailText(letter, signature),
      html: renderEmailHtml(letter, signature),
      expires_at: expiresAt ?? null,
      unsubscribe,
    })),
  )
}
