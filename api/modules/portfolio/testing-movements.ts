/** Backdated unit movements for tests. */
import type { Sql } from 'postgres'

interface TestMovement {
  token_id: number
  type: 'issue' | 'transfer' | 'redemption' | 'correction'
  /** Each account with its units and their cost; null is the account of unissued units. */
  entries: readonly (readonly [user: number | null, units: string, cost?: string])[]
  /** Proceeds of a redemption. */
  amount?: string
  reverses?: number
  /** `2026-03-19`; by default now. Only the owner of the tables can choose one. */
  day?: string
}

/** Adds a movement and returns its id. */
export function addMovement(sql: Sql, movement: TestMovement): Promise<number> {
  const { token_id, type, entries, amount = null, reverses = null, day } = movement
  return sql.begin(async (tx) => {
    if (day) await tx`alter table register_movements disable trigger stamp`
    const [added] = await tx<{ id: number }[]>`
      insert into register_movements (token_id, type, amount, reverses, at)
      values (${token_id}, ${type}, ${amount}, ${reverses}, ${day ? `${day}T12:00:00Z` : new Date().toISOString()})
      returning id`
    const movement_id = added?.id ?? 0
    const rows = entries.map(([user_id, units, cost = '0']) => ({
      token_id,
      movement_id,
      user_id,
      units,
      cost,
    }))
    await tx`insert into register_entries ${tx(rows)}`
    if (day) {
      // Deferred checks must run before a trigger can be changed.
      await tx`set constraints all immediate`
      await tx`alter table register_movements enable trigger stamp`
    }
    return movement_id
  })
}

/** Issues units to a holder at a cost, as an allotment does. */
export const issueUnitsOn = (
  sql: Sql,
  {
    token_id,
    user_id,
    units,
    cost,
    day,
  }: { token_id: number; user_id: number; units: string; cost: string; day?: string },
): Promise<number> =>
  addMovement(sql, {
    token_id,
    type: 'issue',
    entries: [
      [null, `-${units}`, `-${cost}`],
      [user_id, units, cost],
    ],
    ...(day && { day }),
  })

/**
 * A distribution to one holder that is paid on one day and, with `reversed`, reversed on another. Returns the id of its
 * transaction.
 */
export const payDistributionOn = (
  sql: Sql,
  {
    token_id,
    user_id,
    amount,
    day,
    reversed,
  }: { token_id: number; user_id: number; amount: string; day: string; reversed?: string },
): Promise<number> =>
  sql.begin(async (tx) => {
    const [paid] = await tx<{ id: number }[]>`
      insert into transactions (user_id, type, amount, description, transaction_date)
      values (${user_id}, 'interest', ${amount}, ${`Distribution, record date ${day}`}, ${`${day}T12:00:00Z`})
      returning id`
    const [distribution] = await tx<{ id: number }[]>`
      insert into distributions (token_id, record_date, amount_per_unit, total)
      values (${token_id}, ${day}, ${amount}, ${amount}) returning id`
    const [transaction_id = 0, distribution_id = 0] = [paid?.id, distribution?.id]
    await tx`insert into distribution_lines ${tx([{ distribution_id, user_id, units: '1', amount, transaction_id }])}`
    if (reversed) {
      await tx`insert into distribution_reversals (distribution_id, reason, created_at)
        values (${distribution_id}, 'Wrong amount', ${`${reversed}T12:00:00Z`})`
      await tx`update transactions set status = 'cancelled' where id = ${transaction_id}`
    }
    return transaction_id
  })
