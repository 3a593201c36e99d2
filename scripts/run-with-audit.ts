/** Commands whose changes are recorded in the audit log. */
import { createLogger } from '#common/logger'
import { hasKnownSeal, startAuditLog } from '#modules/platform/audit/audit-log'
import { getAuditKeys } from '#secrets'
import { loadConfig, withDatabase } from './command-database.ts'
import { CommandError } from './terminal-output.ts'

/**
 * Runs work on the database the server uses, see {@link withDatabase}; what it records is sealed with the server's key.
 * Throws a {@link CommandError} when the audit log is sealed with another one.
 */
export const runWithAudit = <Result>(work: () => Promise<Result>): Promise<Result> =>
  withDatabase(async () => {
    const audit = startAuditLog({ keys: await getAuditKeys(loadConfig()), log: createLogger('silent') })
    try {
      if (!(await hasKnownSeal())) {
        throw new CommandError(
          'The audit log is sealed with a different key. Set AUDIT_KEY to the value used by the server.',
        )
      }
      return await work()
    } finally {
      await audit.close()
    }
  })
