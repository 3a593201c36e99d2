/** Investment requests: what investors ask for, and how administrators decide. */

import { and, asc, count, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { exportCsv, formatBoolean, toCsvDecimal } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertUnchanged } from '#common/optimistic-lock'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import type { AdminPortfolio, adminPortfolios } from '#contract/portfolio/admin-portfolios'
import { Problem } from '#contract/problem'
import { database, inTransaction, slowQueryDatabase } from '#db/connection'
import { getCheckViolation, SerializationFailure } from '#db/errors'
import { fullName } from '#db/full-name-sql'
import { keysetCondition, listPage, searchConditions } from '#db/list-queries'
import { lockActiveAccount } from '#db/row-locks'
import { normalizeSymbol, tokens } from '#db/schema/catalog/tokens'
import { collateAlphabetically } from '#db/schema/column-types'
import { verifications } from '#db/schema/compliance/verifications'
import { users } from '#db/schema/identity/accounts'
import { notifications } from '#db/schema/messaging/notifications'
import { activities, investments, portfolios } from '#db/schema/portfolio/portfolios'
import { lockToken } from '#modules/catalog/tokens/token-catalog'
import { assertScreened, stand, toAuditedMatches } from '#modules/compliance/screening/screening-matches'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { NO_PENDING_INVESTMENT } from '#shared/enums/portfolios'
import { type PortfolioRow, toAdminPortfolio } from './admin-portfolios.ts'
import { notifyRejected } from './rejected-request.ts'

const userName = fullName(users)
const startedClock = sql<Date>`coalesce(${portfolios.pending_since}, ${portfolios.updated_at})`.mapWith(
  portfolios.updated_at,
)

type Connection = ReturnType<typeof database>

