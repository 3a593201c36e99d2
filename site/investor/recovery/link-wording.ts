/** The words of the pages behind mailed links. */
import { isAdminToken } from '#contract/account-links'
import type { MailedLink } from '#contract/accounts'

export interface LinkWording {
  title: string
  lead: string
  /** Names of the facts about the address. */
  address: string | undefined
  /** The account that a change is for. */
  account?: string | undefined
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
  lead: 'Confirm that this address is yours.',
  address: 'Address',
  effects: [],
  button: 'Confirm This Address',
  busy: 'Confirming...',
}

const changing = ({ account }: MailedLink): LinkWording => ({
  title: 'Use this address to sign in',
  lead: 'Another account asks to use this address. Confirm only if that account is yours.',
  address: 'New sign-in address',
  account: account ?? undefined,
  effects: ['You sign in with this address, and no longer with the former one.'],
  button: 'Sign In With This Address',
  busy: 'Changing...',
})

/** The account has another address by now: nobody is given it before somebody has looked. */
const disputing = ({ email }: MailedLink): LinkWording => ({
  title: 'Dispute the change of address',
  lead: 'If you did not change the address of your account, lock it now. Our team will review the change.',
  address: 'Former address',
  effects: [
    'The account is locked: nobody can sign in.',
    endedSessions,
    'Pending requests are on hold. Units and cash stay where they are.',
    `Both addresses are told by email. ${email} is not restored before our team has reviewed the change.`,
  ],
  button: 'Lock the Account',
  busy: 'Locking...',
})

const stopping = ({ email }: MailedLink): LinkWording => ({
  title: 'Stop the change of address',
  lead: 'If you did not ask for another address, someone else knows your password.',
  address: 'Address that stays in use',
  effects: [
    'The change is cancelled.',
    endedSessions,
    newPassword(email),
    `${FACTORS} that were added on the day before the request or since are removed.`,
    'A closing of the account that was begun is cancelled.',
    'Links that were mailed before, for a new password or to confirm an address, no longer work.',
  ],
  button: 'Stop the Change',
  busy: 'Stopping...',
})

const reporting = ({ email }: MailedLink, token: string): LinkWording => ({
  title: 'This was not me',
  lead: 'If this was not you, somebody else may be in your account.',
  address: undefined,
  effects: [
    endedSessions,
    newPassword(email),
    `${FACTORS} that were added since then are removed.`,
    'A change of address that awaits confirmation is cancelled.',
    ...(isAdminToken(token)
      ? []
      : [
          'A closing of the account that was begun is cancelled, and a file with an export of its data is removed.',
        ]),
    'Links that were mailed before, for a new password or to confirm an address, no longer work.',
  ],
  button: 'It Was Not Me: Secure My Account',
  busy: 'Securing...',
})

/** The words for a link. */
export function wordingOf(link: MailedLink, token: string): LinkWording {
  if (link.disputes) return disputing(link)
  if (link.kind === 'undo') return stopping(link)
  if (link.kind === 'not_me') return reporting(link, token)
  return link.kind === 'change' ? changing(link) : confirming
}
