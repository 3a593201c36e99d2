/** Portfolios as administrators manage them. */

import { and, count, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { exportCsv, formatBoolean, toCsvDecimal } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertUnchanged } from '#common/optimistic-lock'
import type { QueryOf } from '#contract/endpoint'
import type {
  AdminPortfolio,
  adminPortfolios,
  CalculatedPortfolio,
  PortfolioBody,
  PortfolioEdit,
} from '#contract/portfolio/admin-portfolios'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction, slowQueryDatabase } from '#db/connection'
import { listPage, searchInvestors } from '#db/list-queries'
import { lockActiveAccount } from '#db/row-locks'
import { collateAlphabetically } from '#db/schema/column-types'
import { users } from '#db/schema/identity/accounts'
import { portfolios } from '#db/schema/portfolio/portfolios'
import { lockSymbol } from '#modules/catalog/tokens/token-catalog'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { NO_PENDING_INVESTMENT } from '#shared/enums/portfolios'
import { listCalculatedPortfolios } from './calculated-figures.ts'
import { correctLatestValue } from './recorded-values.ts'
import { notifyRejected } from './rejected-request.ts'

export type PortfolioRow = typeof portfolios.$inferSelect

export const toAdminPortfolio = ({
  pending_since: _,
  rejected_symbol: __,
  rejected_at: ___,
  rejection_reason: ____,
  ...row
}: PortfolioRow): AdminPortfolio => ({
  ...row,
  performance: Number(row.performance),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/**
 * An investor's calculated figures, shown if none were entered: a change from or to them is measured by their distance
 * from the entered ones.
 */
async function readDerived(userId: number) {
  const [found] = await listCalculatedPortfolios([userId])
  if (!found) return {}
  const { user_id: _, total_withdrawn: __, ...derived } = found
  return { derived }
}

const figureNames = [
  'total_value',
  'total_invested',
  'total_gains',
  'performance',
  'active_investments',
] as const

/**
 * The calculated value, if differing manual figures replace it: two administrators decide, however small the
 * difference.
 */
async function readReplaced(portfolio: AdminPortfolio): Promise<{ calculated_value?: string }> {
  const { derived } = await readDerived(portfolio.user_id)
  if (!derived) return {}
  const isThere = figureNames.some((name) => Number(derived[name]) !== 0)
  const differs = figureNames.some((name) => Number(derived[name]) !== Number(portfolio[name]))
  return isThere && differs ? { calculated_value: derived.total_value } : {}
}

const noSuchPortfolio = () => new Problem('not_found', 'Portfolio not found.')

/** Locks the user until the surrounding transaction ends. Throws `validation` for an unknown user. */
export async function lockUser(userId: number): Promise<void> {
  if (!(await lockActiveAccount(userId))) throw invalidFieldProblem('/user_id', 'Investor not found')
}

type HolderQuery = QueryOf<typeof adminPortfolios.exportCsv>

const kinds: Record<HolderQuery['filter'], SQL | undefined> = {
  all: undefined,
  active: isNotNull(portfolios.id),
  none: isNull(portfolios.id),
}

const conditionOf = ({ filter, search }: HolderQuery): SQL | undefined =>
  and(isNull(users.deleted_at), kinds[filter], ...searchInvestors(search))

const countHolders = (connection: ReturnType<typeof database>, condition: SQL | undefined) =>
  connection
    .select({ total: count() })
    .from(users)
    .leftJoin(portfolios, eq(portfolios.user_id, users.id))
    .where(condition)

/** A page of investors with their portfolios. */
export async function listPortfolios(query: QueryOf<typeof adminPortfolios.list>) {
  const condition = conditionOf(query)
  const sorts = {
    last_name: collateAlphabetically(users.last_name),
    email: sql`lower(${users.email})`,
    created_at: users.created_at,
  }
  const { id, first_name, last_name, email, is_verified } = users
  const { rows: page, pagination } = await listPage(query, {
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
    count: () => countHolders(database(), condition),
  })
  const ids = page.map((user) => user.id)
  const owned = await database().select().from(portfolios).where(inArray(portfolios.user_id, ids))
  return {
    users: page,
    portfolios: owned.map(toAdminPortfolio),
    derived: await listCalculatedPortfolios(ids),
    pagination,
  }
}

const holderColumns = {
  id: users.id,
  first_name: users.first_name,
  last_name: users.last_name,
  email: users.email,
  is_verified: users.is_verified,
  portfolio: portfolios,
}

const selectHolders = () =>
  slowQueryDatabase().select(holderColumns).from(users).leftJoin(portfolios, eq(portfolios.user_id, users.id))

type HolderRow = Awaited<ReturnType<typeof selectHolders>>[number]

/** A holder with the figures shown to the investor; without any if there is nothing to calculate them from. */
interface ExportedHolder extends HolderRow {
  source: '' | 'entered' | 'derived'
  shown: (Omit<CalculatedPortfolio, 'user_id' | 'total_withdrawn'> & { total_withdrawn?: string }) | undefined
}

function toExported(row: HolderRow, derived: CalculatedPortfolio | undefined): ExportedHolder {
  const { portfolio } = row
  if (portfolio?.is_recorded) return { ...row, source: 'entered', shown: toAdminPortfolio(portfolio) }
  const isEmpty = !derived || (Number(derived.total_value) === 0 && Number(derived.total_invested) === 0)
  return isEmpty ? { ...row, source: '', shown: undefined } : { ...row, source: 'derived', shown: derived }
}

/** Investors whose figures one statement calculates: behind a pooler it is limited like those of requests. */
const DERIVED_AT_ONCE = 100

/** The holders after `last`, with their figures. */
async function readExported(
  condition: SQL | undefined,
  last: HolderRow | undefined,
  limit: number,
): Promise<ExportedHolder[]> {
  const rows = await selectHolders()
    .where(and(condition, last && lt(users.id, last.id)))
    // Ids are assigned in the order of registration.
    .orderBy(desc(users.id))
    .limit(limit)
  const ofUser = new Map<number, CalculatedPortfolio>()
  for (let from = 0; from < rows.length; from += DERIVED_AT_ONCE) {
    const ids = rows.slice(from, from + DERIVED_AT_ONCE).map(({ id }) => id)
    for (const one of await listCalculatedPortfolios(ids, slowQueryDatabase())) ofUser.set(one.user_id, one)
  }
  return rows.map((row) => toExported(row, ofUser.get(row.id)))
}

/** The investors with their portfolios as a file, newest first, with the figures of the list. */
export function exportPortfolios(query: HolderQuery): Promise<GeneratedFile> {
  const condition = conditionOf(query)
  return exportCsv<ExportedHolder>({
    columns: [
      ['User ID', ({ id }) => id],
      ['First name', ({ first_name }) => first_name],
      ['Last name', ({ last_name }) => last_name],
      ['Email', ({ email }) => email],
      ['Verified', ({ is_verified }) => formatBoolean(is_verified)],
      ['Portfolio ID', ({ portfolio }) => portfolio?.id ?? ''],
      ['Total value', ({ shown }) => toCsvDecimal(shown?.total_value)],
      ['Total invested', ({ shown }) => toCsvDecimal(shown?.total_invested)],
      // Never entered manually: known only for calculated figures.
      ['Total withdrawn', ({ shown }) => toCsvDecimal(shown?.total_withdrawn)],
      ['Total gains', ({ shown }) => toCsvDecimal(shown?.total_gains)],
      ['Performance (%)', ({ shown }) => shown?.performance ?? ''],
      ['Active investments', ({ shown }) => shown?.active_investments ?? ''],
      ['Pending investment', ({ portfolio }) => portfolio?.pending_investments ?? ''],
      ['Updated (UTC)', ({ portfolio }) => portfolio?.updated_at.toISOString() ?? ''],
      ['Figures source', ({ source }) => source],
    ],
    count: () => countHolders(slowQueryDatabase(), condition),
    read: (last, limit) => readExported(condition, last, limit),
  })
}

/**
 * The pending token of a portfolio, locked until the transaction ends; empty and `none` mean that nothing is pending.
 */
async function readPending(symbol: string | undefined) {
  if (!symbol || symbol.toLowerCase() === NO_PENDING_INVESTMENT) {
    return { pending_investments: NO_PENDING_INVESTMENT, pending_since: null }
  }
  const known = await lockSymbol(symbol)
  if (!known) throw invalidFieldProblem('/pending_investments', 'Unknown token symbol')
  return {
    pending_investments: known,
    pending_since: sql`now()`,
    rejected_symbol: null,
    rejected_at: null,
    rejection_reason: '',
  }
}

/**
 * Creates an investor's portfolio. Throws `validation` for an unknown investor or token, `conflict` if one exists.
 */
export function createPortfolio(
  { pending_investments, ...fields }: PortfolioBody,
  actor: Actor,
): Promise<AdminPortfolio> {
  return inTransaction(async () => {
    await lockUser(fields.user_id)
    const pending = await readPending(pending_investments)
    const [row] = await database()
      .insert(portfolios)
      .values({ ...fields, ...pending })
      .onConflictDoNothing()
      .returning()
    if (!row) {
      const why = 'This investor already has a portfolio. Reload to view and edit it.'
      throw new Problem('conflict', why, { isFinal: true })
    }
    const after = toAdminPortfolio(row)
    await recordAudit(actor, {
      action: 'portfolio.create',
      entity: 'portfolio',
      entityId: row.id,
      after: { ...after, ...(await readDerived(row.user_id)), ...(await readReplaced(after)) },
    })
    return after
  })
}

/** One portfolio. Throws `not_found`. */
export async function getPortfolioById(id: number): Promise<AdminPortfolio> {
  const [row] = await database().select().from(portfolios).where(eq(portfolios.id, id))
  if (!row) throw noSuchPortfolio()
  return toAdminPortfolio(row)
}

/**
 * Changes the given figures. With `corrects_last_point` the previous figures were a mistake, and their point in the
 * value chart is replaced. Throws `not_found`, `stale_write`, and `validation` for an unknown token.
 */
export function updatePortfolio(
  id: number,
  { updated_at, pending_investments, corrects_last_point = false, ...figures }: PortfolioEdit,
  actor: Actor,
): Promise<AdminPortfolio> {
  return inTransaction(async () => {
    // Tokens are locked before portfolios, see `row-locks.ts`; yet a missing portfolio must be reported first.
    if (pending_investments !== undefined) await getPortfolioById(id)
    const pending = pending_investments === undefined ? undefined : await readPending(pending_investments)
    const [before] = await database()
      .select()
      .from(portfolios)
      .where(eq(portfolios.id, id))
      .for('no key update')
    if (!before) throw noSuchPortfolio()
    assertUnchanged(before, updated_at, 'portfolio')
    // The same request keeps its waiting time.
    const isOther = pending && pending.pending_investments !== before.pending_investments
    const entered = Object.keys(figures).length > 0 && { ...figures, is_recorded: true }
    const changes = { ...entered, ...(isOther && pending) }
    if (Object.keys(changes).length === 0) return toAdminPortfolio(before)
    const [row] = await database().update(portfolios).set(changes).where(eq(portfolios.id, id)).returning()
    if (!row) throw noSuchPortfolio()
    const after = toAdminPortfolio(row)
    const isChanged = row.updated_at.getTime() !== before.updated_at.getTime()
    const corrected = corrects_last_point ? await correctLatestValue(row) : undefined
    await recordAudit(actor, {
      action: 'portfolio.update',
      entity: 'portfolio',
      entityId: id,
      before: {
        ...toAdminPortfolio(before),
        ...(!before.is_recorded && (await readDerived(before.user_id))),
        ...(corrected && { value_point: corrected }),
      },
      // A change without effect is not recorded.
      after: { ...after, ...(entered && isChanged && (await readReplaced(after))) },
    })
    return after
  })
}

/**
 * Returns to calculated figures. The entered ones and their history stay stored, but are not shown until figures are
 * entered again. Throws `not_found`.
 */
export function revertToCalculated(id: number, actor: Actor): Promise<AdminPortfolio> {
  return inTransaction(async () => {
    const [before] = await database()
      .select()
      .from(portfolios)
      .where(eq(portfolios.id, id))
      .for('no key update')
    if (!before) throw noSuchPortfolio()
    if (!before.is_recorded) return toAdminPortfolio(before)
    const [row] = await database()
      .update(portfolios)
      .set({ is_recorded: false })
      .where(eq(portfolios.id, id))
      .returning()
    if (!row) throw noSuchPortfolio()
    const after = toAdminPortfolio(row)
    await recordAudit(actor, {
      action: 'portfolio.use_derived',
      entity: 'portfolio',
      entityId: id,
      before: toAdminPortfolio(before),
      after: { ...after, ...(await readDerived(after.user_id)) },
    })
    return after
  })
}

/** Deletes a portfolio with its value history. Throws `not_found`. */
export function deletePortfolio(id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const [row] = await database().delete(portfolios).where(eq(portfolios.id, id)).returning()
    if (!row) throw noSuchPortfolio()
    if (row.pending_investments !== NO_PENDING_INVESTMENT) await notifyRejected(row, '')
    const before = { ...toAdminPortfolio(row), ...(await readDerived(row.user_id)) }
    await recordAudit(actor, { action: 'portfolio.delete', entity: 'portfolio', entityId: id, before })
  })
}
