/**
 * Renders an email as text and as HTML from one description. It loads no pictures, fonts or style sheets, so opening it
 * tells no one, and text from other people stays plain text.
 */

/** The contents of an email. */
export interface EmailContent {
  subject: string
  /** The name in the greeting; without one it is just 'Hello'. */
  name: string
  paragraphs: string[]
  /** The page to open, as a button. */
  action?: { label: string; url: string }
  /** After the button: further information. */
  notes?: string[]
  /** The reader's own text, quoted. */
  quote?: string
  /** The reference number known to the reader. */
  reference?: string
  /** Events, each with its page, after the paragraphs. */
  entries?: { title: string; message: string; url: string }[]
  /** URLs for choosing email preferences and for unsubscribing from this kind of email. */
  choice?: { settings: string; unsubscribe?: string }
}

/**
 * Added to emails with a text written by an administrator, so that no message can pass off another account as ours.
 * Changing the payment account itself takes two administrators.
 */
export const PAYMENT_ACCOUNT_NOTE =
  'We never send payment account details by email or message. They are shown only on the page of your subscription, once you have signed in.'

/** The signature of an email and its reply address, which is empty if no one reads replies. */
export interface Signature {
  siteName: string
  answersTo: string
}

/** Says where email replies go: they are read by people, not by the system that sent the email. */
const answersNote = (answersTo: string): string =>
  answersTo
    ? `Replies to this email go to ${answersTo}.`
    : 'Replies to this email are not read. Contact us through the website instead.'

const endOf = ({ siteName, answersTo }: Signature, reference: string | undefined): string[] => [
  siteName,
  ...(reference ? [`Reference ${reference}`] : []),
  answersNote(answersTo),
]

/** Anything mail programs turn into a link: no one is greeted by an address that someone else entered as a name. */
const LINK = /\/\/|\S\.\p{L}{2}/u

const greeting = ({ name }: EmailContent): string => (name && !LINK.test(name) ? `Hello ${name},` : 'Hello,')

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

/** The email as plain text. */
export function renderEmailText(letter: EmailContent, signature: Signature): string {
  const { paragraphs, entries = [], action, notes = [], quote, reference, choice } = letter
  return [
    greeting(letter),
    ...paragraphs,
    ...entries.map(({ title, message, url }) => `${title}\n${message}\n${url}`),
    ...(action ? [`${action.label.replace(/\?$/, '')}:\n${action.url}`] : []),
    ...notes,
    ...(quote === undefined ? [] : [`You wrote:\n${quoted(quote)}`]),
    endOf(signature, reference).join('\n'),
    ...(choice
      ? [
          choicesOf(choice)
            .map(({ label, url }) => `${label}: ${url}`)
            .join('\n'),
        ]
      : []),
  ].join('\n\n')
}

const choicesOf = ({ settings, unsubscribe }: NonNullable<EmailContent['choice']>) => [
  { label: 'Email preferences', url: settings },
  ...(unsubscribe ? [{ label: 'Unsubscribe', url: unsubscribe }] : []),
]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const styles = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 12px; background: #f3f1ec; color: #1d2327; font: 16px/1.55 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
.sheet { max-width: 560px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid #dcd8ce; overflow-wrap: anywhere; }
.brand { margin: 0 0 24px; padding-bottom: 16px; border-bottom: 1px solid #dcd8ce; font-family: Georgia, "Times New Roman", serif; font-size: 20px; }
h1 { margin: 0 0 16px; font: 400 24px/1.25 Georgia, "Times New Roman", serif; }
p { margin: 0 0 16px; }
.button { display: inline-block; padding: 12px 22px; background: #1d3a44; color: #ffffff; text-decoration: none; font-weight: 600; }
.small, .address { color: #5a636a; font-size: 14px; }
blockquote { margin: 0 0 16px; padding-left: 14px; border-left: 3px solid #dcd8ce; color: #5a636a; }
.entry { color: inherit; font-weight: 600; }
.choice { color: inherit; }
.end { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid #dcd8ce; color: #5a636a; font-size: 14px; }
@media (prefers-color-scheme: dark) {
  body { background: #14191c; color: #e7e5df; }
  .sheet { background: #1c2327; border-color: #343d42; }
  .brand, .end { border-color: #343d42; }
  blockquote { border-color: #343d42; }
  .small, .address, blockquote, .end { color: #a9b1b5; }
  .button { background: #cfe0e4; color: #14252b; }
}`

/** The email as a complete HTML document. The site's name is its header and signature. */
export function renderEmailHtml(letter: EmailContent, signature: Signature): string {
  const { siteName } = signature
  const { subject, paragraphs, entries = [], action, notes = [], quote, reference, choice } = letter
  const content = [
    `<p>${escapeHtml(greeting(letter))}</p>`,
    ...paragraphs.map((text) => `<p>${lines(text)}</p>`),
    ...entries.map(
      ({ title, message, url }) =>
        `<p><a class="entry" href="${escapeHtml(url)}">${escapeHtml(title)}</a><br>${lines(message)}</p>`,
    ),
    ...(action
      ? [
          `<p><a class="button" href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`,
          `<p class="address">Or copy this link into your browser:<br>${escapeHtml(action.url)}</p>`,
        ]
      : []),
    ...notes.map((text) => `<p class="small">${lines(text)}</p>`),
    ...(quote === undefined ? [] : [`<p>You wrote:</p><blockquote>${lines(quote)}</blockquote>`]),
  ]
  const end = endOf(signature, reference).map(escapeHtml).join('<br>')
  const choices = choice
    ? `<p class="small">${choicesOf(choice)
        .map(({ label, url }) => `<a class="choice" href="${escapeHtml(url)}">${escapeHtml(label)}</a>`)
        .join(' · ')}</p>`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}
</style>
</head>
<body>
<div class="sheet">
<p class="brand">${escapeHtml(siteName)}</p>
<h1>${escapeHtml(subject)}</h1>
${content.join('\n')}
<p class="end">${end}</p>
${choices}
</div>
</body>
</html>
`
}