const conditionOf = ({ search }: QueryOf<typeof adminPortfolios.exportInvestmentRequests>): SQL | undefined =>
  and(
    ne(portfolios.pending_investments, NO_PENDING_INVESTMENT),
    isNull(users.deleted_at),
    ...searchConditions(search, [
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
    .leftJoin(tokens, eq(normalizeSymbol(tokens.symbol), normalizeSymbol(portfolios.pending_investments)))

type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number]

const countRequests = (connection: Connection, condition: SQL | undefined) =>
  connection
    .select({ total: count() })
    .from(portfolios)
    .innerJoin(users, eq(users.id, portfolios.user_id))
    .leftJoin(tokens, eq(normalizeSymbol(tokens.symbol), normalizeSymbol(portfolios.pending_investments)))
    .where(condition)

/** A page of the pending requests. */
export async function listInvestmentRequests(query: QueryOf<typeof adminPortfolios.listInvestmentRequests>) {
  const condition = conditionOf(query)
  const sorts = {
    last_updated: startedClock,
    user_name: collateAlphabetically(userName),
    pending_investments: portfolios.pending_investments,
  }
  const { rows, pagination } = await listPage(query, {
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
export function exportInvestmentRequests(
  query: QueryOf<typeof adminPortfolios.exportInvestmentRequests>,
): Promise<GeneratedFile> {
  const condition = conditionOf(query)
  return exportCsv<RequestRow>({
    columns: [
      ['User ID', ({ user_id }) => user_id],
      ['Name', ({ user_name }) => user_name],
      ['Email', ({ user_email }) => user_email],
      ['Active', ({ is_active }) => formatBoolean(is_active)],
      ['Verified', ({ is_verified }) => formatBoolean(is_verified)],
      ['Manual verification', ({ by_hand }) => formatBoolean(by_hand)],
      ['Screening', ({ screening }) => screening],
      ['Token', ({ pending_investments }) => pending_investments],
      ['Token name', ({ token_name }) => token_name],
      ['Requested (UTC)', ({ last_updated }) => last_updated.toISOString()],
      ['Total value', ({ total_value }) => toCsvDecimal(total_value)],
      ['Total invested', ({ total_invested }) => toCsvDecimal(total_invested)],
      ['Active investments', ({ active_investments }) => active_investments],
    ],
    count: () => countRequests(slowQueryDatabase(), condition),
    read: (last, limit) =>
      selectRequests(slowQueryDatabase())
        .where(
          and(
            condition,
            keysetCondition(
              '>',
              [startedClock, portfolios.id],
              last && [last.last_updated, last.portfolio_id],
            ),
          ),
        )
        .orderBy(asc(startedClock), asc(portfolios.id))
        .limit(limit),
  })
}

const decided = {
  pending_investments: NO_PENDING_INVESTMENT,
  pending_since: null,
  rejected_symbol: null,
  rejected_at: null,
  rejection_reason: '',
}

interface RequestedToken {
  symbol: string
  /** Undefined if no token has this symbol. */
  id: number | undefined
  is_active: boolean
}

/**
 * The requested token, locked until the transaction ends. Call this before the portfolio is locked, see `row-locks.ts`;
 * the request may therefore have changed by then.
 */
async function lockRequestedToken(userId: number): Promise<RequestedToken | undefined> {
  const [requested] = await database()
    .select({ symbol: portfolios.pending_investments })
    .from(portfolios)
    .where(eq(portfolios.user_id, userId))
  if (!requested || requested.symbol === NO_PENDING_INVESTMENT) return undefined
  const token = await lockToken(requested.symbol)
  return { symbol: requested.symbol, id: token?.id, is_active: token?.is_active ?? false }
}

function checkOpen({ symbol, id, is_active }: RequestedToken): void {
  if (is_active) return
  throw new Problem(
    'conflict',
    id === undefined
      ? `Token ${symbol} no longer exists. Reject the request so that the investor can choose another token.`
      : `Token ${symbol} is not open for investment. Reactivate it or reject the request.`,
  )
}

/** Counts the investment and stores the approval, with the activity and notification shown to the investor. */
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
      if (!getCheckViolation(error)) throw error
      throw new Problem('conflict', 'This portfolio has reached the maximum number of investments.')
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
    message: `Your request to invest in ${symbol} has been approved and added to your active investments.`,
  })
  return row
}

/** Ends the request, and tells the investor why, if a reason was given. */
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
  await notifyRejected(before, reason)
  return row
}

/**
 * Decides an investor's request with all its consequences in one database transaction. Of two simultaneous decisions
 * the second finds nothing pending. Throws `not_found`, `conflict` if nothing is pending, the token to approve is no
 * longer open for investment or there is an open screening match, `stale_write`, `not_verified` when approving an
 * investor who is not verified or deactivated, and `validation` without a reason to approve a confirmed match.
 */
export function decideInvestmentRequest(
  userId: number,
  { action, updated_at, reason = '' }: BodyOf<typeof adminPortfolios.decideInvestmentRequest>,
  actor: Actor,
): Promise<AdminPortfolio> {
  return inTransaction(async () => {
    const user = await lockActiveAccount(userId, 'share')
    if (!user) throw new Problem('not_found', 'Investor not found.')
    const token = action === 'approve' ? await lockRequestedToken(userId) : undefined
    const [before] = await database()
      .select()
      .from(portfolios)
      .where(eq(portfolios.user_id, userId))
      .for('no key update')
    if (!before || before.pending_investments === NO_PENDING_INVESTMENT) {
      throw new Problem(
        'conflict',
        'This investor has no pending request; it may already have been decided.',
        {
          isFinal: true,
        },
      )
    }
    assertUnchanged(before, updated_at, 'request')
    if (action === 'approve' && !user.is_active) {
      throw new Problem('not_verified', 'This investor is inactive. Activate the account before approving.')
    }
    if (action === 'approve' && !user.is_verified) {
      throw new Problem(
        'not_verified',
        'This investor is not verified. Complete verification before approving.',
      )
    }
    const matches = action === 'approve' ? await assertScreened([userId], reason, 'approved') : undefined
    if (action === 'approve') {
      // The token was renamed, or another one was requested, between the two reads.
      if (token?.symbol !== before.pending_investments)
        throw new SerializationFailure('Another request waits')
      checkOpen(token)
    }
    const row = action === 'approve' ? await approve(before, token?.id, actor) : await reject(before, reason)
    if (!row) throw new Error('A locked row no longer exists')
    const after = toAdminPortfolio(row)
    const listed = toAuditedMatches(matches?.get(userId))
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
