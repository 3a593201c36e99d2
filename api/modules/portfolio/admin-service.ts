/** Portfolios as administrators keep them. */
import { and, count, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type {
  AdminPortfolio,
  adminPortfolios,
  PortfolioBody,
  PortfolioEdit,
} from '#contract/admin-portfolios'
import type { QueryOf } from '#contract/endpoint'
import { NOTHING_PENDING } from '#contract/portfolio'
import { Problem, refuseField } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { readList, searchIn } from '#db/listing'
import { users } from '#db/schema/accounts'
import { portfolios } from '#db/schema/portfolios'
import { recordAudit } from '#modules/audit/service'
import { checkUnchanged } from '#modules/editing'
import { findSymbol } from '#modules/tokens/service'
import type { Actor } from '#plugins/actor'

export type PortfolioRow = typeof portfolios.$inferSelect

export const toAdminPortfolio = ({ pending_since: _, ...row }: PortfolioRow): AdminPortfolio => ({
  ...row,
  performance: Number(row.performance),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const noSuchPortfolio = () => new Problem('not_found', 'There is no portfolio with this id.')

/** Throws `validation` where the body names nobody. The user stays until the transaction around this ends. */
export async function lockUser(userId: number): Promise<void> {
  const [user] = await database()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
    .for('share')
  if (!user) throw refuseField('/user_id', 'There is no such user')
}

/** A page of investors, and the portfolios of those on it. */
export async function listPortfolios(query: QueryOf<typeof adminPortfolios.management>) {
  const kinds: Record<typeof query.filter, SQL | undefined> = {
    all: undefined,
    active: isNotNull(portfolios.id),
    none: isNull(portfolios.id),
  }
  const condition = and(
    isNull(users.deleted_at),
    kinds[query.filter],
    ...searchIn(query.search, [users.email, users.first_name, users.last_name]),
  )
  const sorts = {
    last_name: sql`lower(${users.last_name})`,
    email: sql`lower(${users.email})`,
    created_at: users.created_at,
  }
  const { id, first_name, last_name, email, is_verified } = users
  const { rows: page, pagination } = await readList(query, {
    sorts,
    tie: users.id,
    rows: ({ order, limit, offset }) =>
      database()
        .select({ id, first_name, last_name, email, is_verified })
        .from(users)
        .leftJoin(portfolios, eq(portfolios.user_id, users.id))
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () =>
      database()
        .select({ total: count() })
        .from(users)
        .leftJoin(portfolios, eq(portfolios.user_id, users.id))
        .where(condition),
  })
  const ids = page.map((user) => user.id)
  const owned = await database().select().from(portfolios).where(inArray(portfolios.user_id, ids))
  return {
    users: page,
    portfolios: owned.map(toAdminPortfolio),
    pagination,
  }
}

/** The token a portfolio waits for, as it is written; empty and `none` mean that it waits for nothing. */
async function readPending(symbol: string | undefined) {
  if (!symbol || symbol.toLowerCase() === NOTHING_PENDING) {
    return { pending_investments: NOTHING_PENDING, pending_since: null }
  }
  const known = await findSymbol(symbol)
  if (!known) throw refuseField('/pending_investments', 'There is no token with this symbol')
  return { pending_investments: known, pending_since: sql`now()` }
}

/** Gives an investor a portfolio. Throws `validation` for an unknown investor or token, `conflict` where there is one. */
export function createPortfolio(
  { pending_investments, ...fields }: PortfolioBody,
  actor: Actor,
): Promise<AdminPortfolio> {
  return inTransaction(async () => {
    await lockUser(fields.user_id)
    const [row] = await database()
      .insert(portfolios)
      .values({ ...fields, ...(await readPending(pending_investments)) })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new Problem('conflict', 'This user already has a portfolio. Reload to see and edit it.')
    const after = toAdminPortfolio(row)
    await recordAudit(actor, { action: 'portfolio.create', entity: 'portfolio', entityId: row.id, after })
    return after
  })
}

/** One portfolio. Throws `not_found`. */
export async function readOnePortfolio(id: number): Promise<AdminPortfolio> {
  const [row] = await database().select().from(portfolios).where(eq(portfolios.id, id))
  if (!row) throw noSuchPortfolio()
  return toAdminPortfolio(row)
}

/** Changes the given figures. Throws `not_found`, `stale_write`, and `validation` for an unknown token. */
export function updatePortfolio(
  id: number,
  { updated_at, pending_investments, ...figures }: PortfolioEdit,
  actor: Actor,
): Promise<AdminPortfolio> {
  return inTransaction(async () => {
    const [before] = await database().select().from(portfolios).where(eq(portfolios.id, id)).for('update')
    if (!before) throw noSuchPortfolio()
    checkUnchanged(before, updated_at, 'portfolio')
    const pending = pending_investments === undefined ? undefined : await readPending(pending_investments)
    // The same request goes on waiting from when it was made.
    const isOther = pending && pending.pending_investments !== before.pending_investments
    const changes = { ...figures, ...(isOther && pending) }
    if (Object.keys(changes).length === 0) return toAdminPortfolio(before)
    const [row] = await database().update(portfolios).set(changes).where(eq(portfolios.id, id)).returning()
    if (!row) throw noSuchPortfolio()
    const after = toAdminPortfolio(row)
    await recordAudit(actor, {
      action: 'portfolio.update',
      entity: 'portfolio',
      entityId: id,
      before: toAdminPortfolio(before),
      after,
    })
    return after
  })
}

/** Deletes a portfolio with the history of its value. Throws `not_found`. */
export function deletePortfolio(id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const [row] = await database().delete(portfolios).where(eq(portfolios.id, id)).returning()
    if (!row) throw noSuchPortfolio()
    const before = toAdminPortfolio(row)
    await recordAudit(actor, { action: 'portfolio.delete', entity: 'portfolio', entityId: id, before })
  })
}
