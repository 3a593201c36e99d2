/** Mails about getting into an account. None names an account to somebody who does not own the mailbox. */
import { formatDuration } from './duration.ts'
import type { Letter } from './letter.ts'

interface Linked {
  name: string
  /** Of the page that the link opens, its token included. */
  url: string
  /** Hours for which the link is good. */
  hours: number
}

const once = (hours: number) => `The link works once, within ${formatDuration(hours)}.`

/** The link to choose another password. */
export const resetPasswordLetter = ({ name, url, hours }: Linked): Letter => ({
  subject: 'Choose a new password',
  name,
  paragraphs: ['Somebody, probably you, asked for a new password for your account.'],
  action: { label: 'Choose a new password', url },
  notes: [
    once(hours),
    'If it was not you, ignore this mail: your password stays as it is, and nobody has entered your account.',
  ],
})

/** After a password was changed or reset. */
export const passwordChangedLetter = ({ name, url }: Pick<Linked, 'name' | 'url'>): Letter => ({
  subject: 'Your password was changed',
  name,
  paragraphs: [
    'The password of your account was changed just now, and its other sessions were ended.',
    'If it was you, there is nothing to do.',
  ],
  action: { label: 'It was not me: choose a new password', url },
  notes: ['Then write to our support team, so that we can look at what was done in your account.'],
})

/** The link that confirms the email of a new account. */
export const confirmEmailLetter = ({ name, url, hours }: Linked): Letter => ({
  subject: 'Confirm your email address',
  name,
  paragraphs: [
    'Welcome. Please confirm that this address is yours: subscriptions wait for it, everything else works already.',
  ],
  action: { label: 'Confirm this address', url },
  notes: [once(hours), 'If you have not created an account, ignore this mail.'],
})

/** The link that confirms another email, sent to that one. */
export const confirmChangeLetter = ({ name, url, hours }: Linked): Letter => ({
  subject: 'Confirm your new email address',
  name,
  paragraphs: [
    'You asked to sign in with this address from now on. Until you confirm it, your former address stays in use.',
  ],
  action: { label: 'Use this address', url },
  notes: [once(hours), 'If it was not you, ignore this mail.'],
})

/** Sent to the former address once another one is in use. */
export const emailChangedLetter = ({ name, url, hours, email }: Linked & { email: string }): Letter => ({
  subject: 'Your email address was changed',
  name,
  paragraphs: [
    `Your account now uses ${email}. This address can no longer be used to sign in.`,
    'If it was you, there is nothing to do.',
  ],
  action: { label: 'It was not me: take it back', url },
  notes: [
    once(hours),
    'Taking it back restores this address, ends all sessions and asks for a new password.',
  ],
})

/** Sent to the owner of an address that another account asked for. */
export const emailTakenLetter = ({ name, url }: Pick<Linked, 'name' | 'url'>): Letter => ({
  subject: 'Your address was entered in another account',
  name,
  paragraphs: [
    'Somebody asked to use this address for another account. You have an account with it already, so nothing was changed.',
    'If it was you, sign in to that account, or choose a new password for it.',
  ],
  action: { label: 'Forgot your password?', url },
})

/** After a change of email was taken back: the password of the account no longer works. */
export const emailRestoredLetter = ({ name, url, hours }: Linked): Letter => ({
  subject: 'Your address is restored: choose a new password',
  name,
  paragraphs: [
    'Your account uses this address again. All sessions were ended, and the former password no longer works.',
  ],
  action: { label: 'Choose a new password', url },
  notes: [once(hours), 'Write to our support team, so that we can look at what was done in your account.'],
})
