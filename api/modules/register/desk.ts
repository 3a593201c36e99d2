/** Movements that administrators enter: transfers, redemptions and corrections. They happen now. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import { invalidateCache } from '#common/cache-invalidation'
import type { Movement, MovementBody } from '#contract/admin-register'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { uniqueViolation } from '#db/errors'
import { lockLiveUsers } from '#db/lock-order'
import { notifications } from '#db/schema/notifications'
import { holdings, registerEntries, registerMovements } from '#db/schema/register'
import { recordAudit } from '#modules/audit/service'
import { guardCash } from '#modules/cash/guard'
import { assertNotHeld, assertPayable } from '#modules/screening/service'
import { findSeries } from '#modules/series/figures'
import { lockAllotted, returnAllotted } from '#modules/subscriptions/allotment-correction'
import type { SubscriptionRow } from '#modules/subscriptions/rows'
import { groupDigits } from '#shared/group-digits'
import { toMovements } from './movement-list.ts'
import { addMovement, type Entry, lockRegister } from './movements.ts'

type Token = Awaited<ReturnType<typeof findSeries>>['token']

/** Throws `not_verified` unless every one of these investors may hold units, and `validation` for an unknown one. */
async function lockInvestors(fields: readonly (readonly [path: string, id: number])[]): Promise<void> {
  const rows = await lockLiveUsers(
    fields.map(([, id]) => id),
    'no key update',
  )
  for (const [path, id] of fields) {
    const user = rows.find((row) => row.id === id)
    if (!user) throw invalidField(path, 'There is no user with this id')
    if (!user.is_active)
      throw new Problem(
        'not_verified',
        `${user.first_name} ${user.last_name} is disabled. Enable the account first.`,
      )
    if (!user.is_verified)
      throw new Problem(
        'not_verified',
        `${user.first_name} ${user.last_name} is not verified. Verify the account first.`,
      )
  }
}

function given<T>(value: T | undefined, path: string, message: string): T {
  if (value === undefined) throw invalidField(path, message)
  return value
}

