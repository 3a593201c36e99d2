/** Movements that administrators record: transfers, redemptions and corrections. They take effect now. */

import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { invalidateCache } from '#common/cache-invalidation'
import type { CreateMovementBody, Movement } from '#contract/holdings/admin-register'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { getUniqueViolation } from '#db/errors'
import { lockActiveAccounts } from '#db/row-locks'
import { holdings, registerEntries, registerMovements } from '#db/schema/holdings/register'
import { notifications } from '#db/schema/messaging/notifications'
import { assertPayable, guardCash } from '#modules/cash/cash-guard'
import { findSeries } from '#modules/catalog/series/series-figures'
import { assertNotHeld } from '#modules/compliance/screening/screening-matches'
import {
  lockSubscriptionByMovement,
  revertAllotment,
} from '#modules/holdings/subscriptions/reverse-allotment'
import type { SubscriptionRow } from '#modules/holdings/subscriptions/subscription-rows'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { formatFullName } from '#shared/full-name'
import { addThousandsSeparators } from '#shared/thousands-separators'
import { toMovements } from './movement-list.ts'
import { addMovement, lockRegister, type NewEntry } from './movements.ts'

type Token = Awaited<ReturnType<typeof findSeries>>['token']

/** Throws `not_verified` unless all these investors may hold units, and `validation` for an unknown one. */
async function lockInvestors(fields: readonly (readonly [path: string, id: number])[]): Promise<void> {
  const rows = await lockActiveAccounts(
    fields.map(([, id]) => id),
    'no key update',
  )
  for (const [path, id] of fields) {
    const user = rows.find((row) => row.id === id)
    if (!user) throw invalidFieldProblem(path, 'Investor not found')
    if (!user.is_active)
      throw new Problem('not_verified', `${formatFullName(user)} is inactive. Activate the account first.`)
    if (!user.is_verified)
      throw new Problem(
        'not_verified',
        `${formatFullName(user)} is not verified. Complete verification first.`,
      )
  }
}

function given<T>(value: T | undefined, path: string, message: string): T {
  if (value === undefined) throw invalidFieldProblem(path, message)
  return value
}

