/**
 * Lockout after failed sign-ins, counted in the database for all instances. Failures are counted by account and
 * network, so that an attacker cannot lock out the owner; the account as a whole is locked only after many more, from
 * any network. Only failures count: several correct passwords at once do not lock.
 */
import { sql } from 'drizzle-orm'
import type { AccountRealm } from '#common/access-token'
import { getCallerNetwork } from '#common/client-network'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'

/** Seconds after which failures expire, and for which a lock lasts. */
const WINDOW = 15 * 60
/** The database counts in 32 bits. */
const MOST_FAILURES = 1_000_000

export interface LockoutLimits {
  /** Failures within 15 minutes that lock an account for one network. */
  ofNetwork: number
  /** Failures within 15 minutes that lock an account for all networks. */
  ofAccount: number
}

/** An attempt to sign in to an account. */
export interface Attempt {
  role: AccountRealm
  /** The name of the account, existing or not. */
  name: string
  address: string
}

/** The current lock of an account. */
export interface Lock {
  until: Date
  /** For every network; otherwise only for the networks of the failures. */
  everywhere: boolean
}

export interface Lockout {
  /** Throws `locked` while the account is locked for this network, whether or not the password is correct. */
  check(attempt: Attempt): Promise<void>
  failed(attempt: Attempt): Promise<void>
  /** Clears the failures from this network. */
  succeeded(attempt: Attempt): Promise<void>
  /** The locked accounts among these names; if an account has several locks, the one that ends last. */
  findLocks(role: AccountRealm, names: readonly string[]): Promise<Map<string, Lock>>
}

/** Hashed: keys have a fixed length, and email addresses without an account are not stored. */
const accountKey = ({ role, name }: Pick<Attempt, 'role' | 'name'>): string =>
  new Bun.CryptoHasher('sha256').update(`${role}\n${name.toLowerCase()}`).digest('hex')

function keysOf(attempt: Attempt) {
  const account = accountKey(attempt)
  return { account, pair: `${account} ${getCallerNetwork(attempt.address)}` }
}

const points = (failures: number): number => Math.min(MOST_FAILURES, Math.max(1, Math.floor(failures)))

/**
 * Creates the lockout; each number of failures is at least one. `onLocked` is called for the failure that locks an
 * account, existing or not, for all networks.
 */
export function createLockout(limits: LockoutLimits, onLocked: (attempt: Attempt) => void): Lockout {
  const most = { account: points(limits.ofAccount), pair: points(limits.ofNetwork) }
  /** Failures by account that are not in the database yet: concurrent attempts must not outrun them. */
  const pending = new Map<string, number>()

  /** Returns whether this failure locks the account. */
  async function countFailure(account: string, pair: string): Promise<boolean> {
    // Every such statement locks the account's row first, so two of them never deadlock. The failure that reaches the
    // limit starts the lock; earlier ones do not extend their window.
    const counted = await database().execute<{ key: string; points: number }>(sql`
      insert into lockouts as l (key, points, expire)
      select key, 1, now() + make_interval(secs => ${WINDOW})
      from (values (1, ${account}), (2, ${pair})) as counted (place, key) order by place
      on conflict (key) do update set
        points = case when l.expire > now() then l.points + 1 else 1 end,
        expire = case
          when l.expire > now() and l.points + 1 <>
            case when l.key = ${account} then ${most.account}::int else ${most.pair}::int end
          then l.expire else excluded.expire end
      returning key, points`)
    return counted.some(({ key, points }) => key === account && points === most.account)
  }

  return {
    async check(attempt) {
      const { account, pair } = keysOf(attempt)
      const inFlight = pending.get(account) ?? 0
      const isLock = ({ key, points }: { key: string; points: number }) =>
        key === account ? points + inFlight >= most.account : points >= most.pair
      const counted = await database().execute<{ key: string; points: number; seconds: number }>(sql`
        select key, points, extract(epoch from expire - now())::float8 as seconds from lockouts
        where key in (${account}, ${pair}) and expire > now()`)
      const locks = counted.filter(isLock)
      if (locks.length === 0 && inFlight < most.account) return
      throw new Problem(
        'locked',
        'Account temporarily locked due to failed attempts. Please wait before trying again.',
        { retryAfter: Math.max(1, ...locks.map(({ seconds }) => seconds)) },
      )
    },

    async failed(attempt) {
      const { account, pair } = keysOf(attempt)
      pending.set(account, (pending.get(account) ?? 0) + 1)
      try {
        if (await countFailure(account, pair)) onLocked(attempt)
      } finally {
        const left = (pending.get(account) ?? 0) - 1
        if (left > 0) pending.set(account, left)
        else pending.delete(account)
      }
    },

    async succeeded(attempt) {
      await database().execute(sql`delete from lockouts where key = ${keysOf(attempt).pair}`)
    },

    async findLocks(role, names) {
      if (names.length === 0) return new Map()
      const nameOf = new Map(names.map((name) => [accountKey({ role, name }), name]))
      const rows = await database().execute<{ account: string; ends: number; everywhere: boolean }>(sql`
        select split_part(key, ' ', 1) as account, extract(epoch from max(expire))::float8 as ends,
          bool_or(position(' ' in key) = 0) as everywhere
        from lockouts
        where expire > now() and split_part(key, ' ', 1) in ${[...nameOf.keys()]}
          and points >= case when position(' ' in key) = 0 then ${most.account}::int else ${most.pair}::int end
        group by account`)
      return new Map(
        rows.map(({ account, ends, everywhere }) => [
          nameOf.get(account) ?? '',
          { until: new Date(ends * 1000), everywhere },
        ]),
      )
    },
  }
}

/** Unlocks an account after failed sign-ins, for all networks. Returns whether any failure had been counted. */
export async function clearFailures(role: AccountRealm, name: string): Promise<boolean> {
  const account = accountKey({ role, name })
  const { count } = await database().execute(
    sql`delete from lockouts where key = ${account} or starts_with(key, ${`${account} `})`,
  )
  return count > 0
}
