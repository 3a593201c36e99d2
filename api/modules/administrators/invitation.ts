/** The mail with which an administrator's account begins. */
import { makeLink } from '#modules/accounts/links'
import { queueLetters } from '#modules/mail/letters'
import { invitationLetter } from '#shared/mail/account-letters'

/** Hours for which the link is good: a weekend, and a day more. */
const INVITATION_HOURS = 72

/** Mails a link to set the first password, in the surrounding transaction. */
export async function mailInvitation({
  id,
  username,
  email,
}: {
  id: number
  username: string
  email: string
}): Promise<void> {
  const owner = { adminId: id }
  const link = await makeLink('reset', owner, email, { hours: INVITATION_HOURS })
  await queueLetters([
    {
      owner,
      kind: 'administrator_invitation',
      recipient: email,
      letter: invitationLetter({ name: username, ...link }),
      expiresAt: link.expiresAt,
    },
  ])
}
