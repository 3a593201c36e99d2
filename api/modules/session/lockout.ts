/**
 * Failed sign-ins lock, counted in the database by all instances together. They are counted for an account and the
 * network they come from, so that nobody can lock somebody else out; the account as a whole is locked only by many
 * more, from wherever. Only what failed is counted: several right passwords at once do not lock.
 */
import { sql } from 'drizzle-orm'
import type { Role } from '#common/access-token'
import { networkOf } from '#common/network'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'

/** Seconds: failures older than this are forgotten, and a lock lasts as long. */
const WINDOW = 15 * 60
/** The database counts in 32 bits. */
const MOST_FAILURES = 1_000_000

export interface LockoutLimits {
  /** Failures within 15 minutes that lock an account for one network. */
  ofNetwork: number
  /** Failures within 15 minutes that lock an account for everybody. */
  ofAccount: number
}

/** Somebody who tries to get into an account. */
export interface Attempt {
  role: Role
  /** Of the account, existing or not. */
  name: string
  address: string
}

/** That an account is locked at present. */
export interface Lock {
  until: Date
  /** For every network; else only for those that the failures came from. */
  everywhere: boolean
}

export interface Lockout {
  /** Throws `locked` while the attempt may not be made, right password or not. */
  check(attempt: Attempt): Promise<void>
  failed(attempt: Attempt): Promise<void>
  /** Forgets the failures from this network. */
  succeeded(attempt: Attempt): Promise<void>
  /** Those of the accounts that are locked, by their names; of several locks the one that ends last. */
  findLocks(role: Role, names: readonly string[]): Promise<Map<string, Lock>>
}

/** Hashed: keys have one length, and addresses of people without an account are not kept. */
const accountKey = ({ role, name }: Pick<Attempt, 'role' | 'name'>): string =>
  new Bun.CryptoHasher('sha256').update(`${role}\n${name.toLowerCase()}`).digest('hex')

function keysOf(attempt: Attempt) {
  const account = accountKey(attempt)
  return { account, pair: `${account} ${networkOf(attempt.address)}` }
}

const points = (failures: number): number => Math.min(MOST_FAILURES, Math.max(1, Math.floor(failures)))

/** Makes the lockout; each number of failures is at least one. */
export function createLockout(limits: LockoutLimits): Lockout {
  const most = { account: points(limits.ofAccount), pair: points(limits.ofNetwork) }
  /** Failures of accounts that are on their way to the database: who tries meanwhile must not outrun them. */
  const onTheirWay = new Map<string, number>()

  async function countFailure(account: string, pair: string): Promise<void> {
    // The account comes first in every such statement: two of them never wait for each other. The failure that
    // locks begins the lock; those before it do not move the end of their window.
    await database().execute(sql`
      insert into lockouts as l (key, points, expire)
      select key, 1, now() + make_interval(secs => ${WINDOW})
      from (values (1, ${account}), (2, ${pair})) as counted (place, key) order by place
      on conflict (key) do update set
        points = case when l.expire > now() then l.points + 1 else 1 end,
        expire = case
          when l.expire > now() and l.points + 1 <>
            case when l.key = ${account} then ${most.account}::int else ${most.pair}::int end
          then l.expire else excluded.expire end`)
  }

  return {
    async check(attempt) {
      const { account, pair } = keysOf(attempt)
      const coming = onTheirWay.get(account) ?? 0
      const isLock = ({ key, points }: { key: string; points: number }) =>
        key === account ? points + coming >= most.account : points >= most.pair
      const counted = await database().execute<{ key: string; points: number; seconds: number }>(sql`
        select key, points, extract(epoch from expire - now())::float8 as seconds from lockouts
        where key in (${account}, ${pair}) and expire > now()`)
      const locks = counted.filter(isLock)
      if (locks.length === 0 && coming < most.account) return
      throw new Problem(
        'locked',
        'Account temporarily locked due to failed attempts. Please wait before trying again.',
        { retryAfter: Math.max(1, ...locks.map(({ seconds }) => seconds)) },
      )
    },

    async failed(attempt) {
      const { account, pair } = keysOf(attempt)
      onTheirWay.set(account, (onTheirWay.get(account) ?? 0) + 1)
      try {
        await countFailure(account, pair)
      } finally {
        const left = (onTheirWay.get(account) ?? 0) - 1
        if (left > 0) onTheirWay.set(account, left)
        else onTheirWay.delete(account)
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

/** Opens an account that failed sign-ins have locked, for all networks. Answers whether anything had been counted. */
export async function clearFailures(role: Role, name: string): Promise<boolean> {
  const account = accountKey({ role, name })
  const { count } = await database().execute(
    sql`delete from lockouts where key = ${account} or starts_with(key, ${`${account} `})`,
  )
  return count > 0
}
