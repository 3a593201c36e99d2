import {
  accountClosedEmail,
  accountDeletedEmail,
  closureBlockedEmail,
  closureCancelledEmail,
  closureRequestedEmail,
  confirmEmailChangeEmail,
  confirmEmailEmail,
  emailChangedEmail,
  emailChangeRequestedEmail,
  emailDisputeDecidedEmail,
  emailDisputedEmail,
  emailInUseEmail,
  emailRestoredEmail,
  exportReadyEmail,
  factorChangedEmail,
  invitationEmail,
  newDeviceEmail,
  passwordChangedEmail,
  resetPasswordEmail,
  unrecognizedSignInEmail,
} from '#shared/email/account-emails'
import { digestEmail, notificationEmail } from '#shared/email/notification-emails'
import { renderEmailHtml, renderEmailText } from '#shared/email/render-email'
import { reportEmail } from '#shared/email/report-emails'
import {
  callStatusEmail,
  chatClosedEmail,
  ticketMergedEmail,
  ticketReplyEmail,
  ticketStatusEmail,
} from '#shared/email/support-emails'

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
  resetPasswordEmail({ ...to, hours: 0.5 }),
  invitationEmail({ ...to, hours: 72 }),
  passwordChangedEmail({ ...to, ...done }),
  confirmEmailEmail({ ...to, isAwaited: true }),
  confirmEmailChangeEmail({ ...to, account: 'Ada (a…@e….com)' }),
  emailChangeRequestedEmail({ ...to, ...done, hours: 72, email: 'ada@new.example' }),
  emailDisputedEmail({ name: 'Ada', isFormer: true }),
  emailDisputedEmail({ name: 'Ada', isFormer: false }),
  emailDisputeDecidedEmail({ name: 'Ada', isInUse: true, isActive: true }),
  emailChangedEmail({ ...to, ...done, hours: 72, email: 'ada@new.example' }),
  emailInUseEmail(to),
  emailRestoredEmail({ ...to, hours: 0.5, removed: ['Work laptop'], isKeptOpen: false }),
  exportReadyEmail(to),
  closureRequestedEmail({ ...to, ...done, day: '2026-12-15' }),
  closureCancelledEmail(to),
  closureBlockedEmail({
    ...to,
    obstacle: '12.5 units of $WITGOLD',
    advice: 'Ask our team to redeem or transfer the units.',
  }),
  accountClosedEmail(to),
  accountDeletedEmail(to),
  newDeviceEmail({ ...to, ...done, hours: 72 }),
  unrecognizedSignInEmail({
    ...to,
    hours: 0.5,
    removed: ['Work laptop', 'One-time codes'],
    isKeptOpen: true,
  }),
  factorChangedEmail({
    ...to,
    ...done,
    title: 'Passkey added',
    message: '"Laptop" can now be used to sign in.',
  }),
  notificationEmail({ ...to, choice, ...entry }),
  notificationEmail({ ...to, choice, ...entry, title: 'Office hours', isManual: true }),
  digestEmail({ ...to, choice, entries: [entry, { ...entry, title: 'Deposit of $500.00 completed' }] }),
  ticketReplyEmail({ ...ticket, reply: 'In a vault.', message: 'Where is it kept?', status: 'resolved' }),
  ticketReplyEmail({ ...ticket, reply: 'It is.', message: 'Is it insured?', status: 'closed', rateUrl }),
  ticketStatusEmail({ ...ticket, status: 'closed' }),
  ticketMergedEmail({ ...ticket, into: 'T-000124', about: 'Custody of gold' }),
  chatClosedEmail({ ...ticket, reference: 'L-000012', rateUrl }),
  callStatusEmail({
    ...ticket,
    reference: 'C-000045',
    time: '2026-12-01 at 10:00 PST',
    purpose: 'A first conversation',
    status: 'confirmed',
  }),
  reportEmail({ name: 'Ada', title: 'Register', period: 'October 2026', format: 'pdf' }),
]

/** Every mail, as HTML and as text. */
export function EmailGallery() {
  return (
    <section className="mt-12 grid gap-8">
      <h2 className="text-[1.75rem]">Mails</h2>
      {letters.map((letter) => (
        <div key={renderEmailText(letter, SITE)} className="grid gap-4 lg:grid-cols-2">
          <iframe
            title={letter.subject}
            sandbox=""
            srcDoc={renderEmailHtml(letter, SITE)}
            className="h-[560px] w-full border border-line"
          />
          <pre className="overflow-auto border border-line p-4 text-[0.8125rem] whitespace-pre-wrap">
            {renderEmailText(letter, SITE)}
          </pre>
        </div>
      ))}
    </section>
  )
}
