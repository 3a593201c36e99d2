/** Warnings about the server's configuration at start: settings that work, and are weaker than they should be. */

import { sql } from 'drizzle-orm'
import type { Logger } from '#common/logger'
import type { Config } from '#config'
import { database } from '#db/connection'
import { findExcessivePrivileges } from '#db/role-grants'
import { canContinueChain } from '#modules/holdings/proof/take-snapshot'
import { hasKnownSeal, sealEarlierEntries } from '#modules/platform/audit/audit-log'

const ROLE_WARNINGS = {
  superuser:
    'The server connects as a PostgreSQL superuser. Set DATABASE_URL to a dedicated role and DATABASE_OWNER_URL to the table owner. Until then, its password gives access to everything, including the audit log.',
  owner:
    'The server connects as the table owner. Set DATABASE_OWNER_URL to this role and DATABASE_URL to a dedicated role. Until then, its password allows the audit log to be rewritten, except for the seals.',
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
    'Another server uses this database, but each server stores uploads in its own data folder, so files received by one are missing on the others. Set S3_BUCKET and the other S3 variables, or use a shared folder.',
  )
}

/** Logs a warning for each weakness, naming the variable. The database is migrated and connected. */
export async function warnAboutConfiguration(config: Config, log: Logger): Promise<void> {
  const weakness = await findExcessivePrivileges(database())
  if (weakness) log.warn({ role: weakness }, ROLE_WARNINGS[weakness])
  if (config.PUBLIC_ORIGIN.startsWith('https:') && config.TRUST_PROXY.rules.length === 0) {
    log.warn(
      'PUBLIC_ORIGIN is https, which implies a proxy, but TRUST_PROXY is not set. All visitors are treated as one for rate limits and in records.',
    )
  }
  const [clock] = await database().execute<{ now: string }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now`,
  )
  const ahead = Math.round((Date.now() - Number(clock?.now)) / 1000)
  if (Math.abs(ahead) > CLOCK_TOLERANCE) {
    log.warn(
      { clock_ahead_seconds: ahead },
      `The clock of this server is ${Math.abs(ahead)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} the clock of the database. Servers with different clocks reject each other's tokens. Synchronize the clocks using NTP.`,
    )
  }
  if (!(await hasKnownSeal())) {
    log.error(
      'The latest audit log entry is not sealed with AUDIT_KEY. Use the same value on every server and keep replaced keys after the new one. Otherwise the entry may have been added externally: run npm run audit:verify.',
    )
  }
  if (!(await canContinueChain())) {
    log.error(
      'The latest proof snapshot is not signed with a key in PROOF_KEY. Use the same value on every server and keep replaced keys after the new one. Until then, no snapshots are taken.',
    )
  }
  await sealEarlierEntries()
}
