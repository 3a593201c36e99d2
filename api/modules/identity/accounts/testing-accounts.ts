/** Accounts whose emails arrive at a mail server, for tests of emailed links. */
import { expect } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { hashPassword } from '#modules/identity/session/passwords'
import { getTokenFromEmail, startMailServer } from '#testing/mail-server'
import { startTestApp, type TestApp } from '#testing/test-app'

/** The password of every account that is opened. */
export const PASSWORD = 'Quartz-vein-42!'

/** Starts the API and a mail server. Call `close` after the tests. */
export async function startAccounts() {
  const mail = await startMailServer()
  const app = await startTestApp({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Lodefield <desk@lodefield.example>',
    PUBLIC_ORIGIN: 'https://lodefield.example',
  })
  const hash = await hashPassword(PASSWORD)
  let made = 0
  const newEmail = (): string => {
    made += 1
    return `person-${made}@mailbox.example`
  }
  return {
    app,
    mail,
    /** Of `PASSWORD`. */
    hash,
    newEmail,
    /** The token of the newest email with this subject, once it has arrived. */
    async linkTo(email: string, subject: RegExp): Promise<string> {
      const find = () => mail.to(email).findLast((letter) => subject.test(letter.subject))
      await expect.poll(() => find()?.subject, { timeout: 5_000 }).toMatch(subject)
      return getTokenFromEmail(find() ?? { text: '' })
    },
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      app.call('POST', path, { body, headers }),
    /** An investor with a password and an open session, and headers with a CSRF token. */
    async openAccount(overrides: Parameters<TestApp['signIn']>[0] = {}) {
      const signedIn = await app.signIn({ email: newEmail(), password_hash: hash, ...overrides })
      const csrf = createCsrfToken(signedIn.session.id, app.config.TOKEN_SECRET)
      return {
        ...signedIn,
        email: signedIn.user.email,
        headers: { ...signedIn.headers, 'x-csrf-token': csrf },
      }
    },
    async close(): Promise<void> {
      await app.close()
      await mail.stop()
    },
  }
}
