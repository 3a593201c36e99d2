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

/** The link with which a new administrator chooses the first password. */
export const invitationLetter = ({ name, url, hours }: Linked): Letter => ({
  subject: 'Your administrator account',
  name,
  paragraphs: [
    `An account to administer the platform was made for you. Your username is ${name}. Choose a password to begin.`,
  ],
  action: { label: 'Choose your password', url },
  notes: [
    once(hours),
    'The owner who made the account gives you the address at which administrators sign in. No mail names it.',
    'If you do not expect this account, ignore this mail: without a password nobody can use it.',
  ],
})

/** When, where and with what something was done to an account. */
export interface Circumstances {
  /** Such as `Firefox 131 on Windows 10`, and `Toronto, Canada`; empty when unknown. */
  device: string
  place: string
  /** In UTC, in words. */
  time: string
}

const listCircumstances = ({ device, place, time }: Circumstances): string =>
  [`Device: ${device || 'unknown'}`, `Place: ${place || 'unknown'}`, `Time: ${time}`].join('\n')

/** After a password was changed or reset. */
export const passwordChangedLetter = ({
  name,
  url,
  removed = [],
  ...done
}: Pick<Linked, 'name' | 'url'> & Circumstances & Partial<Pick<TakenBack, 'removed'>>): Letter => ({
  subject: 'Your password was changed',
  name,
  paragraphs: [
    'The password of your account was changed just now, and its other sessions were ended.',
    listCircumstances(done),
    ...describeTakenBack({ removed, isKeptOpen: false }),
    'If it was you, there is nothing to do.',
  ],
  action: { label: 'It was not me: choose a new password', url },
  notes: ['Then write to our support team, so that we can look at what was done in your account.'],
})

/** The link that confirms the email of a new account. Where the server sends no mail itself, nothing waits for it. */
export const confirmEmailLetter = ({
  name,
  url,
  hours,
  isAwaited,
}: Linked & { isAwaited: boolean }): Letter => ({
  subject: 'Confirm your email address',
  name,
  paragraphs: [
    `Welcome. Please confirm that this address is yours${
      isAwaited ? ': subscriptions and the identity check wait for it, everything else works already' : ''
    }.`,
  ],
  action: { label: 'Confirm this address', url },
  notes: [once(hours), 'If you have not created an account, ignore this mail.'],
})

/** The link that confirms another email, sent to that one. `account` is the account that asks for it, in short. */
export const confirmChangeLetter = ({
  account,
  url,
  hours,
}: Pick<Linked, 'url' | 'hours'> & { account: string }): Letter => ({
  subject: 'Confirm your new email address',
  // The mailbox may belong to somebody else.
  name: '',
  paragraphs: [
    `Another account asks to sign in with this email address from now on: ${account}.`,
    'If this is your account, confirm that the address is yours, too. Until then, the account keeps its present address.',
  ],
  action: { label: 'Use this address', url },
  notes: [
    once(hours),
    'If you do not recognize this account, ignore this email. Without your confirmation, nothing changes.',
  ],
})

/** Sent to the former address once another one is in use. */
export const emailChangedLetter = ({
  name,
  url,
  hours,
  email,
  ...done
}: Linked & Circumstances & { email: string }): Letter => ({
  subject: 'Your email address was changed',
  name,
  paragraphs: [
    `Your account now uses ${email}. This address can no longer be used to sign in.`,
    listCircumstances(done),
    'If you made this change, no action is needed.',
  ],
  action: { label: 'It was not me: lock the account', url },
  notes: [
    `${once(hours)} It locks the account: all sessions end and nobody can sign in until our team has reviewed the change.`,
    'The link ends early once a new password is chosen with a link sent to the new address. If it has ended, contact our support team.',
  ],
})

/** Sent to the present address when another one was asked for. */
export const emailChangeAskedLetter = ({
  name,
  email,
  url,
  hours,
  ...done
}: Linked & Circumstances & { email: string }): Letter => ({
  subject: 'A change of your email address was requested',
  name,
  paragraphs: [
    `Someone who knows your password asked to use ${email} for your account from now on. The change takes effect when that address confirms it.`,
    listCircumstances(done),
    'If you made this request, no action is needed here.',
  ],
  action: { label: 'It was not me: stop the change', url },
  notes: [
    `${once(hours)} Before the change has taken effect, it stops the change, ends all sessions, removes passkeys and one-time codes that were added on the day before the request or since, and asks for a new password.`,
    'After the change has taken effect, it locks the account until our team has reviewed the change.',
  ],
})

/** To the former and to the present address when a change of email is disputed. */
export const emailDisputedLetter = ({ name, isFormer }: { name: string; isFormer: boolean }): Letter => ({
  subject: 'Your account is locked: an email change is in dispute',
  name,
  paragraphs: [
    isFormer
      ? 'You told us that you did not change the email address of your account. The account is locked.'
      : 'The change of your account to this email address was disputed from its former address. The account is locked.',
    'Until our team has reviewed the change, nobody can sign in, all sessions have ended, and pending requests are on hold. Units and cash stay where they are.',
  ],
  notes: [
    'Our support team will contact you. To reply sooner, use the contact page of our site.',
    'We never ask for a password or a recovery code.',
  ],
})

