/** Commands whose changes are recorded in the audit log. */
import { createLogger } from '#common/log'
import { isSealedByUs, openAudit } from '#modules/audit/service'
import { auditKeys } from '#secrets'
import { StartError } from './progress.ts'
import { readStoreConfig, withStore } from './store.ts'

/**
 * Runs work on the database the server uses, see {@link withStore}; what it records is sealed with the server's key.
 * Throws a {@link StartError} when the audit log is sealed with another one.
 */
export const withAudit = <Result>(work: () => Promise<Result>): Promise<Result> =>
  withStore(async () => {
    const audit = openAudit({ keys: await auditKeys(readStoreConfig()), log: createLogger('silent') })
    try {
      if (!(await isSealedByUs())) {
        throw new StartError('The audit log is sealed with another key. Set AUDIT_KEY as the server has it.')
      }
      return await work()
    } finally {
      await audit.close()
    }
  })
