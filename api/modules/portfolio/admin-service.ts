/** Portfolios as administrators manage them. */
import { and, count, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { RowsFile } from '#common/files'
import type {
  AdminPortfolio,
  adminPortfolios,
  DerivedPortfolio,
  PortfolioBody,
  PortfolioEdit,
} from '#contract/admin-portfolios'
import type { QueryOf } from '#contract/endpoint'
import { NOTHING_PENDING } from '#contract/portfolio'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction, slowDatabase } from '#db/connection'
import { readList, searchIn } from '#db/listing'
import { lockLiveUser } from '#db/lock-order'
import { users } from '#db/schema/accounts'
import { alphabetical } from '#db/schema/columns'
import { portfolios } from '#db/schema/portfolios'
import { recordAudit } from '#modules/audit/service'
import { decimal, exportCsv, yesOrNo } from '#modules/csv'
import { checkUnchanged } from '#modules/editing'
import { lockSymbol } from '#modules/tokens/service'
import { listDerived } from './derived.ts'
import { correctLastPoint } from './value-points.ts'

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
 * The derived figures of an investor, which are shown where none are entered: a change from or to them is as large as
 * they are far from the entered ones.
 */
async function readDerived(userId: number) {
  const [found] = await listDerived([userId])
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
 * The derived value, where entered figures take the place of derived ones and differ from them: two administrators
 * decide about it, however small the difference is.
 */
async function readReplaced(portfolio: AdminPortfolio): Promise<{ calculated_value?: string }> {
  const { derived } = await readDerived(portfolio.user_id)
  if (!derived) return {}
  const isThere = figureNames.some((name) => Number(derived[name]) !== 0)
  const differs = figureNames.some((name) => Number(derived[name]) !== Number(portfolio[name]))
  return isThere && differs ? { calculated_value: derived.total_value } : {}
}

const noSuchPortfolio = () => new Problem('not_found', 'There is no portfolio with this id.')

/** Locks the user until the surrounding transaction ends. Throws `validation` for an unknown user. */
export async function lockUser(userId: number): Promise<void> {
  if (!(await lockLiveUser(userId))) throw invalidField('/user_id', 'There is no such user')
}

type HolderQuery = QueryOf<typeof adminPortfolios.exportCsv>

const kinds: Record<HolderQuery['filter'], SQL | undefined> = {
  all: undefined,
  active: isNotNull(portfolios.id),
  none: isNull(portfolios.id),
}

const conditionOf = ({ filter, search }: HolderQuery): SQL | undefined =>
  and(
    isNull(users.deleted_at),
    kinds[filter],
    ...searchIn(search, [users.email, users.first_name, users.last_name]),
  )

const countHolders = (connection: ReturnType<typeof database>, condition: SQL | undefined) =>
  connection
    .select({ total: count() })
    .from(users)
    .leftJoin(portfolios, eq(portfolios.user_id, users.id))
    .where(condition)

/** A page of investors with their portfolios. */
export async function listPortfolios(query: QueryOf<typeof adminPortfolios.management>) {
  const condition = conditionOf(query)
  const sorts = {
    last_name: alphabetical(users.last_name),
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
    count: () => countHolders(database(), condition),
  })
  const ids = page.map((user) => user.id)
  const owned = await database().select().from(portfolios).where(inArray(portfolios.user_id, ids))
  return {
    users: page,
    portfolios: owned.map(toAdminPortfolio),
    derived: await listDerived(ids),
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
  slowDatabase().select(holderColumns).from(users).leftJoin(portfolios, eq(portfolios.user_id, users.id))

type HolderRow = Awaited<ReturnType<typeof selectHolders>>[number]

/** A holder with the figures that the investor sees; without any where there is nothing to derive them from. */
interface ExportedHolder extends HolderRow {
  source: '' | 'entered' | 'derived'
  shown: (Omit<DerivedPortfolio, 'user_id' | 'total_withdrawn'> & { total_withdrawn?: string }) | undefined
}

function toExported(row: HolderRow, derived: DerivedPortfolio | undefined): ExportedHolder {
  const { portfolio } = row
  if (portfolio?.is_recorded) return { ...row, source: 'entered', shown: toAdminPortfolio(portfolio) }
  const isEmpty = !derived || (Number(derived.total_value) === 0 && Number(derived.total_invested) === 0)
  return isEmpty ? { ...row, source: '', shown: undefined } : { ...row, source: 'derived', shown: derived }
}

/** Investors whose figures one statement derives: behind a pooler it has no longer than those of requests. */
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
  const ofUser = new Map<number, DerivedPortfolio>()
  for (let from = 0; from < rows.length; from += DERIVED_AT_ONCE) {
    const ids = rows.slice(from, from + DERIVED_AT_ONCE).map(({ id }) => id)
    for (const one of await listDerived(ids, slowDatabase())) ofUser.set(one.user_id, one)
  }
  return rows.map((row) => toExported(row, ofUser.get(row.id)))
}

/** The investors with their portfolios as a file, newest first, with the figures of the list. */
export function exportPortfolios(query: HolderQuery): Promise<RowsFile> {
  const condition = conditionOf(query)
  return exportCsv<ExportedHolder>({
    columns: [
      ['User ID', ({ id }) => id],
      ['First name', ({ first_name }) => first_name],
      ['Last name', ({ last_name }) => last_name],
      ['Email', ({ email }) => email],
      ['Verified', ({ is_verified }) => yesOrNo(is_verified)],
      ['Portfolio ID', ({ portfolio }) => portfolio?.id ?? ''],
      ['Total value', ({ shown }) => decimal(shown?.total_value)],
      ['Total invested', ({ shown }) => decimal(shown?.total_invested)],
      // Nobody enters it: it is known of derived figures.
      ['Total withdrawn', ({ shown }) => decimal(shown?.total_withdrawn)],
      ['Total gains', ({ shown }) => decimal(shown?.total_gains)],
      ['Performance (%)', ({ shown }) => shown?.performance ?? ''],
      ['Active investments', ({ shown }) => shown?.active_investments ?? ''],
      ['Pending investment', ({ portfolio }) => portfolio?.pending_investments ?? ''],
      ['Changed (UTC)', ({ portfolio }) => portfolio?.updated_at.toISOString() ?? ''],
      ['Figures', ({ source }) => source],
    ],
    count: () => countHolders(slowDatabase(), condition),
    read: (last, limit) => readExported(condition, last, limit),
  })
}

/**
 * The pending token of a portfolio, locked until the transaction ends; empty and `none` mean that nothing is pending.
 */
async function readPending(symbol: string | undefined) {
  if (!symbol || symbol.toLowerCase() === NOTHING_PENDING) {
    return { pending_investments: NOTHING_PENDING, pending_since: null }
  }
  const known = await lockSymbol(symbol)
  if (!known) throw invalidField('/pending_investments', 'There is no token with this symbol')
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
      const why = 'This user already has a portfolio. Reload to see and edit it.'
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
export async function readOnePortfolio(id: number): Promise<AdminPortfolio> {
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
    // Tokens are locked before portfolios, see `lock-order.ts`; yet a missing portfolio must be reported first.
    if (pending_investments !== undefined) await readOnePortfolio(id)
    const pending = pending_investments === undefined ? undefined : await readPending(pending_investments)
    const [before] = await database()
      .select()
      .from(portfolios)
      .where(eq(portfolios.id, id))
      .for('no key update')
    if (!before) throw noSuchPortfolio()
    checkUnchanged(before, updated_at, 'portfolio')
    // The same request keeps its waiting time.
    const isOther = pending && pending.pending_investments !== before.pending_investments
    const entered = Object.keys(figures).length > 0 && { ...figures, is_recorded: true }
    const changes = { ...entered, ...(isOther && pending) }
    if (Object.keys(changes).length === 0) return toAdminPortfolio(before)
    const [row] = await database().update(portfolios).set(changes).where(eq(portfolios.id, id)).returning()
    if (!row) throw noSuchPortfolio()
    const after = toAdminPortfolio(row)
    const isChanged = row.updated_at.getTime() !== before.updated_at.getTime()
    const corrected = corrects_last_point ? await correctLastPoint(row) : undefined
    await recordAudit(actor, {
      action: 'portfolio.update',
      entity: 'portfolio',
      entityId: id,
      before: {
        ...toAdminPortfolio(before),
        ...(!before.is_recorded && (await readDerived(before.user_id))),
        ...(corrected && { value_point: corrected }),
      },
      // What changes nothing is no entry.
      after: { ...after, ...(entered && isChanged && (await readReplaced(after))) },
    })
    return after
  })
}

/**
 * Goes back to derived figures. The entered ones and their history stay stored, and are not shown until figures are
 * entered again. Throws `not_found`.
 */
export function revertToDerived(id: number, actor: Actor): Promise<AdminPortfolio> {
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
    const before = { ...toAdminPortfolio(row), ...(await readDerived(row.user_id)) }
    await recordAudit(actor, { action: 'portfolio.delete', entity: 'portfolio', entityId: id, before })
  })
}
