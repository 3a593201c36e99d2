/** Distributions: an amount per unit to the holders of a day. */
import { count, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { Distribution, DistributionBody, DistributionLine } from '#contract/admin-register'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockLiveUsers } from '#db/lock-order'
import { distributionLines, distributions } from '#db/schema/register'
import { transactions } from '#db/schema/transactions'
import { recordAudit } from '#modules/audit/service'
import { findSeries, lockSeries } from '#modules/series/figures'
import { holdersOn, readHead } from './cap-table.ts'
import { lockRegister } from './movements.ts'

/** Rows of one insert. */
const BATCH = 1_000

interface LineRow extends Record<string, unknown> {
  user_id: number
  name: string
  units: string
  amount: string
}

/**
 * What each holder gets, largest holding first. The total is amount × all units to the cent; each line is cut to the
 * cent and the cents that are left go to the largest remainders, so that the lines sum to the total exactly.
 */
async function readLines(
  tokenId: number,
  { record_date, amount_per_unit }: DistributionBody,
): Promise<LineRow[]> {
  return [
    ...(await database().execute<LineRow>(sql`
      with held as (${holdersOn(tokenId, record_date)}),
        shares as (
          select user_id, units, units * ${amount_per_unit}::numeric as exact, trunc(units * ${amount_per_unit}::numeric, 2) as cut
          from held
        ),
        left_over as (select ((round(sum(exact), 2) - sum(cut)) * 100)::int as cents from shares),
        ranked as (
          select user_id, units, cut, row_number() over (order by exact - cut desc, units desc, user_id) as place from shares
        )
      select ranked.user_id, users.first_name || ' ' || users.last_name as name, units::numeric(18, 6)::text as units,
        (cut + case when place <= (select cents from left_over) then 0.01 else 0 end)::numeric(20, 2)::text as amount
      from ranked join users on users.id = ranked.user_id
      order by ranked.units desc, ranked.user_id`)),
  ].filter(({ amount }) => Number(amount) > 0)
}

async function sumOf(lines: readonly LineRow[]): Promise<string> {
  const cents = lines.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Books the payments as one transaction each, in batches. */
async function book(
  distributionId: number,
  symbol: string,
  { record_date }: DistributionBody,
  lines: LineRow[],
) {
  for (let at = 0; at < lines.length; at += BATCH) {
    const batch = lines.slice(at, at + BATCH)
    const booked = await database()
      .insert(transactions)
      .values(
        batch.map(({ user_id, amount }) => ({
          user_id,
          type: 'interest' as const,
          amount,
          description: `Distribution of ${symbol}, record date ${record_date}`,
        })),
      )
      .returning({ id: transactions.id, user_id: transactions.user_id })
    const ids = new Map(booked.map(({ id, user_id }) => [user_id, id]))
    await database()
      .insert(distributionLines)
      .values(
        batch.map(({ user_id, units, amount }) => ({
          distribution_id: distributionId,
          user_id,
          units,
          amount,
          transaction_id: ids.get(user_id) ?? 0,
        })),
      )
  }
}

/**
 * Pays a distribution, or with `dry_run` only computes it. Throws `not_found`, `validation` for a record date that has
 * not come, and `conflict` when nobody would get a cent, a holder's account was deleted since, or the register is not
 * the one of the dry run any more.
 */
export function distribute(
  symbol: string,
  body: DistributionBody,
  actor: Actor,
): Promise<{ lines: DistributionLine[]; total: string; head: string }> {
  if (body.record_date > new Date().toISOString().slice(0, 10)) {
    throw invalidField('/record_date', 'The record date is today or an earlier day')
  }
  return inTransaction(async () => {
    const token = await lockSeries(symbol)
    // A transfer waits until the holders are read and paid, or has happened before.
    if (!body.dry_run) await lockRegister(token.id)
    const lines = await readLines(token.id, body)
    const total = await sumOf(lines)
    const head = await readHead(token.id, body.record_date)
    if (body.dry_run) return { lines, total, head }
    if (body.head !== undefined && body.head !== head) {
      throw new Problem(
        'conflict',
        'The register has changed since the payments were computed. Nothing was booked. Compute them again.',
      )
    }
    if (lines.length === 0)
      throw new Problem('conflict', 'Nobody would get a cent: there is nothing to book.')
    const live = await lockLiveUsers(lines.map(({ user_id }) => user_id))
    if (live.length < lines.length) {
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
    await book(row.id, token.symbol, body, lines)
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
    return { lines, total, head }
  })
}

/** Most distributions in one response. */
const MAX_LISTED = 100

/** The distributions of a series, newest first. Throws `not_found`. */
export async function listDistributions(symbol: string): Promise<{ distributions: Distribution[] }> {
  const { token } = await findSeries(symbol)
  const { id, record_date, amount_per_unit, total, reason, created_at } = distributions
  const rows = await database()
    .select({ id, record_date, amount_per_unit, total, reason, created_at, holders: count() })
    .from(distributions)
    .innerJoin(distributionLines, eq(distributionLines.distribution_id, id))
    .where(eq(distributions.token_id, token.id))
    .groupBy(id)
    .orderBy(desc(id))
    .limit(MAX_LISTED)
  return { distributions: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) }
}
