/** Distributions: an amount per unit to the holders of a day. */
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import {
  DISTRIBUTIONS_MAX,
  type Distribution,
  type DistributionBody,
  type DistributionPlan,
} from '#contract/admin-register'
import { BULK_TIME_LIMIT } from '#contract/endpoint'
import { invalidField, Problem } from '#contract/problem'
import { allowSlowStatements, database, inTransaction } from '#db/connection'
import { AMOUNT_LIMIT } from '#db/schema/columns'
import { distributionLines, distributionReversals, distributions } from '#db/schema/register'
import { transactions } from '#db/schema/transactions'
import { recordAudit } from '#modules/audit/service'
import { findSeries, lockSeries } from '#modules/series/figures'
import { writeDay } from '#shared/written-day'
import { holdersOn, readHead } from './cap-table.ts'
import { computedText } from './computed-text.ts'
import { lockRegister } from './movements.ts'

interface LineRow extends Record<string, unknown> {
  user_id: number
  name: string
  units: string
  amount: string
}

/**
 * What each holder gets: rows of user_id, units and amount. The total is amount × all units to the cent; each line is
 * cut to the cent and the cents that are left go to the largest remainders, so that the lines sum to the total exactly.
 */
const linesOf = (tokenId: number, { record_date, amount_per_unit }: DistributionBody) => sql`
  with held as (${holdersOn(tokenId, record_date)}),
    shares as (
      select user_id, units, units * ${amount_per_unit}::numeric as exact, trunc(units * ${amount_per_unit}::numeric, 2) as cut
      from held
    ),
    left_over as (select ((round(sum(exact), 2) - sum(cut)) * 100)::int as cents from shares),
    ranked as (
      select user_id, units, cut, row_number() over (order by exact - cut desc, units desc, user_id) as place from shares
    ),
    paid as (
      select user_id, units, (cut + case when place <= (select cents from left_over) then 0.01 else 0 end)::numeric(20, 2) as amount
      from ranked
    )
  select user_id, units, amount from paid where amount > 0`

/** The lines with names, largest holding first. */
const readLines = async (tokenId: number, body: DistributionBody): Promise<LineRow[]> => [
  ...(await database().execute<LineRow>(sql`
    select line.user_id, users.first_name || ' ' || users.last_name as name, line.units::numeric(18, 6)::text as units,
      line.amount::text as amount
    from (${linesOf(tokenId, body)}) as line join users on users.id = line.user_id
    order by line.units desc, line.user_id`)),
]

