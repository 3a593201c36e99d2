/** Emails about account access. None reveals an account to someone who does not own the mailbox. */
import { formatDuration } from './duration.ts'
import type { EmailContent } from './render-email.ts'

interface Linked {
  name: string
  /** URL of the page that the link opens, including its token. */
  url: string
  /** Hours for which the link is valid. */
  hours: number
}

const once = (hours: number) => `This link expires in ${formatDuration(hours)} and can be used once.`

/** The link for resetting a password. */
export const resetPasswordEmail = ({ name, url, hours }: Linked): EmailContent => ({
  subject: 'Reset your password',
  name,
  paragraphs: ['We received a request to reset the password for your account.'],
  action: { label: 'Reset password', url },
  notes: [
    once(hours),
    'If you did not request this, you can ignore this email. Your password has not been changed, and this request does not give anyone access to your account.',
  ],
})

/** The link with which a new administrator sets the first password. */
export const invitationEmail = ({ name, url, hours }: Linked): EmailContent => ({
  subject: 'Your administrator account',
  name,
  paragraphs: [
    `An administrator account has been created for you. Your username is ${name}. Set a password to get started.`,
  ],
  action: { label: 'Set your password', url },
  notes: [
    once(hours),
    'The owner who created your account will give you the sign-in address. For security, we never include it in emails.',
    'If you were not expecting this account, you can ignore this email. The account cannot be used until a password is set.',
  ],
})

/** When, where and with which device something was done to an account. */
export interface ClientContext {
  /** Such as `Firefox 131 on Windows 10`, and `Toronto, Canada`; empty when unknown. */
  device: string
  place: string
  /** In UTC, in words. */
  time: string
}

const listCircumstances = ({ device, place, time }: ClientContext): string =>
  [`Device: ${device || 'unknown'}`, `Location: ${place || 'unknown'}`, `Time: ${time}`].join('\n')

/** After a password was changed or reset. */
export const passwordChangedEmail = ({
  name,
  url,
  removed = [],
  isKeptOpen = false,
  ...done
}: Pick<Linked, 'name' | 'url'> & ClientContext & Partial<TakenBack>): EmailContent => ({
  subject: 'Your password was changed',
  name,
  paragraphs: [
    'The password for your account has just been changed and all other sessions have been signed out.',
    listCircumstances(done),
    ...describeTakenBack({ removed, isKeptOpen }),
    'If this was you, no action is needed.',
  ],
  action: { label: 'This was not me: reset password', url },
  notes: ['Then contact our support team so that we can review recent activity in your account.'],
})

/** The link that confirms the email of a new account. If the server sends no email itself, nothing depends on it. */
export const confirmEmailEmail = ({
  name,
  url,
  hours,
  isAwaited,
}: Linked & { isAwaited: boolean }): EmailContent => ({
  subject: 'Confirm your email address',
  name,
  paragraphs: [
    `Welcome. Please confirm your email address${
      isAwaited
        ? '. You can subscribe and complete identity verification once it is confirmed; everything else is available now'
        : ''
    }.`,
  ],
  action: { label: 'Confirm email address', url },
  notes: [once(hours), 'If you did not create an account, you can ignore this email.'],
})

/**
 * The link that confirms a new email address, sent to that address. `account` is the requesting account, abbreviated.
 */
export const confirmEmailChangeEmail = ({
  account,
  url,
  hours,
}: Pick<Linked, 'url' | 'hours'> & { account: string }): EmailContent => ({
  subject: 'Confirm your new email address',
  // The mailbox may belong to someone else.
  name: '',
  paragraphs: [
    `We received a request to use this email address for another account: ${account}.`,
    'If this is your account, confirm the new address. The account keeps its current address until you do.',
  ],
  action: { label: 'Confirm new email address', url },
  notes: [
    once(hours),
    'If you do not recognize this account, ignore this email. Without your confirmation, nothing changes.',
  ],
})

/** Sent to the former address once a new one is in use. */
export const emailChangedEmail = ({
  name,
  url,
  hours,
  email,
  ...done
}: Linked & ClientContext & { email: string }): EmailContent => ({
  subject: 'Your email address was changed',
  name,
  paragraphs: [
    `The email address for your account is now ${email}. You can no longer sign in with this address.`,
    listCircumstances(done),
    'If this was you, no action is needed.',
  ],
  action: { label: 'This was not me: lock the account', url },
  notes: [
    `${once(hours)} Using it signs out all sessions and locks the account: no one can sign in until our team has reviewed the change.`,
    'The link expires early if the password is reset from the new address. If it no longer works, contact our support team.',
  ],
})

