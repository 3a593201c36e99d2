/** The first rows of an empty database, and the lines printed for the person who started it. */
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Config } from '#config'
import type { Database } from '#db/client'
import { admins } from '#db/schema/accounts'
import { settings } from '#db/schema/site'
import { hashPassword } from '#modules/session/passwords'
import { FIRST_PASSWORDS, storeFirstPassword } from './first-passwords.ts'
import { generatePassword } from './generated-password.ts'

interface FirstRowsOptions {
  /** The database is our own engine's, not one that others may use too. */
  embedded: boolean
  /** A terminal is read by a person; other outputs are stored, and passwords must not be. */
  isTerminal: boolean
}

/** Whether an earlier start has seeded completely: then the seeding code need not be loaded. */
async function hasFirstRows(db: Database): Promise<boolean> {
  const [found] = await db.execute<{ seeded: boolean }>(
    sql`select exists (select from ${settings}) and exists (select from ${admins}) as seeded`,
  )
  return found?.seeded === true
}

/**
 * Seeds what is missing: settings, departments and tokens, the first administrator, the demo investor. Returns lines
 * to print. A generated password is in them on a terminal only; otherwise it is written to a file in the data folder,
 * which they name.
 */
export async function seedFirstRows(
  db: Database,
  config: Config,
  { embedded, isTerminal }: FirstRowsOptions,
): Promise<string[]> {
  if (await hasFirstRows(db)) return []
  const { seedAdministrator, seedDemoInvestor, seedEssentials } = await import('#db/seed/index')
  const notices: string[] = []
  let isGenerated = false
  const tell = async (
    account: string,
    name: string,
    variable: 'ADMIN_PASSWORD' | 'DEMO_PASSWORD',
    password: string,
  ) => {
    const given = config[variable] !== ''
    isGenerated ||= !given
    if (!given && !isTerminal) await storeFirstPassword(config.DATA_DIR, `${account}  ${name}  ${password}`)
    const shown = given ? `(${variable})` : isTerminal ? password : `(in ${FIRST_PASSWORDS})`
    notices.push(`${account}   ${name}  ${shown}`)
  }
  const isNew = await seedEssentials(db)

  const [administrator] = await db.select({ id: admins.id }).from(admins).limit(1)
  if (!administrator) {
    const password = config.ADMIN_PASSWORD || generatePassword()
    const { ADMIN_USERNAME: username, ADMIN_EMAIL: email } = config
    const made = await seedAdministrator(db, { username, email, passwordHash: await hashPassword(password) })
    if (made) await tell('Administrator', username, 'ADMIN_PASSWORD', password)
  }

  const wantsDemo = config.DEMO === '' ? embedded : config.DEMO === 'true'
  if (isNew && wantsDemo) {
    const password = config.DEMO_PASSWORD || generatePassword()
    const email = config.DEMO_EMAIL
    const made = await seedDemoInvestor(db, { email, passwordHash: await hashPassword(password) })
    if (made) await tell('Demo investor', email, 'DEMO_PASSWORD', password)
  }

  if (!isGenerated) return notices
  return [
    ...notices,
    isTerminal
      ? 'Generated passwords are shown this once.'
      : `Generated passwords are in ${resolve(config.DATA_DIR, FIRST_PASSWORDS)}: delete it once they are changed.`,
  ]
}