/** After a disputed change of email was decided, to an address that the account uses, or no longer does. */
export const emailDisputeDecidedLetter = ({ name, isInUse }: { name: string; isInUse: boolean }): Letter => ({
  subject: 'The review of your email change is complete',
  name,
  paragraphs: [
    isInUse
      ? 'Our team has reviewed the change. Your account keeps this email address, and you can sign in again.'
      : 'Our team has reviewed the change. The account no longer uses this email address, which cannot be used to sign in.',
  ],
  notes: ['If you disagree, contact our support team.'],
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

/** After a disputed change of email was decided for the former address: the password no longer works. */
export const emailRestoredLetter = ({ name, url, hours, ...takenBack }: Linked & TakenBack): Letter => ({
  subject: 'Your address is restored: choose a new password',
  name,
  paragraphs: [
    'Our team has reviewed the change. Your account uses this address again. All sessions have ended, and the previous password no longer works.',
    ...describeTakenBack(takenBack),
  ],
  action: { label: 'Choose a new password', url },
  notes: [once(hours), 'Write to our support team, so that we can look at what was done in your account.'],
})

interface TakenBack {
  /** Names of the factors that were removed. */
  removed: readonly string[]
  /** The account was being closed, and is not any more. */
  isKeptOpen: boolean
}

/** What was taken back with a change that somebody else had made. */
const describeTakenBack = ({ removed, isKeptOpen }: TakenBack): string[] => [
  ...(isKeptOpen ? ['Your account was being closed: it stays open.'] : []),
  ...(removed.length > 0
    ? [
        `Removed, because somebody else may have them: ${removed.map((name) => `“${name}”`).join(', ')}. What was yours can be set up again under Security.`,
      ]
    : []),
]

/** Once an export can be downloaded. */
export const exportReadyLetter = ({ name, url, hours }: Linked): Letter => ({
  subject: 'Your data export is ready',
  name,
  paragraphs: [
    `The export of your data can be downloaded in your account, within ${formatDuration(hours)}. Then its file is removed.`,
  ],
  action: { label: 'Download it', url },
  notes: ['If you have not asked for it, change your password and write to our support team at once.'],
})

interface Closing {
  name: string
  /** Of the page on which the closing is cancelled, or of the one that helps. */
  url: string
}

/** After an account was asked to be closed. `day` is the day on which that happens. */
export const closureRequestedLetter = ({
  name,
  url,
  day,
  ...done
}: Closing & Circumstances & { day: string }): Letter => ({
  subject: 'Your account is being closed',
  name,
  paragraphs: [
    `You asked to close your account. It will be closed on ${day} (UTC); until then it works as before.`,
    'Then your personal data is erased. The ledger and the audit log stay, without your name, because the books must stay complete.',
    listCircumstances(done),
  ],
  action: { label: 'Keep my account', url },
  notes: ['If you have not asked for it, cancel it, change your password and write to our support team.'],
})

/** After the closing of an account was cancelled. `url` is of the page on which a new password is asked for. */
export const closureCancelledLetter = ({ name, url }: Closing): Letter => ({
  subject: 'Your account stays open',
  name,
  paragraphs: [
    'The closing of your account was cancelled. Nothing was removed.',
    'If it was you, there is nothing to do.',
  ],
  action: { label: 'It was not me: choose a new password', url },
  notes: ['Then write to our support team, so that we can look at what was done in your account.'],
})

/** When the closing of an account was stopped. `obstacle` is what it has again. */
export const closureStoppedLetter = ({
  name,
  url,
  obstacle,
  advice,
}: Closing & { obstacle: string; advice: string }): Letter => ({
  subject: 'Your account is not being closed',
  name,
  paragraphs: [
    `The closing of your account was stopped: it has ${obstacle}.`,
    `${advice} Then you can ask for it again.`,
  ],
  action: { label: 'Open your account', url },
})

/** The last mail to the owner of a closed account. */
export const accountClosedLetter = ({ name }: Pick<Closing, 'name'>): Letter => ({
  subject: 'Your account is closed',
  name,
  paragraphs: [
    'Your account is closed, as you asked, and your personal data is erased.',
    'The ledger and the audit log stay, without your name, because the books must stay complete. This address can be used for a new account.',
  ],
})

/** After a sign-in with a device or from a country that the account has not been used with. */
export const newDeviceLetter = ({ name, url, hours, ...done }: Linked & Circumstances): Letter => ({
  subject: 'New sign-in to your account',
  name,
  paragraphs: [
    'Somebody signed in to your account with a device, or from a country, that was not used with it before.',
    listCircumstances(done),
    'If it was you, there is nothing to do.',
  ],
  action: { label: 'This was not me', url },
  notes: [
    `${once(hours)} It ends all sessions, removes passkeys and one-time codes that were added since, and asks for a new password.`,
  ],
})

/** After a sign-in was reported: the password of the account no longer works. */
export const reportedSignInLetter = ({ name, url, hours, ...takenBack }: Linked & TakenBack): Letter => ({
  subject: 'All sessions are ended: choose a new password',
  name,
  paragraphs: [
    'You told us that it was not you. All sessions of your account were ended, and its password no longer works.',
    ...describeTakenBack(takenBack),
  ],
  action: { label: 'Choose a new password', url },
  notes: [once(hours), 'Write to our support team, so that we can look at what was done in your account.'],
})

/** After a second factor was added or removed, or recovery codes were made. `title` and `message` say what. */
export const factorChangedLetter = ({
  name,
  url,
  hours,
  title,
  message,
  ...done
}: Linked & Circumstances & { title: string; message: string }): Letter => ({
  subject: title,
  name,
  paragraphs: [message, listCircumstances(done), 'If it was you, there is nothing to do.'],
  action: { label: 'This was not me', url },
  notes: [
    `${once(hours)} It ends all sessions, removes passkeys and one-time codes that were added since, and asks for a new password.`,
    'Then write to our support team, so that we can look at what was done in your account.',
  ],
})
