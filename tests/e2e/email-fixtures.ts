/**
 * The base of the browser tests with email links: a server that sends them to a real SMTP server, which stores them.
 */
import type { Sql } from 'postgres'
import { findServerPort } from '#ports'
import { startMailServer } from '#testing/mail-server'
import { openDatabase } from './database.ts'
import { test as base, expect } from './fixtures.ts'
import { startOwnServer } from './separate-server.ts'

interface Mailing {
  origin: string
  port: string
  /** The page and the token of the link in the latest email to an address with this subject, once it has arrived. */
  linkFor: (email: string, subject: RegExp) => Promise<string>
}

export const test = base.extend<object, { mailing: Mailing; sql: Sql }>({
  mailing: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const smtp = await startMailServer()
      const port = String(await findServerPort())
      const server = await startOwnServer(port, {
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Lodefield <support@lodefield.example>',
      })
      const find = (email: string, subject: RegExp) => {
        const mail = smtp.to(email.toLowerCase()).findLast((each) => subject.test(each.subject))
        return /https?:\S+(\/access\/\S+#token=\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
      }
      await use({
        origin: server.origin,
        port,
        linkFor: async (email, subject) => {
          await expect
            .poll(() => find(email, subject), { message: `a mail to ${email}: ${subject}`, timeout: 30_000 })
            .not.toBe('')
          return find(email, subject)
        },
      })
      await server.stop()
      await smtp.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ mailing }, use) => use(mailing.origin),
  sql: [
    async ({ mailing }, use) => {
      const sql = openDatabase(mailing.port)
      await use(sql)
      await sql.end()
    },
    { scope: 'worker' },
  ],
})
