/** The email that invites an administrator. */
import { createLink } from '#modules/identity/accounts/email-links'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { invitationEmail } from '#shared/email/account-emails'

/** Hours for which the link is valid: a weekend plus a day. */
const INVITATION_HOURS = 72

/** Emails a link to set the first password, in the surrounding transaction. */
export async function queueInvitationEmail({
  id,
  username,
  email,
}: {
  id: number
  username: string
  email: string
}): Promise<void> {
  const owner = { adminId: id }
  const link = await createLink('reset', owner, email, { hours: INVITATION_HOURS })
  await queueEmails([
    {
      owner,
      kind: 'administrator_invitation',
      recipient: email,
      letter: invitationEmail({ name: username, ...link }),
      expiresAt: link.expiresAt,
    },
  ])
}
