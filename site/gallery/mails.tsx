import {
  accountClosedLetter,
  closureCancelledLetter,
  closureRequestedLetter,
  closureStoppedLetter,
  confirmChangeLetter,
  confirmEmailLetter,
  emailChangeAskedLetter,
  emailChangedLetter,
  emailDisputeDecidedLetter,
  emailDisputedLetter,
  emailRestoredLetter,
  emailTakenLetter,
  exportReadyLetter,
  factorChangedLetter,
  invitationLetter,
  newDeviceLetter,
  passwordChangedLetter,
  reportedSignInLetter,
  resetPasswordLetter,
} from '#shared/mail/account-letters'
import { letterHtml, letterText } from '#shared/mail/letter'
import { digestLetter, notificationLetter } from '#shared/mail/notification-letters'
import { reportLetter } from '#shared/mail/report-letters'
import {
  callStatusLetter,
  chatClosedLetter,
  ticketMergedLetter,
  ticketReplyLetter,
  ticketStatusLetter,
} from '#shared/mail/support-letters'

const SITE = { siteName: 'Lodefield', answersTo: 'support@lodefield.example' }
const to = { name: 'Ada', url: 'https://lodefield.example/access/reset-password#token=example', hours: 24 }
const done = {
  device: 'Firefox 131 on Windows 10',
  place: 'Toronto, Canada',
  time: '1 December 2026 at 09:30 UTC',
}
const rateUrl = 'https://lodefield.example/feedback#token=example'
const ticket = { name: 'Ada', reference: 'T-000123', subject: 'Custody' }

const choice = {
  settings: 'https://lodefield.example/access/settings/notifications',
  unsubscribe: 'https://lodefield.example/access/unsubscribe#token=example',
}
const entry = {
  title: 'Deposit of $1,000.00 completed',
  message: 'It is part of your cash.',
  url: 'https://lodefield.example/access/transactions',
}

const letters = [
  resetPasswordLetter({ ...to, hours: 0.5 }),
  invitationLetter({ ...to, hours: 72 }),
  passwordChangedLetter({ ...to, ...done }),
  confirmEmailLetter({ ...to, isAwaited: true }),
  confirmChangeLetter({ ...to, account: 'Ada (a…@e….com)' }),
  emailChangeAskedLetter({ ...to, ...done, hours: 72, email: 'ada@new.example' }),
  emailDisputedLetter({ name: 'Ada', isFormer: true }),
  emailDisputedLetter({ name: 'Ada', isFormer: false }),
  emailDisputeDecidedLetter({ name: 'Ada', isInUse: true }),
  emailChangedLetter({ ...to, ...done, hours: 72, email: 'ada@new.example' }),
  emailTakenLetter(to),
  emailRestoredLetter({ ...to, hours: 0.5, removed: ['Work laptop'], isKeptOpen: false }),
  exportReadyLetter(to),
  closureRequestedLetter({ ...to, ...done, day: '2026-12-15' }),
  closureCancelledLetter(to),
  closureStoppedLetter({
    ...to,
    obstacle: '12.5 units of $WITGOLD',
    advice: 'Ask our team to redeem or transfer the units.',
  }),
  accountClosedLetter(to),
  newDeviceLetter({ ...to, ...done, hours: 72 }),
  reportedSignInLetter({ ...to, hours: 0.5, removed: ['Work laptop', 'One-time codes'], isKeptOpen: true }),
  factorChangedLetter({
    ...to,
    ...done,
    title: 'Passkey added',
    message: '"Laptop" can now be used to sign in.',
  }),
  notificationLetter({ ...to, choice, ...entry }),
  digestLetter({ ...to, choice, entries: [entry, { ...entry, title: 'Deposit of $500.00 completed' }] }),
  ticketReplyLetter({ ...ticket, reply: 'In a vault.', message: 'Where is it kept?', status: 'resolved' }),
  ticketReplyLetter({ ...ticket, reply: 'It is.', message: 'Is it insured?', status: 'closed', rateUrl }),
  ticketStatusLetter({ ...ticket, status: 'closed' }),
  ticketMergedLetter({ ...ticket, into: 'T-000124', about: 'Custody of gold' }),
  chatClosedLetter({ ...ticket, reference: 'L-000012', rateUrl }),
  callStatusLetter({
    ...ticket,
    reference: 'C-000045',
    time: '2026-12-01 at 10:00 PST',
    purpose: 'A first conversation',
    status: 'confirmed',
  }),
  reportLetter({ name: 'Ada', title: 'Register', period: 'October 2026', format: 'pdf' }),
]

/** Every mail, as HTML and as text. */
export function Mails() {
  return (
    <section className="mt-12 grid gap-8">
      <h2 className="text-[1.75rem]">Mails</h2>
      {letters.map((letter) => (
        <div key={letterText(letter, SITE)} className="grid gap-4 lg:grid-cols-2">
          <iframe
            title={letter.subject}
            sandbox=""
            srcDoc={letterHtml(letter, SITE)}
            className="h-[560px] w-full border border-line"
          />
          <pre className="overflow-auto border border-line p-4 text-[0.8125rem] whitespace-pre-wrap">
            {letterText(letter, SITE)}
          </pre>
        </div>
      ))}
    </section>
  )
}
