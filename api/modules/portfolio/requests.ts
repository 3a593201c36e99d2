/** Investment requests: what investors ask for, and how administrators decide. */
import { and, asc, count, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { RowsFile } from '#common/files'
import type { AdminPortfolio, adminPortfolios } from '#contract/admin-portfolios'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import { NOTHING_PENDING } from '#contract/portfolio'
import { Problem } from '#contract/problem'
import { database, inTransaction, slowDatabase } from '#db/connection'
import { checkViolation, SerializationFailure } from '#db/errors'
import { comesAfter, readList, searchIn } from '#db/listing'
import { lockLiveUser } from '#db/lock-order'
import { users } from '#db/schema/accounts'
import { alphabetical } from '#db/schema/columns'
import { notifications } from '#db/schema/notifications'
import { activities, investments, portfolios } from '#db/schema/portfolios'
import { symbolKey, tokens } from '#db/schema/tokens'
import { verifications } from '#db/schema/verifications'
import { recordAudit } from '#modules/audit/service'
import { decimal, exportCsv, yesOrNo } from '#modules/csv'
import { checkUnchanged } from '#modules/editing'
import { checkScreened, keptMatches, stand } from '#modules/screening/service'
import { lockToken } from '#modules/tokens/service'
import { type PortfolioRow, toAdminPortfolio } from './admin-service.ts'

const userName = sql<string>`${users.first_name} || ' ' || ${users.last_name}`
const startedClock = sql<Date>`coalesce(${portfolios.pending_since}, ${portfolios.updated_at})`.mapWith(
  portfolios.updated_at,
)

type Connection = ReturnType<typeof database>

const conditionOf = ({ search }: QueryOf<typeof adminPortfolios.exportPending>): SQL | undefined =>
  and(
    ne(portfolios.pending_investments, NOTHING_PENDING),
    isNull(users.deleted_at),
    ...searchIn(search, [
      users.first_name,
      users.last_name,
      users.email,
      portfolios.pending_investments,
      tokens.name,
    ]),
  )

const selectRequests = (connection: Connection) =>
  connection
    .select({
      portfolio_id: portfolios.id,
      user_id: users.id,
      user_name: userName,
      user_email: users.email,
      is_active: users.is_active,
      is_verified: users.is_verified,
      by_hand: sql<boolean>`coalesce(${verifications.by_hand}, false)`,
      screening: stand,
      pending_investments: portfolios.pending_investments,
      token_name: sql<string>`coalesce(${tokens.name}, '')`,
      last_updated: startedClock,
      total_value: portfolios.total_value,
      total_invested: portfolios.total_invested,
      active_investments: portfolios.active_investments,
      updated_at: portfolios.updated_at,
    })
    .from(portfolios)
    .innerJoin(users, eq(users.id, portfolios.user_id))
    .leftJoin(verifications, eq(verifications.user_id, users.id))
    .leftJoin(tokens, eq(symbolKey(tokens.symbol), symbolKey(portfolios.pending_investments)))

type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number]

const countRequests = (connection: Connection, condition: SQL | undefined) =>
  connection
    .select({ total: count() })
    .from(portfolios)
    .innerJoin(users, eq(users.id, portfolios.user_id))
    .leftJoin(tokens, eq(symbolKey(tokens.symbol), symbolKey(portfolios.pending_investments)))
    .where(condition)

/** A page of the pending requests. */
export async function listRequests(query: QueryOf<typeof adminPortfolios.pending>) {
  const condition = conditionOf(query)
  const sorts = {
    last_updated: startedClock,
    user_name: alphabetical(userName),
    pending_investments: portfolios.pending_investments,
  }
  const { rows, pagination } = await readList(query, {
    sorts,
    tie: portfolios.id,
    rows: ({ order, limit, offset }) =>
      selectRequests(database())
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () => countRequests(database(), condition),
  })
  return {
    requests: rows.map((row) => ({
      ...row,
      last_updated: row.last_updated.toISOString(),
      updated_at: row.updated_at.toISOString(),
    })),
    pagination,
  }
}

/** The pending requests as a file, longest waiting first. */
export function exportRequests(query: QueryOf<typeof adminPortfolios.exportPending>): Promise<RowsFile> {
  const condition = conditionOf(query)
  return exportCsv<RequestRow>({
    columns: [
      ['User ID', ({ user_id }) => user_id],
      ['Name', ({ user_name }) => user_name],
      ['Email', ({ user_email }) => user_email],
      ['Active', ({ is_active }) => yesOrNo(is_active)],
      ['Verified', ({ is_verified }) => yesOrNo(is_verified)],
      ['By hand', ({ by_hand }) => yesOrNo(by_hand)],
      ['Screening', ({ screening }) => screening],
      ['Token', ({ pending_investments }) => pending_investments],
      ['Token name', ({ token_name }) => token_name],
      ['Asked (UTC)', ({ last_updated }) => last_updated.toISOString()],
      ['Total value', ({ total_value }) => decimal(total_value)],
      ['Total invested', ({ total_invested }) => decimal(total_invested)],
      ['Active investments', ({ active_investments }) => active_investments],
    ],
    count: () => countRequests(slowDatabase(), condition),
    read: (last, limit) =>
      selectRequests(slowDatabase())
        .where(
          and(
            condition,
            comesAfter('>', [startedClock, portfolios.id], last && [last.last_updated, last.portfolio_id]),
          ),
        )
        .orderBy(asc(startedClock), asc(portfolios.id))
        .limit(limit),
  })
}

const decided = {
  pending_investments: NOTHING_PENDING,
  pending_since: null,
  rejected_symbol: null,
  rejected_at: null,
  rejection_reason: '',
}