async function sumOf(lines: readonly LineRow[]): Promise<string> {
  const cents = lines.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Locks the accounts of the lines, in the order of `lock-order.ts`, and returns the number of those not deleted. */
async function lockHolders(lines: readonly LineRow[]): Promise<number> {
  // By their ids: computing the lines once more here took seconds on tables without statistics.
  const ids = `{${lines.map(({ user_id }) => user_id).join()}}`
  const [row] = await database().execute<{ live: number }>(sql`
    select count(*)::int as live from (
      select from users where deleted_at is null and id = any(${ids}::int[]) order by id for key share
    ) as locked`)
  return row?.live ?? 0
}

/**
 * Books the payments as one transaction each, in one statement, and notifies the holders. The register is locked: the
 * lines are those read.
 */
async function book(distributionId: number, token: { id: number; symbol: string }, body: DistributionBody) {
  const description = `Distribution of ${token.symbol}, record date ${body.record_date}`
  const computed = computedText(sql`lines.units`, sql`${body.amount_per_unit}`)
  await database().execute(sql`
    with lines as materialized (${linesOf(token.id, body)}), booked as (
      insert into ${transactions} (user_id, type, amount, description)
      select user_id, 'interest', amount, ${description}::text || ': ' || ${computed} from lines order by user_id
      returning id, user_id
    )
    insert into ${distributionLines} (distribution_id, user_id, units, amount, transaction_id)
    select ${distributionId}, lines.user_id, lines.units, lines.amount, booked.id from lines join booked using (user_id)`)
  await database().execute(sql`
    insert into notifications (user_id, category, type, title, message)
    select lines.user_id, 'transaction', 'success', ${`Distribution of ${token.symbol}`}::text,
      'You received $' || to_char(lines.amount, 'FM999,999,999,990.00') || ${` for the record date ${writeDay(body.record_date)}: `}::text
        || ${computed} || ' (transaction ' || lines.transaction_id || ').'
    from ${distributionLines} as lines where lines.distribution_id = ${distributionId} order by lines.user_id`)
}

/** The distributions that fit, newest first, with their holders counted. */
export async function selectDistributions(condition: SQL | undefined): Promise<Distribution[]> {
  const { id, record_date, amount_per_unit, total, reason, created_at } = distributions
  const reversal = distributionReversals
  const rows = await database()
    .select({
      ...{ id, record_date, amount_per_unit, total, reason, created_at, holders: count() },
      reversal: { at: reversal.created_at, reason: reversal.reason },
    })
    .from(distributions)
    .innerJoin(distributionLines, eq(distributionLines.distribution_id, id))
    .leftJoin(reversal, eq(reversal.distribution_id, id))
    .where(condition)
    .groupBy(id, reversal.distribution_id)
    .orderBy(desc(id))
    .limit(DISTRIBUTIONS_MAX)
  return rows.map(({ reversal: taken, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    reversal: taken?.at ? { at: taken.at.toISOString(), reason: taken.reason } : null,
  }))
}

/** Throws `validation` for an amount per unit whose payments together are more than can be stored. */
async function checkTotal(
  tokenId: number,
  { record_date, amount_per_unit }: DistributionBody,
): Promise<void> {
  const limit = sql.raw(AMOUNT_LIMIT)
  const [row] = await database().execute<{ fits: boolean; most: string | null }>(sql`
    select round(units * ${amount_per_unit}::numeric, 2) < ${limit} as fits,
      trunc((${limit} - 0.01) / nullif(units, 0), 6)::text as most
    from (select coalesce(sum(units), 0) as units from (${holdersOn(tokenId, record_date)}) as held) as held`)
  if (!row || row.fits) return
  throw invalidField(
    '/amount_per_unit',
    `All payments together must be below $1,000,000,000,000: for the units of this day at most ${row.most} per unit`,
  )
}

/** What each holder gets, with what was booked for the same record date before. */
async function planDistribution(tokenId: number, body: DistributionBody): Promise<DistributionPlan> {
  await checkTotal(tokenId, body)
  const lines = await readLines(tokenId, body)
  const ofDay = and(eq(distributions.token_id, tokenId), eq(distributions.record_date, body.record_date))
  const earlier = await selectDistributions(ofDay)
  const earlier_count = await database().$count(distributions, ofDay)
  return {
    lines,
    total: await sumOf(lines),
    head: await readHead(tokenId, body.record_date),
    earlier,
    earlier_count,
  }
}

/** Throws `conflict` when there is something else to book than what was shown, or nothing. */
function checkPlan(plan: DistributionPlan, { head, earlier_count = 0, record_date }: DistributionBody): void {
  if (head !== undefined && head !== plan.head) {
    throw new Problem(
      'conflict',
      'The register has changed since the payments were computed. Nothing was booked. Compute them again.',
    )
  }
  if (earlier_count !== plan.earlier_count) {
    throw new Problem(
      'conflict',
      `The record date ${record_date} has another distribution than those known here. Nothing was booked. Compute the payments again.`,
    )
  }
  if (plan.lines.length === 0)
    throw new Problem('conflict', 'Nobody would get a cent: there is nothing to book.')
}

/**
 * Pays a distribution, or with `dry_run` only computes it. Throws `not_found`, `validation` for a record date that has
 * not come or an amount that is too large, and `conflict` when nobody would get a cent, a holder's account was deleted
 * since, the register is not that of the dry run any more, or the record date has distributions that the booking does
 * not know of.
 */
export function distribute(symbol: string, body: DistributionBody, actor: Actor): Promise<DistributionPlan> {
  if (body.record_date > new Date().toISOString().slice(0, 10)) {
    throw invalidField('/record_date', 'The record date is today or an earlier day')
  }
  return inTransaction(async () => {
    await allowSlowStatements(BULK_TIME_LIMIT)
    const token = await lockSeries(symbol)
    // Transfers and other bookings wait until the holders are read and paid, or have happened before.
    if (!body.dry_run) await lockRegister(token.id)
    const plan = await planDistribution(token.id, body)
    if (body.dry_run) return plan
    checkPlan(plan, body)
    const { lines, total } = plan
    if ((await lockHolders(lines)) < lines.length) {
      throw new Problem(
        'conflict',
        'A holder of the record date has no account any more. Nothing was booked.',
      )
    }
    const [row] = await database()
      .insert(distributions)
      .values({
        token_id: token.id,
        record_date: body.record_date,
        amount_per_unit: body.amount_per_unit,
        total,
        reason: body.reason,
        admin_id: actor.adminId,
      })
      .returning({ id: distributions.id })
    if (!row) throw new Error('An insert returned no row')
    await book(row.id, token, body)
    await recordAudit(actor, {
      action: 'register.distribute',
      entity: 'distribution',
      entityId: row.id,
      after: {
        symbol: token.symbol,
        record_date: body.record_date,
        amount_per_unit: body.amount_per_unit,
        total,
        holders: lines.length,
      },
    })
    return plan
  })
}

/** The distributions of a series, newest first. Throws `not_found`. */
export async function listDistributions(symbol: string): Promise<{ distributions: Distribution[] }> {
  const { token } = await findSeries(symbol)
  return { distributions: await selectDistributions(eq(distributions.token_id, token.id)) }
}
