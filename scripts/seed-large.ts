/**
 * `bun run seed:large`: fills the database of `DATABASE_URL`, or the embedded one in `DATA_DIR`, with the rows of a
 * platform after some years, to see and measure how everything grows.
 */
import { parseArgs } from 'node:util'
import { provideServices } from '#common/service-container'
import { openStorage } from '#common/upload-storage'
import { getBucketOptions, readConfig } from '#config'
import { openDatabase } from '#db/client'
import { seedEssentials } from '#db/seed/index'
import { hasLargeSeed, type LargeCounts, largeCounts, largeInvestor, seedLarge } from '#db/seed/large-seed'
import { generatePassword } from '#generate-password'
import { hashPassword } from '#modules/identity/session/passwords'
import { storeSampleEvidence } from '#sample-evidence'
import { getEvidenceKeys } from '#secrets'
import { loadConfig, openMigratedDatabase } from './command-database.ts'
import { createProgressBar } from './progress-bar.ts'
import { CommandError, print, runMain } from './terminal-output.ts'

const usage = `Large test data set for performance measurements

  bun run seed:large [--scale 0.1] [--add]

Adds ${Object.entries(largeCounts)
  .map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`)
  .join(', ')} with two years of prices, multiplied by the scale.
A database that already contains investors is not changed unless --add is given.`

/** All counts times `scale`, at least one of each. */
function scaled(scale: number): LargeCounts {
  const counts = Object.entries(largeCounts).map(([what, count]) => [
    what,
    Math.max(1, Math.round(count * scale)),
  ])
  return Object.fromEntries(counts) as unknown as LargeCounts
}

/** Seals and stores evidence files as the server does. */
async function openEvidence(): Promise<void> {
  const config = loadConfig()
  provideServices({ evidenceKeys: await getEvidenceKeys(config) })
  await openStorage({ dataDir: config.DATA_DIR, bucket: getBucketOptions(config), onFailure: () => {} })
}

async function fill(url: string, { scale, add }: { scale: number; add: boolean }): Promise<void> {
  const { sql, db, close } = openDatabase(url, { max: 1, applicationName: 'lodefield seed:large' })
  try {
    if (await hasLargeSeed(sql)) return print('The data set already exists; nothing was added.')
    const [held] = await sql<{ users: number }[]>`select count(*) as users from users`
    if (held && held.users > 0 && !add) {
      throw new CommandError(
        `The database already contains ${held.users} ${held.users === 1 ? 'investor' : 'investors'}; nothing was added. Use --add to add the data set.`,
      )
    }
    await seedEssentials(db)
    await openEvidence()
    const password = readConfig().DEMO_PASSWORD || generatePassword()
    const bar = createProgressBar()
    const startedAt = performance.now()
    await seedLarge(sql, {
      counts: scaled(scale),
      passwordHash: await hashPassword(password),
      storeEvidence: storeSampleEvidence,
      onProgress: bar.show,
    })
    bar.finish()
    print(`Added and analyzed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
    print(`Sign in as ${largeInvestor} with the password ${password}`)
  } finally {
    await close()
  }
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      scale: { type: 'string', default: '1' },
      add: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const scale = Number(values.scale)
  if (values.help || !(scale > 0 && scale <= 100)) {
    console.log(usage)
    return values.help ? 0 : 1
  }
  const store = await openMigratedDatabase({ create: true })
  try {
    await fill(store.url, { scale, add: values.add })
  } finally {
    await store.stop()
  }
  return 0
})
