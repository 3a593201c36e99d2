/** Texts of the pages behind emailed links. */

import type { EmailLinkStatus } from '#contract/identity/accounts'
import { isAdminToken } from '#contract/identity/email-links'

export interface EmailLinkTexts {
  title: string
  lead: string
  /** Labels of the facts about the address. */
  address: string | undefined
  /** The account that a change applies to. */
  account?: string | undefined
  /** What the button does, if more than its label says. */
  effects: readonly string[]
  button: string
  busy: string
}

const endedSessions = 'You will be signed out on all devices.'
const newPassword = (email: string) =>
  `Your current password will stop working. We will send a link to set a new one to ${email}.`
const FACTORS = 'Passkeys, authenticator apps and recovery codes'

const confirming: EmailLinkTexts = {
  title: 'Confirm your email address',
  lead: 'Confirm that this address is yours.',
  address: 'Email address',
  effects: [],
  button: 'Confirm This Address',
  busy: 'Confirming...',
}

const changing = ({ account }: EmailLinkStatus): EmailLinkTexts => ({
  title: 'Confirm your new email address',
  lead: 'The account below has requested to use this address. Confirm only if that account is yours.',
  address: 'New email address',
  account: account ?? undefined,
  effects: ['You will sign in with this address instead of your previous one.'],
  button: 'Confirm New Address',
  busy: 'Confirming...',
})

/** The account has another address by now; no one is given access until the case has been reviewed. */
const disputing = ({ email }: EmailLinkStatus): EmailLinkTexts => ({
  title: 'Dispute the email change',
  lead: 'If you did not change the email address for your account, lock the account now. Our team will review the change.',
  address: 'Previous address',
  effects: [
    'The account will be locked. No one can sign in.',
    endedSessions,
    'Pending requests will be put on hold. Units and cash are not affected.',
    `Both addresses will be notified by email. ${email} can be restored only after our team has reviewed the change.`,
  ],
  button: 'Lock the Account',
  busy: 'Locking...',
})

const stopping = ({ email }: EmailLinkStatus): EmailLinkTexts => ({
  title: 'Stop the email change',
  lead: 'If you did not request this change, someone else may know your password.',
  address: 'Current address',
  effects: [
    'The email change will be cancelled.',
    endedSessions,
    newPassword(email),
    `${FACTORS} added since the day before the request will be removed.`,
    'Any pending account closure will be cancelled.',
    'Earlier password reset and confirmation links will stop working.',
  ],
  button: 'Stop the Change',
  busy: 'Stopping...',
})

const reporting = ({ email }: EmailLinkStatus, token: string): EmailLinkTexts => ({
  title: 'This was not me',
  lead: 'If this was not you, someone else may have access to your account.',
  address: undefined,
  effects: [
    endedSessions,
    newPassword(email),
    `${FACTORS} added since then will be removed.`,
    'Any pending email change will be cancelled.',
    ...(isAdminToken(token)
      ? []
      : ['Any pending account closure will be cancelled and any data export file deleted.']),
    'Earlier password reset and confirmation links will stop working.',
  ],
  button: 'Secure My Account',
  busy: 'Securing...',
})

/** The texts for a link. */
export function getEmailLinkTexts(link: EmailLinkStatus, token: string): EmailLinkTexts {
  if (link.disputes) return disputing(link)
  if (link.kind === 'undo') return stopping(link)
  if (link.kind === 'not_me') return reporting(link, token)
  return link.kind === 'change' ? changing(link) : confirming
}
