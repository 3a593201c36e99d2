/** Letters become mails of the outbox: signed with the name of the site, as text and as HTML. */
import { readSettings } from '#modules/settings/service'
import { type Letter, letterHtml, letterText } from '#shared/mail/letter'
import { type Mail, queueMails } from './outbox.ts'
import { readReplyAddress } from './reply-address.ts'

/** Whose a mail is: of an account, or of a visitor who has none. */
export type MailOwner = { userId: number | null } | { adminId: number }

export interface AddressedLetter {
  /** The account that it is about, wherever it is sent. */
  owner: MailOwner
  /** The subject of the mail for machines, such as `ticket_reply`. */
  kind: string
  recipient: string
  letter: Letter
  /** Which is sent first; without one that of its kind. */
  urgency?: Mail['urgency']
  /** When the link in it ends. */
  expiresAt?: Date | undefined
  /** Where one POST stops mails of this kind (RFC 8058). */
  unsubscribe?: string | undefined
}

/** Writes letters into the outbox, in the surrounding transaction; returns the ids of the mails, in order. */
export async function queueLetters(letters: AddressedLetter[]): Promise<number[]> {
  if (letters.length === 0) return []
  const { site_name } = await readSettings()
  const signature = { siteName: site_name, answersTo: await readReplyAddress() }
  return queueMails(
    letters.map(({ owner, kind, recipient, letter, urgency, expiresAt, unsubscribe = '' }) => ({
      user_id: 'userId' in owner ? owner.userId : null,
      admin_id: 'adminId' in owner ? owner.adminId : null,
      kind,
      reference: letter.reference ?? '',
      recipient,
      urgency,
      subject: letter.subject,
      body: letterText(letter, signature),
      html: letterHtml(letter, signature),
      expires_at: expiresAt ?? null,
      unsubscribe,
    })),
  )
}
