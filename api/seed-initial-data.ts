/** The first rows of an empty database, and the lines printed for the person who started it. */
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Logger } from '#common/logger'
import { type Config, isAdminFactorRequired } from '#config'
import { type Database, openDatabase } from '#db/client'
import { OperatorError } from '#db/operator-error'
import { admins } from '#db/schema/identity/accounts'
import { firstStartSteps, settings } from '#db/schema/platform/settings'
import { findSeriesFault, loadPrebuiltSeries } from '#modules/catalog/series/prebuilt-series'
import { isBlockedPassword } from '#modules/identity/session/common-passwords'
import { hashPassword } from '#modules/identity/session/passwords'
import type { BuiltSeries, SeriesFile } from '#shared/calculations/series-content'
import { storeSeriesFile } from './demo-series-files.ts'
import { generatePassword } from './generate-password.ts'
import { INITIAL_PASSWORDS_FILE, readFirstPasswords, storeInitialPassword } from './initial-passwords.ts'
import { storeSampleEvidence } from './sample-evidence.ts'

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
    sql`select exists (select from ${settings}) and exists (select from ${admins})
      and not exists (select from ${firstStartSteps} where done_at is null) as seeded`,
  )
  return found?.seeded === true
}

/**
 * The series of the demonstration, checked before anything is written. Throws an {@link OperatorError} for a build whose
 * series could not be added.
 */
async function readDemoSeries({ serverFolder, log }: Pick<FirstRowsOptions, 'serverFolder' | 'log'>) {
  const built = await loadPrebuiltSeries(serverFolder)
  if (built.length === 0) log.info('the demonstration has no series: the site is not built')
  const fault = await findSeriesFault(serverFolder, built)
  if (fault) {
    throw new OperatorError(
      `The built series cannot be added: ${fault} Correct content/tokens and run npm run build, or start with DEMO=false.`,
    )
  }
  return built
}

interface DemoAccount {
  email: string
  passwordHash: string
  /** Runs before the investor is visible to others. */
  beforeCommit: () => Promise<void>
}

/**
 * Adds the demonstration, whole or not at all: series, holders and the investor. Returns whether it did: not where
 * another start was faster. Connected as a role that does not own the tables, it has no series.
 */
async function seedDemo(
  { beforeCommit, ...account }: DemoAccount,
  built: readonly BuiltSeries[],
  { ownerUrl, serverFolder, log }: Pick<FirstRowsOptions, 'ownerUrl' | 'serverFolder' | 'log'>,
): Promise<boolean> {
  const { completeStep, canWriteRegister, seedDemoInvestor } = await import('#db/seed/index')
  const { db, close } = openDatabase(ownerUrl, { max: 1, applicationName: 'lodefield demonstration' })
  try {
    const isOwner = await canWriteRegister(db)
    if (!isOwner)
      log.info('the demonstration has no series: only the owner of the tables can add its register')
    const storeFile = (file: SeriesFile) => storeSeriesFile(serverFolder, file)
    const made = await completeStep(db, 'demo', async (tx) => {
      const series = isOwner ? built : []
      const storeEvidence = storeSampleEvidence
      const id = await seedDemoInvestor(tx, { ...account, series, storeFile, storeEvidence })
      if (id !== undefined) await beforeCommit()
      return id
    })
    return made !== undefined
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
  if (given && (await isBlockedPassword(given))) {
    throw new OperatorError(
      `${variable} must be less common: this password is on, or resembles one on, lists of common or leaked passwords`,
    )
  }
  return given || generatePassword()
}

export interface FirstRows {
  /** Lines to print. */
  notices: string[]
  /** The file of passwords holds nothing that the lines do not show. */
  areShown: boolean
}

/**
 * Seeds what is missing: settings, departments and tokens, the first administrator, the demonstration. A start that was
 * interrupted in between is completed. A generated password is in the lines to print on a terminal only, and always in
 * a file in the data folder, which they name.
 */
export async function seedInitialData(
  db: Database,
  config: Config,
  { embedded, isTerminal, ...demo }: FirstRowsOptions,
): Promise<FirstRows> {
  if (await hasFirstRows(db)) return { notices: [], areShown: false }
  // Before anything is stored: a start that is refused leaves the database as it was.
  const adminPassword = await choosePassword(config, 'ADMIN_PASSWORD')
  const demoPassword = await choosePassword(config, 'DEMO_PASSWORD')
  const wantsDemo = config.DEMO === '' ? embedded : config.DEMO === 'true'
  const built = wantsDemo ? await readDemoSeries(demo) : []
  const { completeStep, isOpen, seedAdministrator, seedEssentials } = await import('#db/seed/index')
  const notices: string[] = []
  const generated: string[] = []
  /** What is done before an account is committed: its password is kept, and a line is printed later. */
  const keeping =
    (account: string, name: string, variable: 'ADMIN_PASSWORD' | 'DEMO_PASSWORD', password: string) =>
    async () => {
      const isGiven = config[variable] !== ''
      if (!isGiven) {
        generated.push(account)
        await storeInitialPassword(config.DATA_DIR, `${account}  ${name}`, password)
      }
      const shown = isGiven ? `(${variable})` : isTerminal ? password : `(in ${INITIAL_PASSWORDS_FILE})`
      notices.push(`${account}   ${name}  ${shown}`)
    }
  await seedEssentials(db, { demo: wantsDemo })

  const [administrator] = await db.select({ id: admins.id }).from(admins).limit(1)
  if (!administrator) {
    const { ADMIN_USERNAME: username, ADMIN_EMAIL: email } = config
    const passwordHash = await hashPassword(adminPassword)
    const keep = keeping('Administrator', username, 'ADMIN_PASSWORD', adminPassword)
    await seedAdministrator(db, { username, email, passwordHash }, keep)
  }

  if (await isOpen(db, 'demo')) {
    const email = config.DEMO_EMAIL
    const passwordHash = await hashPassword(demoPassword)
    const beforeCommit = keeping('Demo investor', email, 'DEMO_PASSWORD', demoPassword)
    if (wantsDemo) await seedDemo({ email, passwordHash, beforeCommit }, built, demo)
    // Begun by an earlier start, and not wanted by this one.
    else await completeStep(db, 'demo', async () => {})
  }

  if (config.SMTP_URL === '') {
    notices.push('Email           not configured: set SMTP_URL; npm run mail lists pending emails')
  }
  notices.push(
    isAdminFactorRequired(config)
      ? 'Two-step        required for administrators at first sign-in (set ADMIN_SECOND_FACTOR=optional to change this)'
      : 'Two-step        not required for administrators (set ADMIN_SECOND_FACTOR=required to require it)',
  )
  // Others are of a start that was interrupted before it showed them.
  const stored = await readFirstPasswords(config.DATA_DIR)
  const areShown = isTerminal && generated.length > 0 && stored.length === generated.length
  if (areShown) notices.push('Generated passwords are shown only once.')
  else if (stored.length > 0)
    notices.push(
      `Generated passwords are in ${resolve(config.DATA_DIR, INITIAL_PASSWORDS_FILE)}. Delete this file once they have been changed.`,
    )
  return { notices, areShown }
}
