/** The words of the pages behind mailed links. */
import { isAdminToken } from '#contract/account-links'
import type { MailedLink } from '#contract/accounts'

export interface LinkWording {
  title: string
  lead: string
  /** Names of the facts about the address. */
  address: string | undefined
  /** What the button does, where it is more than its label says. */
  effects: readonly string[]
  button: string
  busy: string
}

const endedSessions = 'All sessions end, on every device.'
const newPassword = (email: string) =>
  `The present password no longer works. A link for a new one is mailed to ${email}.`
const FACTORS = 'Passkeys, one-time codes and recovery codes'

const confirming: LinkWording = {
  title: 'Confirm your email address',
  lead: 'One press, and this address is confirmed as yours.',
  address: 'Address',
  effects: [],
  button: 'Confirm This Address',
  busy: 'Confirming...',
}

const changing: LinkWording = {
  title: 'Use this address to sign in',
  lead: 'From then on you sign in with it, and no longer with your former address.',
  address: 'New sign-in address',
  effects: [],
  button: 'Sign In With This Address',
  busy: 'Changing...',
}

const restoring = ({ email }: MailedLink): LinkWording => ({
  title: 'Take your address back',
  lead: 'If you did not change the address of your account, somebody else may be in it.',
  address: 'Address to restore',
  effects: [
    'You sign in with this address again. Later changes of it, and a change that waits, are called off.',
    endedSessions,
    newPassword(email),
    `${FACTORS} that were added on the day before the change or since are removed.`,
    'A closing of the account that was begun is called off.',
    'Links that were mailed before, for a new password or to confirm an address, no longer work.',
  ],
  button: 'Restore My Address',
  busy: 'Restoring...',
})

const reporting = ({ email }: MailedLink, token: string): LinkWording => ({
  title: 'This was not me',
  lead: 'If this was not you, somebody else may be in your account.',
  address: undefined,
  effects: [
    endedSessions,
    newPassword(email),
    `${FACTORS} that were added since then are removed.`,
    `If the address of the account was changed since, it is ${email} again. A change that waits is called off.`,
    ...(isAdminToken(token)
      ? []
      : [
          'A closing of the account that was begun is called off, and a file with an export of its data is removed.',
        ]),
    'Links that were mailed before, for a new password or to confirm an address, no longer work.',
  ],
  button: 'It Was Not Me: Secure My Account',
  busy: 'Securing...',
})

/** The words for a link. */
export function wordingOf(link: MailedLink, token: string): LinkWording {
  if (link.kind === 'undo') return restoring(link)
  if (link.kind === 'not_me') return reporting(link, token)
  return link.kind === 'change' ? changing : confirming
}
