/** Mails of the server under test, which sends none: they are stored encrypted. */
import type { Sql } from 'postgres'
import { provide } from '#common/process-state'
import { openContent } from '#modules/mail/sealed-content'

/** The key of the server under test. */
export const MAIL_KEY = 'mail-key-of-browser-tests-0123456789-abc'

/** The text of the newest mail of a kind with a reference. */
export async function readMail(sql: Sql, reference: string, kind: string): Promise<string> {
  provide({ mailKeys: [MAIL_KEY] })
  const [row] = await sql<{ body: string; recipient: string }[]>`
    select body, recipient from outbox where reference = ${reference} and kind = ${kind} order by id desc limit 1`
  return (row && openContent(row)?.body) ?? ''
}
