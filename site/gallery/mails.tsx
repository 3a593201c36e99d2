import {
  confirmChangeLetter,
  confirmEmailLetter,
  emailChangedLetter,
  emailRestoredLetter,
  emailTakenLetter,
  passwordChangedLetter,
  resetPasswordLetter,
} from '#shared/mail/account-letters'
import { letterHtml, letterText } from '#shared/mail/letter'
import { callStatusLetter, ticketReplyLetter, ticketStatusLetter } from '#shared/mail/support-letters'

const SITE = 'Lodefield'
const to = { name: 'Ada', url: 'https://lodefield.example/access/reset-password#token=example', hours: 24 }
const ticket = { name: 'Ada', reference: 'T-000123', subject: 'Custody' }

const letters = [
  resetPasswordLetter({ ...to, hours: 0.5 }),
  passwordChangedLetter(to),
  confirmEmailLetter(to),
  confirmChangeLetter(to),
  emailChangedLetter({ ...to, hours: 72, email: 'ada@new.example' }),
  emailTakenLetter(to),
  emailRestoredLetter({ ...to, hours: 0.5 }),
  ticketReplyLetter({ ...ticket, reply: 'In a vault.', message: 'Where is it kept?', status: 'resolved' }),
  ticketStatusLetter({ ...ticket, status: 'closed' }),
  callStatusLetter({
    ...ticket,
    reference: 'C-000045',
    time: '2026-12-01 at 10:00 PST',
    purpose: 'A first conversation',
    status: 'confirmed',
  }),
]

/** Every mail, as HTML and as text. */
export function Mails() {
  return (
    <section className="mt-12 grid gap-8">
      <h2 className="text-[1.75rem]">Mails</h2>
      {letters.map((letter) => (
        <div key={letter.subject} className="grid gap-4 lg:grid-cols-2">
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
