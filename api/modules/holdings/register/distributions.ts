/** Distributions: an amount per unit, paid to the holders at the end of a day. */

import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { noteBasis, noteCash } from '#common/write-recorder'
import { CASH_CHANGES_MAX } from '#contract/cash/overdraft'
import { BULK_TIMEOUT_MS } from '#contract/endpoint'
import {
  DISTRIBUTIONS_MAX,
  type Distribution,
  type DistributionBody,
  type DistributionPreview,
} from '#contract/holdings/admin-register'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction, setStatementTimeout } from '#db/connection'
import { SerializationFailure } from '#db/errors'
import { transactions } from '#db/schema/cash/transactions'
import { AMOUNT_LIMIT } from '#db/schema/column-types'
import { distributionLines, distributionReversals, distributions } from '#db/schema/holdings/register'
import { previewCash } from '#modules/cash/cash-preview'
import { formatRecordDateTime, selectUnitsTimesAmount } from '#modules/cash/transactions/distribution-text'
import { findSeries, lockSeries } from '#modules/catalog/series/series-figures'
import { readHeldBack, readRenamed } from '#modules/compliance/screening/screening-matches'
import { listUserNames } from '#modules/identity/accounts/investor-names'
import { getLegalName } from '#modules/identity/profile/legal-name'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { formatLongDate } from '#shared/format-date'
import { addThousandsSeparators } from '#shared/thousands-separators'
import { getChainHead, selectHoldersOn } from './cap-table.ts'
import { lockRegister } from './movements.ts'

/** What determines the shares of a distribution. */
type Terms = Pick<DistributionBody, 'record_date' | 'amount_per_unit'>

interface LineRow extends Record<string, unknown> {
  user_id: number
  name: string
  units: string
  amount: string
  is_deleted: boolean
  is_active: boolean
}

/**
 * What each holder receives: rows of user_id, units and amount. The total is amount × all units, to the cent.
 * Each line is rounded down to the cent, and the remaining cents go to the largest remainders, so that the
 * lines sum to the total exactly.
 */
