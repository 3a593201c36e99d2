/** Emails of the server under test, which sends none: they are stored encrypted. */
import type { Sql } from 'postgres'
import { provideServices } from '#common/service-container'
import { openContent } from '#modules/messaging/email/sealed-content'

/** The key of the server under test. */
export const EMAIL_KEY = 'mail-key-of-browser-tests-0123456789-abc'

/** The text of the latest email of a kind with a reference. */
export async function readEmail(sql: Sql, reference: string, kind: string): Promise<string> {
  provideServices({ mailKeys: [EMAIL_KEY] })
  const [row] = await sql<{ body: string; recipient: string }[]>`
    select body, recipient from outbox where reference = ${reference} and kind = ${kind} order by id desc limit 1`
  return (row && openContent(row)?.body) ?? ''
}
