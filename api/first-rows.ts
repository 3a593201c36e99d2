/** What an empty database gets at the first start, and what the person who started it is told. */

import { sql } from 'drizzle-orm'
import type { Config } from '#config'
import type { Database } from '#db/client'
import { admins } from '#db/schema/accounts'
import { settings } from '#db/schema/site'
import { hashPassword } from '#modules/session/passwords'
import { generatePassword } from './generated-password.ts'

interface FirstRowsOptions {
  /** The database is our own engine's, not one that others may use too. */
  embedded: boolean
}

/** Whether an earlier start has seeded, and to the end: what does it need not be loaded then. */
async function hasFirstRows(db: Database): Promise<boolean> {
  const [found] = await db.execute<{ seeded: boolean }>(
    sql`select exists (select from ${settings}) and exists (select from ${admins}) as seeded`,
  )
  return found?.seeded === true
}

/**
 * Seeds what is missing: settings, departments and tokens, the first administrator, the demo
 * investor. Answers lines for the terminal; a generated password is told here and nowhere else.
 */
export async function seedFirstRows(
  db: Database,
  config: Config,
  { embedded }: FirstRowsOptions,
): Promise<string[]> {
  if (await hasFirstRows(db)) return []
  const { seedAdministrator, seedDemoInvestor, seedEssentials } = await import('#db/seed/index')
  const notices: string[] = []
  const isNew = await seedEssentials(db)

  const [administrator] = await db.select({ id: admins.id }).from(admins).limit(1)
  if (!administrator) {
    const password = config.ADMIN_PASSWORD || generatePassword()
    const { ADMIN_USERNAME: username, ADMIN_EMAIL: email } = config
    const made = await seedAdministrator(db, { username, email, passwordHash: await hashPassword(password) })
    if (made) {
      const shown = config.ADMIN_PASSWORD ? '(ADMIN_PASSWORD)' : password
      notices.push(`Administrator   ${username}  ${shown}`)
    }
  }

  const wantsDemo = config.DEMO === '' ? embedded : config.DEMO === 'true'
  if (isNew && wantsDemo) {
    const password = config.DEMO_PASSWORD || generatePassword()
    const email = config.DEMO_EMAIL
    const made = await seedDemoInvestor(db, { email, passwordHash: await hashPassword(password) })
    if (made) {
      notices.push(`Demo investor   ${email}  ${config.DEMO_PASSWORD ? '(DEMO_PASSWORD)' : password}`)
    }
  }

  const generated = notices.some((line) => !line.endsWith(')'))
  return generated ? [...notices, 'Generated passwords are shown this once.'] : notices
}