const linesOf = (tokenId: number, { record_date, amount_per_unit }: Terms) => sql`
  with held as (${selectHoldersOn(tokenId, record_date)}),
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
const readLines = async (tokenId: number, body: Terms): Promise<LineRow[]> => [
  ...(await database().execute<LineRow>(sql`
    select line.user_id, ${getLegalName(sql`users`)} as name, line.units::numeric(18, 6)::text as units,
      line.amount::text as amount, users.deleted_at is not null as is_deleted, users.is_active
    from (${linesOf(tokenId, body)}) as line join users on users.id = line.user_id
    order by line.units desc, line.user_id`)),
]

/** The sum of amounts with two decimals. */
export function sumOf(lines: readonly { amount: string }[]): string {
  const cents = lines.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const idsOf = (lines: readonly { user_id: number }[]): string =>
  `{${lines.map(({ user_id }) => user_id).join()}}`

/**
 * Locks the accounts of the lines, in the order of `row-locks.ts`. Throws if one was deleted since the lines
 * were read: they are then read again.
 */
async function lockHolders(lines: readonly LineRow[]): Promise<void> {
  // By id: computing the lines again here took seconds on tables without statistics.
  const [row] = await database().execute<{ live: number }>(sql`
    select count(*)::int as live from (
      select from users where deleted_at is null and id = any(${idsOf(lines)}::int[]) order by id for key share
    ) as locked`)
  if (row?.live !== lines.length) throw new SerializationFailure('An account was deleted')
}

/** Separates the shares to pay from those held back; the amounts do not change. */
async function partShares(
  shares: readonly LineRow[],
  isPreview: boolean,
): Promise<Pick<DistributionPreview, 'lines' | 'held_back'>> {
  const ids = shares.flatMap(({ is_deleted, user_id }) => (is_deleted ? [] : user_id))
  const renamed = await readRenamed(ids, { isPreview })
  const held = await readHeldBack(ids)
  const lines: DistributionPreview['lines'] = []
  const held_back: DistributionPreview['held_back'] = []
  for (const { is_deleted, is_active, ...share } of shares) {
    const because = is_deleted
      ? 'account_closed'
      : (held.get(share.user_id) ?? (renamed.has(share.user_id) ? 'not_compared' : undefined))
    if (because) held_back.push({ ...share, because })
    else lines.push({ ...share, is_active })
  }
  return { lines, held_back }
}

/**
 * Books the payments in a single statement, one transaction each, and notifies the holders. The register is
 * locked, so the lines are those that were read.
 */
async function book(
  distributionId: number,
  token: { id: number; symbol: string },
  body: DistributionBody,
  heldBack: readonly { user_id: number }[],
) {
  const description = `Distribution of ${token.symbol}, record date ${body.record_date}`
  const computed = selectUnitsTimesAmount(sql`lines.units`, sql`${body.amount_per_unit}`)
  await database().execute(sql`
    with lines as materialized (
      select * from (${linesOf(token.id, body)}) as shares where user_id <> all(${idsOf(heldBack)}::int[])
    ), booked as (
      insert into ${transactions} (user_id, type, amount, description)
      select user_id, 'interest', amount, ${description}::text || ': ' || ${computed} from lines order by user_id
      returning id, user_id
    )
    insert into ${distributionLines} (distribution_id, user_id, units, amount, transaction_id)
    select ${distributionId}, lines.user_id, lines.units, lines.amount, booked.id from lines join booked using (user_id)`)
  await database().execute(sql`
    insert into notifications (user_id, category, type, title, message)
    select lines.user_id, 'transaction', 'success', ${`Distribution of ${token.symbol}`}::text,
      'You received $' || to_char(lines.amount, 'FM999,999,999,990.00') || ${` for the record date ${formatLongDate(body.record_date)}`}::text
        || ${formatRecordDateTime} || ': ' || ${computed} || ' (transaction ' || lines.transaction_id || ').'
    from ${distributionLines} as lines join ${distributions} as distribution on distribution.id = lines.distribution_id
    where lines.distribution_id = ${distributionId} order by lines.user_id`)
}

/** The matching distributions, newest first, with the number of holders. */
export async function listMatchingDistributions(condition: SQL | undefined): Promise<Distribution[]> {
  const { id, record_date, amount_per_unit, held_back, reason, created_at } = distributions
  const reversal = distributionReversals
  const rows = await database()
    .select({
      ...{ id, record_date, amount_per_unit, held_back, reason, created_at, holders: count() },
      // A held-back amount may have been paid since.
      total: sql<string>`sum(${distributionLines.amount})::text`,
      paid_later: sql<
        number[]
      >`(select coalesce(json_agg(later.user_id), '[]') from ${distributionLines} as later
        where later.distribution_id = ${id} and later.user_id in (
          select (share ->> 'user_id')::int from jsonb_array_elements(${held_back}) as share))`,
      reversal: { at: reversal.created_at, reason: reversal.reason },
    })
    .from(distributions)
    .innerJoin(distributionLines, eq(distributionLines.distribution_id, id))
    .leftJoin(reversal, eq(reversal.distribution_id, id))
    .where(condition)
    .groupBy(id, reversal.distribution_id)
    .orderBy(desc(id))
    .limit(DISTRIBUTIONS_MAX)
  const names = await listUserNames(rows.flatMap((row) => row.held_back.map(({ user_id }) => user_id)))
  return rows.map(({ reversal: taken, paid_later, ...row }) => {
    const unpaid = row.held_back.filter(({ user_id }) => !paid_later.includes(user_id))
    return {
      ...row,
      held_back: unpaid.map((share) => ({ ...share, name: names.get(share.user_id) ?? '' })),
      held_back_total: sumOf(unpaid),
      created_at: row.created_at.toISOString(),
      reversal: taken?.at ? { at: taken.at.toISOString(), reason: taken.reason } : null,
    }
  })
}

/** Throws `validation` for an amount per unit whose total exceeds what can be stored. */
async function checkTotal(
  tokenId: number,
  { record_date, amount_per_unit }: DistributionBody,
): Promise<void> {
  const limit = sql.raw(AMOUNT_LIMIT)
  const [row] = await database().execute<{ fits: boolean; most: string | null }>(sql`
    select round(units * ${amount_per_unit}::numeric, 2) < ${limit} as fits,
      trunc((${limit} - 0.01) / nullif(units, 0), 6)::text as most
    from (select coalesce(sum(units), 0) as units from (${selectHoldersOn(tokenId, record_date)}) as held) as held`)
  if (!row || row.fits) return
  throw invalidFieldProblem(
    '/amount_per_unit',
    `Total payments must be below $1,000,000,000,000. The maximum for this record date is $${addThousandsSeparators(row.most ?? '0')} per unit`,
  )
}

const ofDay = (tokenId: number, day: string) =>
  and(eq(distributions.token_id, tokenId), eq(distributions.record_date, day))

/** What a requested distribution pays and holds back by the current register, and earlier bookings. */
export const readShares = async (tokenId: number, terms: Terms) => ({
  ...(await partShares(await readLines(tokenId, terms), true)),
  earlier: await listMatchingDistributions(ofDay(tokenId, terms.record_date)),
})

/** What each holder receives, with earlier bookings for the same record date. */
async function planDistribution(tokenId: number, body: DistributionBody): Promise<DistributionPreview> {
  await checkTotal(tokenId, body)
  const shares = await readLines(tokenId, body)
  if (!body.dry_run) await lockHolders(shares.filter(({ is_deleted }) => !is_deleted))
  const { lines, held_back } = await partShares(shares, body.dry_run === true)
  const before = ofDay(tokenId, body.record_date)
  const earlier = await listMatchingDistributions(before)
  const earlier_count = await database().$count(distributions, before)
  // The largest payments. A distribution never makes cash negative.
  const shown = lines.slice(0, CASH_CHANGES_MAX).map(({ user_id, amount }) => ({ user_id, balance: amount }))
  const effect = await previewCash(shown)
  return {
    lines,
    held_back,
    total: sumOf(lines),
    head: await getChainHead(tokenId, body.record_date),
    earlier,
    earlier_count,
    effect: { ...effect, investors: lines.length },
  }
}

/** Throws `conflict` if there is nothing to book, or something other than what was shown. */
function checkPlan(
  plan: DistributionPreview,
  { head, earlier_count = 0, record_date }: DistributionBody,
): void {
  if (head !== undefined && head !== plan.head) {
    throw new Problem(
      'conflict',
      'The register has changed since the payments were calculated. Nothing was booked. Recalculate the payments.',
      { isFinal: true },
    )
  }
  if (earlier_count !== plan.earlier_count) {
    throw new Problem(
      'conflict',
      `Another distribution has been booked or reversed for record date ${record_date}. Nothing was booked. Recalculate the payments.`,
      { isFinal: true },
    )
  }
  if (plan.lines.length === 0 && plan.held_back.length > 0)
    throw new Problem('conflict', 'All shares would be held back. Nothing was booked.')
  if (plan.lines.length === 0)
    throw new Problem('conflict', 'No payments of at least one cent are due. Nothing was booked.', {
      isFinal: true,
    })
}

/**
 * Pays a distribution, or with `dry_run` only calculates it. Throws `not_found`, `validation` for a future
 * record date or an amount that is too large, and `conflict` if no one would receive a cent, a holder has not
 * been compared with the watchlist in force, the register has changed since the dry run, or the record date
 * has distributions that the request does not include. Shares of investors with an open or confirmed
 * watchlist match, of renamed ones not compared since, and of closed accounts are held back: they are kept
 * with the distribution and not paid.
 */
export function bookDistribution(
  symbol: string,
  body: DistributionBody,
  actor: Actor,
): Promise<DistributionPreview> {
  if (body.record_date > new Date().toISOString().slice(0, 10)) {
    throw invalidFieldProblem('/record_date', 'The record date cannot be in the future')
  }
  return inTransaction(async () => {
    await setStatementTimeout(BULK_TIMEOUT_MS)
    const token = await lockSeries(symbol)
    // Transfers and other bookings wait until the holders are read and paid, or came before.
    if (!body.dry_run) await lockRegister(token.id)
    const plan = await planDistribution(token.id, body)
    if (body.dry_run) return plan
    checkPlan(plan, body)
    // Units can move between the same holders without changing their number or the total.
    noteBasis(`register ${token.symbol} ${plan.head}`)
    const { lines, total, effect } = plan
    noteCash(
      effect.cash.map(({ available: _, available_after: _after, name: _name, ...cash }) => ({
        ...cash,
        reserved_after: cash.reserved,
      })),
      [],
    )
    const held_back = plan.held_back.map(({ name: _, ...share }) => share)
    const [row] = await database()
      .insert(distributions)
      .values({
        token_id: token.id,
        record_date: body.record_date,
        amount_per_unit: body.amount_per_unit,
        total,
        held_back,
        reason: body.reason,
        admin_id: actor.adminId,
      })
      .returning({ id: distributions.id })
    if (!row) throw new Error('An insert returned no row')
    await book(row.id, token, body, held_back)
    if ((await readHeldBack(lines.map(({ user_id }) => user_id))).size > 0)
      throw new SerializationFailure('A holder was found to be on a watchlist meanwhile')
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
        ...(held_back.length > 0 && { held_back }),
      },
    })
    return plan
  })
}

/** The distributions of a series, newest first. Throws `not_found`. */
export async function listDistributions(symbol: string): Promise<{ distributions: Distribution[] }> {
  const { token } = await findSeries(symbol)
  return { distributions: await listMatchingDistributions(eq(distributions.token_id, token.id)) }
}