const negate = (decimal: string): string => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`)

/** Units of a holding with their cost. */
interface Part {
  units: string
  cost: string
}

/** The units with six decimals, and the part of the holder's cost that goes with them, to the cent. */
async function readPart(tokenId: number, userId: number, units: string): Promise<Part> {
  const [row] = await database()
    .select({
      units: sql<string>`(${units}::numeric)::numeric(18, 6)::text`,
      cost: sql<string>`(case when ${holdings.units} <= ${units}::numeric then ${holdings.cost}
        else round(${holdings.cost} * ${units}::numeric / ${holdings.units}, 2) end)::numeric(20, 2)::text`,
    })
    .from(holdings)
    .where(and(eq(holdings.token_id, tokenId), eq(holdings.user_id, userId), sql`${holdings.units} > 0`))
  if (!row) throw new Problem('conflict', 'This investor holds no units of the series.', { isFinal: true })
  return row
}

interface Plan {
  /** What moves in USD, as an administrator who is alone confirms it. */
  amount: string
  movement: Pick<typeof registerMovements.$inferInsert, 'amount' | 'reverses'>
  entries: Entry[]
  /** The subscription that is not allotted any more, locked. */
  returned?: SubscriptionRow | undefined
}

/** A transfer takes the cost of its units along. */
async function planTransfer(token: Token, body: MovementBody): Promise<Plan> {
  const from = given(body.from_user_id, '/from_user_id', 'Choose the investor who gives the units')
  const to = given(body.to_user_id, '/to_user_id', 'Choose the investor who receives the units')
  const wanted = given(body.units, '/units', 'Enter the units')
  if (from === to)
    throw invalidField('/to_user_id', 'Choose another investor than the one who gives the units')
  await lockInvestors([
    ['/from_user_id', from],
    ['/to_user_id', to],
  ])
  await assertPayable(from, to)
  await lockRegister(token.id)
  const { units, cost } = await readPart(token.id, from, wanted)
  return {
    amount: cost,
    movement: {},
    entries: [
      { user_id: from, units: negate(units), cost: negate(cost) },
      { user_id: to, units, cost },
    ],
  }
}

/** Proceeds are at most so many times what the units are worth. */
const MOST_TIMES_WORTH = 10

/**
 * Throws `validation` for proceeds above ten times the worth of the units: by the current valuation or by their cost, the
 * larger of the two.
 */
async function checkProceeds(tokenId: number, { units, cost }: Part, amount: string): Promise<void> {
  const [row] = await database().execute<{ fits: boolean; most: string; worth: string }>(sql`
    select ${amount}::numeric <= most as fits, most::text, worth::text from (
      select round(worth * ${sql.raw(String(MOST_TIMES_WORTH))}, 2) as most, worth from (
        select greatest(${cost}::numeric, coalesce((
          select preferred from series_valuations where token_id = ${tokenId} order by as_of desc, id desc limit 1
        ) * ${units}::numeric, 0)) as worth
      ) as valued
    ) as bound`)
  if (!row || row.fits) return
  throw invalidField(
    '/amount',
    Number(row.worth) > 0
      ? `At most $${groupDigits(row.most)} for these units: ten times what they are worth by the current valuation, or what they cost`
      : 'These units have neither a valuation nor a cost: enter a valuation of the series first',
  )
}

/** A redemption releases the cost of its units in proportion. */
async function planRedemption(token: Token, body: MovementBody): Promise<Plan> {
  const from = given(body.from_user_id, '/from_user_id', 'Choose the investor whose units are redeemed')
  const wanted = given(body.units, '/units', 'Enter the units')
  const amount = given(body.amount, '/amount', 'Enter the proceeds')
  await lockLiveUsers([from], 'no key update')
  await assertPayable(from)
  await lockRegister(token.id)
  const part = await readPart(token.id, from, wanted)
  await checkProceeds(token.id, part, amount)
  const { units, cost } = part
  return {
    amount,
    movement: { amount },
    entries: [
      { user_id: null, units, cost },
      { user_id: from, units: negate(units), cost: negate(cost) },
    ],
  }
}

/** A correction is the opposite of the movement that it reverses. That of an allotment returns the subscription. */
async function planCorrection(token: Token, body: MovementBody): Promise<Plan> {
  const id = given(body.movement_id, '/movement_id', 'Choose the movement to correct')
  const rows = await database()
    .select({ ...getTableColumns(registerEntries), amount: registerMovements.amount })
    .from(registerEntries)
    .innerJoin(registerMovements, eq(registerMovements.id, registerEntries.movement_id))
    .where(and(eq(registerEntries.movement_id, id), eq(registerEntries.token_id, token.id)))
    .orderBy(registerEntries.number)
  if (rows.length === 0) throw invalidField('/movement_id', 'There is no such movement in this series')
  await lockLiveUsers(
    rows.flatMap(({ user_id }) => user_id ?? []),
    'no key update',
  )
  // The entries are the opposite of those that are read: a correction takes the units that were received.
  await assertNotHeld(rows.flatMap(({ user_id, units }) => (units.startsWith('-') ? [] : (user_id ?? []))))
  const returned = await lockAllotted(id)
  await lockRegister(token.id)
  return {
    amount: rows[0]?.amount ?? rows.find(({ user_id }) => user_id !== null)?.cost ?? '0.00',
    movement: { reverses: id },
    returned,
    entries: rows.map(({ user_id, units, cost }) => ({ user_id, units: negate(units), cost: negate(cost) })),
  }
}

const plans = { transfer: planTransfer, redemption: planRedemption, correction: planCorrection } as const

const words = { transfer: 'transferred', redemption: 'redeemed', correction: 'corrected' } as const

/** Everybody whose holding moved is told. */
async function notifyHolders(
  token: Token,
  type: MovementBody['type'],
  entries: readonly Entry[],
): Promise<void> {
  const holders = entries.flatMap(({ user_id, units }) => (user_id === null ? [] : [{ user_id, units }]))
  await database()
    .insert(notifications)
    .values(
      holders.map(({ user_id, units }) => ({
        user_id,
        category: 'investment' as const,
        type: 'info' as const,
        title: `Units of ${token.symbol} ${words[type]}`,
        message: `Your holding of ${token.symbol} changed by ${groupDigits(units)} units. The entry is in the register of holders.`,
      })),
    )
}

/**
 * Enters a movement. Throws `not_found`, `validation` for missing or unknown parts, `not_verified` for a transfer with an
 * investor who may not hold units, `conflict` where it would break a rule of the register or take units of a
 * confirmed watchlist match, and as {@link guardCash} does.
 */
export async function enterMovement(symbol: string, body: MovementBody, actor: Actor): Promise<Movement> {
  const { type, reason } = body
  try {
    return await inTransaction(async () => {
      // Not locked: a token with entries cannot be deleted, and without entries there is nothing to move.
      const { token } = await findSeries(symbol)
      const { movement, entries, returned, amount } = await plans[type](token, body)
      const { allow_overdraft, confirm_amount } = body
      const booking = {
        userIds: entries.flatMap(({ user_id }) => user_id ?? []),
        amount,
        overdraft: { allow_overdraft, confirm_amount },
        reason,
      }
      const after = await guardCash(booking, async () => {
        const added = await addMovement(
          { ...movement, token_id: token.id, type, reason, admin_id: actor.adminId },
          entries,
        )
        const [moved] = await toMovements([added.movement])
        if (!moved) throw new Error('An added movement was not found')
        if (returned) await returnAllotted(returned, reason, actor)
        else await notifyHolders(token, type, entries)
        return moved
      })
      invalidateCache('series')
      await recordAudit(actor, {
        action: `register.${type}`,
        entity: 'movement',
        entityId: after.id,
        after: { ...after, symbol: token.symbol, ...(body.amount !== undefined && { amount: body.amount }) },
      })
      return after
    })
  } catch (error) {
    if (uniqueViolation(error) === 'register_movements_reverses_unique') {
      throw new Problem('conflict', 'This movement was already corrected.', { isFinal: true })
    }
    throw error
  }
}
