/** Warnings about the server's configuration at start: settings that work, and are weaker than they should be. */

import { sql } from 'drizzle-orm'
import type { Logger } from '#common/log'
import type { Config } from '#config'
import { database } from '#db/connection'
import { findRoleWeakness } from '#db/grants'
import { isSealedByUs, sealEarlierEntries } from '#modules/audit/service'
import { continuesChain } from '#modules/proof/take-snapshot'

const ROLE_WARNINGS = {
  superuser:
    'The server connects as a superuser of PostgreSQL: set DATABASE_URL to a role of its own and DATABASE_OWNER_URL to the role that owns the tables. Until then its password opens everything, the audit log included.',
  owner:
    'The server connects as the role that owns the tables: set DATABASE_OWNER_URL to it and DATABASE_URL to a role of its own. Until then its password can rewrite the audit log, except for the seals.',
}

/** Seconds by which the clocks of servers may differ: tokens are accepted within a minute. */
const CLOCK_TOLERANCE = 30

/**
 * Logs a warning when another server uses the database and uploads go to the data folder: each would have the files
 * that it received, and no others. Before this one listens to the database itself.
 */
export async function warnOfOtherServers(config: Config, log: Logger): Promise<void> {
  if (config.S3_BUCKET) return
  const [other] = await database().execute<{ servers: number }>(
    sql`select count(*)::int as servers from pg_stat_activity
      where datname = current_database() and application_name = 'lodefield notices'`,
  )
  if (!other?.servers) return
  log.warn(
    { other_servers: other.servers },
    'Another server uses this database, and uploads are stored in the data folder of each: files that one receives are missing on the others. Set S3_BUCKET and the other S3 variables, or let them share one folder.',
  )
}

/** Logs a warning for each weakness, naming the variable. The database is migrated and connected. */
export async function checkStart(config: Config, log: Logger): Promise<void> {
  const weakness = await findRoleWeakness(database())
  if (weakness) log.warn({ role: weakness }, ROLE_WARNINGS[weakness])
  if (config.PUBLIC_ORIGIN.startsWith('https:') && config.TRUST_PROXY.rules.length === 0) {
    log.warn(
      'PUBLIC_ORIGIN is https, so a proxy stands before this server, and TRUST_PROXY names none: all visitors count as one, for limits and in records.',
    )
  }
  const [clock] = await database().execute<{ now: string }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now`,
  )
  const ahead = Math.round((Date.now() - Number(clock?.now)) / 1000)
  if (Math.abs(ahead) > CLOCK_TOLERANCE) {
    log.warn(
      { clock_ahead_seconds: ahead },
      `The clock of this server is ${Math.abs(ahead)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of the database: servers with different clocks refuse the tokens of each other. Synchronize the clocks by NTP.`,
    )
  }
  if (!(await isSealedByUs())) {
    log.error(
      'The newest entry of the audit log is not sealed by the key of AUDIT_KEY: set it to the same value on every server, and keep a replaced key behind the new one. Or the entry was added by somebody else: see npm run audit:verify.',
    )
  }
  if (!(await continuesChain())) {
    log.error(
      'The newest snapshot of the proof is not signed by a key of PROOF_KEY: set it to the same value on every server, and keep a replaced key behind the new one. Until then no snapshot is made.',
    )
  }
  await sealEarlierEntries()
}
