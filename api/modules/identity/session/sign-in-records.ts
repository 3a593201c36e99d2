/**
 * Records of sign-in attempts: account, time, IP address. Written after the response, so that looking up the location
 * delays no request; records that cannot be written are logged, never lost silently. A new device is reported by email
 * in the same transaction.
 */

import type { AccountRealm } from '#common/access-token'
import type { Logger } from '#common/logger'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { isDeletedAccountError, isUnavailable } from '#db/errors'
import { loginRecords } from '#db/schema/identity/accounts'
import { sendNewDeviceAlerts } from '#modules/identity/accounts/new-device-alert'
import type { FactorMethod } from '#shared/enums/factors'
import { type Client, USER_AGENT_MAX } from './session-store.ts'

export type FailureReason =
  | 'unknown_account'
  | 'wrong_password'
  | 'wrong_code'
  | 'wrong_passkey'
  | 'account_disabled'
  | 'locked'
  | 'too_many_attempts'
  | 'unavailable'

/** The recorded reason of an undecided sign-in. */
export const toFailureReason = (error: unknown): FailureReason => {
  if (!(error instanceof Problem)) return 'unavailable'
  if (error.code === 'locked') return 'locked'
  return error.code === 'rate_limited' ? 'too_many_attempts' : 'unavailable'
}

export interface SignInAttempt extends Client {
  role: AccountRealm
  /** As typed. */
  name: string
  /** Undefined if no account has the name. */
  accountId: number | undefined
  /** Undefined for a success. */
  failure: FailureReason | undefined
  /** What was used in addition to or instead of the password. */
  factor?: FactorMethod
}

type Row = typeof loginRecords.$inferInsert

interface Waiting {
  attempt: SignInAttempt
  at: Date
}

/** Maximum number of queued records. More accumulate only while the database cannot be reached. */
const WAITING_MAX = 5_000
const BATCH = 50
const TRIES = 4
const RETRY_MS = 500

async function toRow(
  { role, name, accountId, failure, factor, address, userAgent }: SignInAttempt,
  at: Date,
  log: Logger,
): Promise<Row> {
  // Loaded with the first record, which no request waits for.
  const [{ parseUserAgent }, { findGeoLocation }] = await Promise.all([
    import('./user-agent.ts'),
    import('./ip-location.ts'),
  ])
  const agent = userAgent.slice(0, USER_AGENT_MAX)
  let place: ReturnType<typeof findGeoLocation>
  try {
    place = findGeoLocation(address)
  } catch (err) {
    log.error({ err }, 'the place of a sign-in could not be looked up')
  }
  return {
    role,
    user_id: role === 'investor' ? accountId : undefined,
    admin_id: role === 'admin' ? accountId : undefined,
    email: name.slice(0, 254),
    success: failure === undefined,
    failure_reason: failure ?? '',
    factor: failure === undefined ? factor : '',
    ip_address: address,
    user_agent: agent,
    login_time: at,
    ...parseUserAgent(agent),
    ...place,
  }
}

/** Creates the recorder of one instance. */
export function createSignInRecorder(log: Logger) {
  const waiting: Waiting[] = []
  let writing: Promise<void> | undefined

  const logLost = ({ role, accountId, failure, address }: SignInAttempt, err?: unknown) =>
    log.error({ role, account_id: accountId, failure, address, err }, 'a sign-in record could not be stored')

  const insert = async (batch: Waiting[]) => {
    const rows = await Promise.all(batch.map(({ attempt, at }) => toRow(attempt, at, log)))
    await inTransaction(async () =>
      sendNewDeviceAlerts(await database().insert(loginRecords).values(rows).returning()),
    )
  }

  async function store(batch: Waiting[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await insert(batch)
        return
      } catch (error) {
        if (!isUnavailable(error)) return storeOneByOne(batch)
        if (tries === TRIES) {
          for (const { attempt } of batch) logLost(attempt, error)
          return
        }
        await Bun.sleep(RETRY_MS)
      }
    }
  }

  /**
   * Stores the other rows if one is rejected. A row of an account deleted in the meantime is omitted: its email and IP
   * address were erased with the account.
   */
  async function storeOneByOne(batch: Waiting[]): Promise<void> {
    for (const entry of batch) {
      await insert([entry]).catch((error: unknown) => {
        if (!isDeletedAccountError(error)) logLost(entry.attempt, error)
      })
    }
  }

  async function writeAll(): Promise<void> {
    // After the current response.
    await new Promise(setImmediate)
    while (waiting.length > 0) await store(waiting.splice(0, BATCH))
    writing = undefined
  }

  return {
    record(attempt: SignInAttempt): void {
      if (waiting.length >= WAITING_MAX) {
        logLost(attempt)
        return
      }
      waiting.push({ attempt, at: new Date() })
      writing ??= writeAll()
    },
    /** Resolves when everything recorded so far is written. */
    close: () => writing ?? Promise.resolve(),
  }
}
