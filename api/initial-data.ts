/** The first rows of an empty database, and the lines printed for the person who started it. */
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Logger } from '#common/log'
import { type Config, isAdminFactorRequired } from '#config'
import { type Database, openDatabase } from '#db/client'
import { OperatorError } from '#db/operator-error'
import { admins } from '#db/schema/accounts'
import { settings } from '#db/schema/site'
import { readBuiltSeries } from '#modules/series/built-series'
import { hashPassword } from '#modules/session/passwords'
import { isRefused } from '#modules/session/refused-passwords'
import type { SeriesFile } from '#shared/asset/series-content'
import { storeSampleEvidence } from './demo-evidence.ts'
import { storeSeriesFile } from './demo-series.ts'
import { FIRST_PASSWORDS, storeFirstPassword } from './first-passwords.ts'
import { generatePassword } from './generated-password.ts'

interface FirstRowsOptions {
  /** The database is our own engine's, not one that others may use too. */
  embedded: boolean
  /** A terminal is read by a person; other outputs are stored, and passwords must not be. */
  isTerminal: boolean
  /** For the role that owns the tables: it adds the register of the demonstration, of earlier days. */
  ownerUrl: string
  /** Folder of the files that only the server reads. */
  serverFolder: string
  log: Logger
}

/** Whether an earlier start has seeded completely: then the seeding code need not be loaded. */
async function hasFirstRows(db: Database): Promise<boolean> {
  const [found] = await db.execute<{ seeded: boolean }>(
    sql`select exists (select from ${settings}) and exists (select from ${admins}) as seeded`,
  )
  return found?.seeded === true
}

/**
 * Seeds the demonstration: series, holders and the investor, whose id it returns. Without a build, or connected as a
 * role that does not own the tables, it has no series.
 */
async function seedDemo(
  account: { email: string; passwordHash: string },
  { ownerUrl, serverFolder, log }: Pick<FirstRowsOptions, 'ownerUrl' | 'serverFolder' | 'log'>,
): Promise<number | undefined> {
  const { ownsRegister, seedDemoInvestor } = await import('#db/seed/index')
  const built = await readBuiltSeries(serverFolder)
  if (built.length === 0) log.info('the demonstration has no series: the site is not built')
  const { db, close } = openDatabase(ownerUrl, { max: 1, applicationName: 'lodefield demonstration' })
  try {
    const isOwner = await ownsRegister(db)
    if (!isOwner)
      log.info('the demonstration has no series: only the owner of the tables can add its register')
    const series = isOwner ? built : []
    const storeFile = (file: SeriesFile) => storeSeriesFile(serverFolder, file)
    return await seedDemoInvestor(db, {
      ...account,
      series,
      storeFile,
      storeEvidence: storeSampleEvidence,
    })
  } finally {
    await close()
  }
}

/**
 * The configured password of a first account, or a generated one. Throws an {@link OperatorError} for one that no
 * account could choose: common or leaked.
 */
async function choosePassword(config: Config, variable: 'ADMIN_PASSWORD' | 'DEMO_PASSWORD'): Promise<string> {
  const given = config[variable]
  if (given && (await isRefused(given))) {
    throw new OperatorError(
      `${variable} must be less common: this one, or one much like it, is on the lists that attackers try first`,
    )
  }
  return given || generatePassword()
}

/**
 * Seeds what is missing: settings, departments and tokens, the first administrator, the demo investor. Returns lines
 * to print. A generated password is in them on a terminal only; otherwise it is written to a file in the data folder,
 * which they name.
 */
export async function seedFirstRows(
  db: Database,
  config: Config,
  { embedded, isTerminal, ...demo }: FirstRowsOptions,
): Promise<string[]> {
  if (await hasFirstRows(db)) return []
  // Before anything is stored: a start that is refused leaves the database as it was.
  const adminPassword = await choosePassword(config, 'ADMIN_PASSWORD')
  const demoPassword = await choosePassword(config, 'DEMO_PASSWORD')
  const { seedAdministrator, seedEssentials } = await import('#db/seed/index')
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
    const { ADMIN_USERNAME: username, ADMIN_EMAIL: email } = config
    const made = await seedAdministrator(db, {
      username,
      email,
      passwordHash: await hashPassword(adminPassword),
    })
    if (made) await tell('Administrator', username, 'ADMIN_PASSWORD', adminPassword)
  }

  const wantsDemo = config.DEMO === '' ? embedded : config.DEMO === 'true'
  if (isNew && wantsDemo) {
    const email = config.DEMO_EMAIL
    const made = await seedDemo({ email, passwordHash: await hashPassword(demoPassword) }, demo)
    if (made) await tell('Demo investor', email, 'DEMO_PASSWORD', demoPassword)
  }

  if (config.SMTP_URL === '') {
    notices.push('Mail            waits: npm run mail lists and shows it, until SMTP_URL names a mail server')
  }
  notices.push(
    isAdminFactorRequired(config)
      ? 'Second factor   needed by administrators: they set one up at the first sign-in (ADMIN_SECOND_FACTOR=optional to change that)'
      : 'Second factor   not needed by administrators: ADMIN_SECOND_FACTOR=required asks for one',
  )
  if (!isGenerated) return notices
  return [
    ...notices,
    isTerminal
      ? 'Generated passwords are shown this once.'
      : `Generated passwords are in ${resolve(config.DATA_DIR, FIRST_PASSWORDS)}: delete it once they are changed.`,
  ]
}