/** Sent to the current address when a new one was requested. */
export const emailChangeRequestedEmail = ({
  name,
  email,
  url,
  hours,
  ...done
}: Linked & ClientContext & { email: string }): EmailContent => ({
  subject: 'Request to change your email address',
  name,
  paragraphs: [
    `We received a request, made with your password, to change the email address for your account to ${email}. The change takes effect once it is confirmed from that address.`,
    listCircumstances(done),
    'If this was you, no action is needed here.',
  ],
  action: { label: 'This was not me: stop the change', url },
  notes: [
    `${once(hours)} If the change has not yet taken effect, using the link cancels it, signs out all sessions, removes passkeys and authenticator apps added since the day before the request, and requires a new password.`,
    'If the change has already taken effect, using the link locks the account until our team has reviewed the change.',
  ],
})

/** Sent to the former and the current address when an email change is disputed. */
export const emailDisputedEmail = ({
  name,
  isFormer,
}: {
  name: string
  isFormer: boolean
}): EmailContent => ({
  subject: 'Your account is locked: email change disputed',
  name,
  paragraphs: [
    isFormer
      ? 'You reported that you did not change the email address for your account. Your account has been locked.'
      : 'The change to this email address was disputed from the previous address of the account. The account has been locked.',
    'All sessions have been signed out. Until our team has reviewed the change, no one can sign in and pending requests are on hold. Units and cash are not affected.',
  ],
  notes: [
    'Our support team will contact you. To reach us sooner, use the contact page on our website.',
    'We will never ask for your password or recovery codes.',
  ],
})

/** After a decision on a disputed email change, to an address that the account uses or no longer uses. */
export const emailDisputeDecidedEmail = ({
  name,
  isInUse,
  isActive,
}: {
  name: string
  isInUse: boolean
  /** Whether the account can be used; otherwise it remains deactivated for another reason. */
  isActive: boolean
}): EmailContent => ({
  subject: 'The review of your email change is complete',
  name,
  paragraphs: [
    isInUse
      ? `Our team has reviewed the change. Your account keeps this email address${isActive ? ' and you can sign in again' : ''}.`
      : 'Our team has reviewed the change. The account no longer uses this email address, and it cannot be used to sign in.',
  ],
  notes: ['If you disagree, contact our support team.'],
})

/** Sent to the owner of an address that another account asked for. */
export const emailInUseEmail = ({ name, url }: Pick<Linked, 'name' | 'url'>): EmailContent => ({
  subject: 'Your email address is already registered',
  name,
  paragraphs: [
    'Someone tried to use this email address for another account. You already have an account with this address, so nothing was changed.',
    'If this was you, sign in to your existing account or reset its password.',
  ],
  action: { label: 'Forgot your password?', url },
})

/** After a disputed email change was decided in favor of the former address: the password no longer works. */
export const emailRestoredEmail = ({ name, url, hours, ...takenBack }: Linked & TakenBack): EmailContent => ({
  subject: 'Email address restored: reset your password',
  name,
  paragraphs: [
    'Our team has reviewed the change and restored this email address. All sessions have been signed out and your previous password no longer works.',
    ...describeTakenBack(takenBack),
  ],
  action: { label: 'Reset password', url },
  notes: [once(hours), 'Contact our support team so that we can review recent activity in your account.'],
})

export interface TakenBack {
  /** Names of the factors that were removed. */
  removed: readonly string[]
  /** A scheduled account closure was cancelled. */
  isKeptOpen: boolean
}

/** What was reversed along with a change made by someone else. */
const describeTakenBack = ({ removed, isKeptOpen }: TakenBack): string[] => [
  ...(isKeptOpen ? ['The pending account closure has been cancelled. Your account remains open.'] : []),
  ...(removed.length > 0
    ? [
        `As a precaution, we removed ${removed.map((name) => `“${name}”`).join(', ')}. You can set up your own methods again under Security.`,
      ]
    : []),
]

/** Once an export can be downloaded. */
export const exportReadyEmail = ({ name, url, hours }: Linked): EmailContent => ({
  subject: 'Your data export is ready',
  name,
  paragraphs: [
    `Your data export is available for download in your account for ${formatDuration(hours)}. The file will then be deleted.`,
  ],
  action: { label: 'Download export', url },
  notes: [
    'If you did not request this export, change your password and contact our support team immediately.',
  ],
})