interface RequestedToken {
  symbol: string
  /** Undefined when no token has this symbol. */
  id: number | undefined
  is_active: boolean
}

/**
 * The token that an investor asks for, locked until the transaction ends. Call it before the portfolio is locked, see
 * `lock-order.ts`; the request may therefore have changed by then.
 */
async function lockRequestedToken(userId: number): Promise<RequestedToken | undefined> {
  const [requested] = await database()
    .select({ symbol: portfolios.pending_investments })
    .from(portfolios)
    .where(eq(portfolios.user_id, userId))
  if (!requested || requested.symbol === NOTHING_PENDING) return undefined
  const token = await lockToken(requested.symbol)
  return { symbol: requested.symbol, id: token?.id, is_active: token?.is_active ?? false }
}

function checkOpen({ symbol, id, is_active }: RequestedToken): void {
  if (is_active) return
  throw new Problem(
    'conflict',
    id === undefined
      ? `There is no token ${symbol} any more. Reject the request, so that the investor can choose another.`
      : `The token ${symbol} is no longer open for investment. Activate it again, or reject the request.`,
  )
}

/** Counts the investment and stores the approval, with the activity and notification that the investor sees. */
async function approve(
  before: PortfolioRow,
  tokenId: number | undefined,
  actor: Actor,
): Promise<PortfolioRow | undefined> {
  const db = database()
  const symbol = before.pending_investments
  const [row] = await db
    .update(portfolios)
    .set({ ...decided, active_investments: sql`${portfolios.active_investments} + 1` })
    .where(eq(portfolios.id, before.id))
    .returning()
    .catch((error: unknown) => {
      if (!checkViolation(error)) throw error
      throw new Problem('conflict', 'This portfolio holds as many investments as one can hold.')
    })
  await db.insert(investments).values({
    user_id: before.user_id,
    token_id: tokenId,
    token_symbol: symbol,
    requested_at: before.pending_since,
    approved_by: actor.adminId,
  })
  await db.insert(activities).values({
    user_id: before.user_id,
    type: 'investment',
    description: `Investment in ${symbol} approved`,
    balance: before.total_value,
  })
  await db.insert(notifications).values({
    user_id: before.user_id,
    category: 'investment',
    type: 'success',
    title: 'Investment request approved',
    message: `Your request to invest in ${symbol} was approved. It now counts among your active investments.`,
  })
  return row
}

/** Ends the request, and tells the investor why, where a reason was given. */
async function reject(before: PortfolioRow, reason: string): Promise<PortfolioRow | undefined> {
  const db = database()
  const [row] = await db
    .update(portfolios)
    .set({
      ...decided,
      rejected_symbol: before.pending_investments,
      rejected_at: sql`now()`,
      rejection_reason: reason,
    })
    .where(eq(portfolios.id, before.id))
    .returning()
  await db.insert(activities).values({
    user_id: before.user_id,
    type: 'investment',
    description: `Request to invest in ${before.pending_investments} not approved`,
    balance: before.total_value,
  })
  await db.insert(notifications).values({
    user_id: before.user_id,
    category: 'investment',
    type: 'info',
    title: 'Investment request not approved',
    message: [
      `Your request to invest in ${before.pending_investments} was not approved.`,
      ...(reason ? [`\n\nReason: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}\n\n`] : [' ']),
      'You can choose a token again at any time.',
    ].join(''),
  })
  return row
}

/**
 * Decides an investor's request: all that follows from it is one database transaction. Of two simultaneous decisions
 * the second finds nothing waiting. Throws `not_found`, `conflict` when nothing waits or the token to approve is no
 * longer open for investment or a hit of the screening waits, `stale_write`, `not_verified` for an approval of an
 * investor who is not verified or disabled, and `validation` without a reason to approve somebody who is on a list.
 */
export function decideRequest(
  userId: number,
  { action, updated_at, reason = '' }: BodyOf<typeof adminPortfolios.decide>,
  actor: Actor,
): Promise<AdminPortfolio> {
  return inTransaction(async () => {
    const user = await lockLiveUser(userId, 'share')
    if (!user) throw new Problem('not_found', 'There is no user with this id.')
    const token = action === 'approve' ? await lockRequestedToken(userId) : undefined
    const [before] = await database()
      .select()
      .from(portfolios)
      .where(eq(portfolios.user_id, userId))
      .for('no key update')
    if (!before || before.pending_investments === NOTHING_PENDING) {
      throw new Problem('conflict', 'This request was already decided: nothing is waiting for this user.', {
        isFinal: true,
      })
    }
    checkUnchanged(before, updated_at, 'request')
    if (action === 'approve' && !user.is_active) {
      throw new Problem('not_verified', 'This user is disabled. Enable the account before you approve.')
    }
    if (action === 'approve' && !user.is_verified) {
      throw new Problem('not_verified', 'This user is not verified. Verify the account before you approve.')
    }
    const matches = action === 'approve' ? await checkScreened([userId], reason, 'approved') : undefined
    if (action === 'approve') {
      // The token was renamed, or another one was requested, between the two reads.
      if (token?.symbol !== before.pending_investments)
        throw new SerializationFailure('Another request waits')
      checkOpen(token)
    }
    const row = action === 'approve' ? await approve(before, token?.id, actor) : await reject(before, reason)
    if (!row) throw new Error('A locked row no longer exists')
    const after = toAdminPortfolio(row)
    const listed = keptMatches(matches?.get(userId))
    await recordAudit(actor, {
      action: `investment.${action}`,
      entity: 'portfolio',
      entityId: before.id,
      before: { ...toAdminPortfolio(before), ...listed },
      after: {
        ...after,
        token: before.pending_investments,
        ...(reason && { reason }),
        ...listed,
        ...(listed.on_list && { despite_list: true }),
      },
    })
    return after
  })
}
