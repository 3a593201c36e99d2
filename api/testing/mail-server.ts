/** A mail server for tests that keeps what arrives. */
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedEmail {
  to: string[]
  subject: string
  /** As sent, including headers. */
  source: string
  /** The plain text part, decoded. */
  text: string
  /** The HTML part, decoded. */
  html: string
}

/** RFC 2045 section 6.7. */
const decodeQuoted = (content: string): string =>
  Buffer.from(
    content
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function partOf(source: string, type: string): string {
  const start = source.search(new RegExp(`^content-type: ${type}`, 'im'))
  if (start === -1) return ''
  const part = source.slice(start).replaceAll('\r\n', '\n')
  const [headers = '', ...rest] = part.split('\n\n')
  const boundary = /^--[-_=\w]+$/m
  const content = rest.join('\n\n').split(boundary)[0] ?? ''
  if (/quoted-printable/i.test(headers)) return decodeQuoted(content)
  return /base64/i.test(headers) ? Buffer.from(content, 'base64').toString('utf8') : content
}

interface MailServerOptions {
  /** Rejects recipients for which it returns an SMTP status, immediately or later. */
  refuse?: (recipient: string) => number | undefined | Promise<number | undefined>
  /** A key and a certificate, as PEM: connections are encrypted from the start, or when the client requests it. */
  tls?: { key: string; cert: string; fromTheStart: boolean }
}

/** Starts it on a free port. */
export async function startMailServer({ refuse = () => undefined, tls }: MailServerOptions = {}) {
  const mails: ReceivedEmail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...(tls && { key: tls.key, cert: tls.cert, secure: tls.fromTheStart }),
    async onRcptTo({ address }, _session, done) {
      const responseCode = await refuse(address)
      done(responseCode ? Object.assign(new Error('Not taken'), { responseCode }) : null)
    },
    async onData(stream, { envelope }, done) {
      const source = await text(stream)
      mails.push({
        to: envelope.rcptTo.map(({ address }) => address),
        subject: /^subject: (.*)$/im.exec(source)?.[1]?.trim() ?? '',
        source,
        text: partOf(source, 'text/plain'),
        html: partOf(source, 'text/html'),
      })
      done()
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening))
  // Missing from the package's types.
  const { server } = smtp as unknown as { server: { address: () => { port: number } } }
  const { port } = server.address()
  return {
    url: `${tls?.fromTheStart ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    /** The emails to one address, oldest first. */
    to: (address: string) => mails.filter(({ to }) => to.includes(address)),
    stop: () => new Promise<void>((closed) => smtp.close(closed)),
  }
}

/** The token in an email's link. */
export const getTokenFromEmail = ({ text: content }: Pick<ReceivedEmail, 'text'>): string =>
  /#token=(\S+)/.exec(content)?.[1] ?? ''