interface Closing {
  name: string
  /** URL of the page for cancelling the closure, or for getting help. */
  url: string
}

/** After an account closure was requested. `day` is the closing date. */
export const closureRequestedEmail = ({
  name,
  url,
  day,
  ...done
}: Closing & ClientContext & { day: string }): EmailContent => ({
  subject: 'Account closure scheduled',
  name,
  paragraphs: [
    `You asked to close your account. It will be closed on ${day} (UTC). You can use it as usual until then.`,
    'Your personal data will then be erased. Transaction and audit records are retained without your name, as required for complete books and records.',
    listCircumstances(done),
  ],
  action: { label: 'Keep my account', url },
  notes: [
    'If you did not request this, cancel the closure, change your password and contact our support team.',
  ],
})

/** After an account closure was cancelled. `url` is the page for requesting a new password. */
export const closureCancelledEmail = ({ name, url }: Closing): EmailContent => ({
  subject: 'Account closure cancelled',
  name,
  paragraphs: [
    'The closure of your account has been cancelled. No data was deleted.',
    'If this was you, no action is needed.',
  ],
  action: { label: 'This was not me: reset password', url },
  notes: ['Then contact our support team so that we can review recent activity in your account.'],
})

/** When an account closure was stopped. `obstacle` is what the account has again. */
export const closureBlockedEmail = ({
  name,
  url,
  obstacle,
  advice,
}: Closing & { obstacle: string; advice: string }): EmailContent => ({
  subject: 'Account closure stopped',
  name,
  paragraphs: [
    `Your account cannot be closed because it has ${obstacle}.`,
    `${advice} You can then request closure again.`,
  ],
  action: { label: 'Go to your account', url },
})

/** The last email to the owner of a closed account. */
export const accountClosedEmail = ({ name }: Pick<Closing, 'name'>): EmailContent => ({
  subject: 'Your account has been closed',
  name,
  paragraphs: [
    'As requested, your account has been closed and your personal data erased.',
    'Transaction and audit records are retained without your name, as required for complete books and records. You can use this email address for a new account.',
  ],
})

/** After an administrator has deleted an account. */
export const accountDeletedEmail = ({ name }: Pick<Closing, 'name'>): EmailContent => ({
  subject: 'Your account has been deleted',
  name,
  paragraphs: [
    'Our team has deleted your account and erased your personal data. If you did not expect this, reply to this email or contact support.',
    'Transaction and audit records are retained without your name, as required for complete books and records. You can use this email address for a new account.',
  ],
})

/** After a sign-in with a new device or from a new country. */
export const newDeviceEmail = ({ name, url, hours, ...done }: Linked & ClientContext): EmailContent => ({
  subject: 'New sign-in to your account',
  name,
  paragraphs: [
    'There was a sign-in to your account from a new device or country.',
    listCircumstances(done),
    'If this was you, no action is needed.',
  ],
  action: { label: 'This was not me', url },
  notes: [
    `${once(hours)} Using it signs out all sessions, removes passkeys and authenticator apps added since, and requires a new password.`,
  ],
})

/** After a sign-in was reported: the account's password no longer works. */
export const unrecognizedSignInEmail = ({
  name,
  url,
  hours,
  ...takenBack
}: Linked & TakenBack): EmailContent => ({
  subject: 'Signed out everywhere: reset your password',
  name,
  paragraphs: [
    'You reported activity that was not yours. All sessions have been signed out and your password no longer works.',
    ...describeTakenBack(takenBack),
  ],
  action: { label: 'Reset password', url },
  notes: [once(hours), 'Contact our support team so that we can review recent activity in your account.'],
})

/** After a second factor was added or removed, or recovery codes were generated, as stated in `title` and `message`. */
export const factorChangedEmail = ({
  name,
  url,
  hours,
  title,
  message,
  ...done
}: Linked & ClientContext & { title: string; message: string }): EmailContent => ({
  subject: title,
  name,
  paragraphs: [message, listCircumstances(done), 'If this was you, no action is needed.'],
  action: { label: 'This was not me', url },
  notes: [
    `${once(hours)} Using it signs out all sessions, removes passkeys and authenticator apps added since, and requires a new password.`,
    'Then contact our support team so that we can review recent activity in your account.',
  ],
})