const negate = (decimal: string): string => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`)

/** Units of a holding with their cost. */
interface Part {
  units: string
  cost: string
}

/** The units with six decimals, and their proportion of the holder's cost, to the cent. */
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
  /** The amount in USD, as a sole administrator confirms it. */
  amount: string
  movement: Pick<typeof registerMovements.$inferInsert, 'amount' | 'reverses'>
  entries: NewEntry[]
  /** What a redemption pays, or a correction takes back; undefined if units alone move. */
  proceeds?: string | undefined
  /** The subscription that loses its allotment, locked. */
  returned?: SubscriptionRow | undefined
}

/** A transfer moves the cost of its units along with them. */
async function planTransfer(token: Token, body: CreateMovementBody): Promise<Plan> {
  const from = given(body.from_user_id, '/from_user_id', 'Select the investor transferring the units')
  const to = given(body.to_user_id, '/to_user_id', 'Select the investor receiving the units')
  const wanted = given(body.units, '/units', 'Enter the number of units')
  if (from === to) throw invalidFieldProblem('/to_user_id', 'The recipient must be a different investor')
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

/** The most that redemption proceeds may be, as a multiple of the value of the units. */
const MOST_TIMES_WORTH = 10

/**
 * Throws `validation` for proceeds above ten times the value of the units: by the current valuation or by
 * their cost, whichever is higher.
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
  throw invalidFieldProblem(
    '/amount',
    Number(row.worth) > 0
      ? `The maximum for these units is $${addThousandsSeparators(row.most)}: ten times the higher of current value and cost basis`
      : 'These units have neither a valuation nor a cost basis. Add a valuation of the series first',
  )
}

/** A redemption releases the cost of its units in proportion. */
async function planRedemption(token: Token, body: CreateMovementBody): Promise<Plan> {
  const from = given(body.from_user_id, '/from_user_id', 'Select the investor whose units are redeemed')
  const wanted = given(body.units, '/units', 'Enter the number of units')
  const amount = given(body.amount, '/amount', 'Enter the proceeds')
  await lockActiveAccounts([from], 'no key update')
  await assertPayable(from)
  await lockRegister(token.id)
  const part = await readPart(token.id, from, wanted)
  await checkProceeds(token.id, part, amount)
  const { units, cost } = part
  return {
    amount,
    movement: { amount },
    proceeds: amount,
    entries: [
      { user_id: null, units, cost },
      { user_id: from, units: negate(units), cost: negate(cost) },
    ],
  }
}

/**
 * A correction is the opposite of the movement that it reverses. Correcting an allotment restores the
 * subscription to paid.
 */
async function planCorrection(token: Token, body: CreateMovementBody): Promise<Plan> {
  const id = given(body.movement_id, '/movement_id', 'Select the movement to correct')
  const rows = await database()
    .select({ ...getTableColumns(registerEntries), amount: registerMovements.amount })
    .from(registerEntries)
    .innerJoin(registerMovements, eq(registerMovements.id, registerEntries.movement_id))
    .where(and(eq(registerEntries.movement_id, id), eq(registerEntries.token_id, token.id)))
    .orderBy(registerEntries.number)
  if (rows.length === 0) throw invalidFieldProblem('/movement_id', 'Movement not found in this series')
  await lockActiveAccounts(
    rows.flatMap(({ user_id }) => user_id ?? []),
    'no key update',
  )
  // The entries read here are the original ones: a correction removes the units that were received.
  await assertNotHeld(rows.flatMap(({ user_id, units }) => (units.startsWith('-') ? [] : (user_id ?? []))))
  const returned = await lockSubscriptionByMovement(id)
  await lockRegister(token.id)
  return {
    amount: rows[0]?.amount ?? rows.find(({ user_id }) => user_id !== null)?.cost ?? '0.00',
    movement: { reverses: id },
    proceeds: rows[0]?.amount ?? undefined,
    returned,
    entries: rows.map(({ user_id, units, cost }) => ({ user_id, units: negate(units), cost: negate(cost) })),
  }
}

const plans = { transfer: planTransfer, redemption: planRedemption, correction: planCorrection } as const

const words = { transfer: 'transferred', redemption: 'redeemed', correction: 'corrected' } as const

/** Notifies everyone whose holding moved, and the redeeming investor of the proceeds. */
async function notifyHolders(
  token: Token,
  type: CreateMovementBody['type'],
  { entries, proceeds }: Pick<Plan, 'entries' | 'proceeds'>,
): Promise<void> {
  const amount = proceeds && `$${addThousandsSeparators(proceeds)}`
  const effect = {
    redemption: amount && `${amount} was added to your cash balance`,
    correction: amount && `${amount} was deducted from your cash balance`,
    transfer: undefined,
  }[type]
  const holders = entries.flatMap(({ user_id, units }) => (user_id === null ? [] : [{ user_id, units }]))
  await database()
    .insert(notifications)
    .values(
      holders.map(({ user_id, units }) => ({
        user_id,
        category: 'investment' as const,
        type: 'info' as const,
        title: `Units of ${token.symbol} ${words[type]}`,
        message: `Your holding of ${token.symbol} changed by ${addThousandsSeparators(units)} units${effect ? `, and ${effect}` : ''}. The entry has been recorded in the register of holders.`,
      })),
    )
}

/**
 * Records a movement. Throws `not_found`, `validation` for missing or unknown parts, `not_verified` for a
 * transfer with an investor who may not hold units, `conflict` if it would break a rule of the register or
 * remove units of a confirmed watchlist match, and as {@link guardCash} does.
 */
export async function recordMovement(
  symbol: string,
  body: CreateMovementBody,
  actor: Actor,
): Promise<Movement> {
  const { type, reason } = body
  try {
    return await inTransaction(async () => {
      // Not locked: a token with entries cannot be deleted, and without entries there is nothing to move.
      const { token } = await findSeries(symbol)
      const plan = await plans[type](token, body)
      const { movement, entries, returned, amount } = plan
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
        if (returned) await revertAllotment(returned, reason, actor)
        else await notifyHolders(token, type, plan)
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
    if (getUniqueViolation(error) === 'register_movements_reverses_unique') {
      throw new Problem('conflict', 'This movement has already been corrected.', { isFinal: true })
    }
    throw error
  }
}
