/** The token catalog, as administrators manage it. */
import { and, asc, count, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { invalidateCache } from '#common/cache-invalidation'
import { exportCsv, formatBoolean } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { toNameShape } from '#common/look-alikes'
import { assertUnchanged } from '#common/optimistic-lock'
import { requireSecond } from '#common/write-recorder'
import type { adminTokens, TokenBody, TokenEdit } from '#contract/catalog/admin-tokens'
import { type Token, tokenIcons } from '#contract/catalog/tokens'
import type { QueryOf } from '#contract/endpoint'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction, slowQueryDatabase } from '#db/connection'
import { getForeignKeyViolation, getUniqueViolation } from '#db/errors'
import { searchConditions } from '#db/list-queries'
import { lockedRowsCondition } from '#db/row-locks'
import { seriesAttestations } from '#db/schema/catalog/series'
import { normalizeSymbol, tokenCategories, tokens } from '#db/schema/catalog/tokens'
import { registerMovements } from '#db/schema/holdings/register'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { investments, portfolios } from '#db/schema/portfolio/portfolios'
import { describePublished, requireSecondIfReliedUpon } from '#modules/catalog/series/published-series'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { NO_PENDING_INVESTMENT } from '#shared/enums/portfolios'
import { stripSymbolPrefix } from '#shared/series-code'
import { lockIcon } from './icons.ts'
import { type TokenRow, toToken } from './token-catalog.ts'

const selectTokens = (connection: ReturnType<typeof database>) =>
  connection
    .select({ token: tokens, category: tokenCategories.name })
    .from(tokens)
    .innerJoin(tokenCategories, eq(tokenCategories.id, tokens.category_id))

/** All tokens, in the order in which they were added. */
export async function listAllTokens(): Promise<Token[]> {
  const rows = await selectTokens(database()).orderBy(asc(tokens.id))
  return rows.map(toToken)
}

/** The tokens as a file, in the order in which they were added. */
export function exportTokens(query: QueryOf<typeof adminTokens.exportCsv>): Promise<GeneratedFile> {
  const { symbol, name, location, is_active, id } = tokens
  const condition = and(
    query.category ? eq(tokenCategories.name, query.category) : undefined,
    query.state === 'all' ? undefined : eq(is_active, query.state === 'active'),
    ...searchConditions(query.search, [symbol, name, tokenCategories.name, location]),
  )
  return exportCsv<TokenRow>({
    columns: [
      ['Token ID', ({ token }) => token.id],
      ['Symbol', ({ token }) => token.symbol],
      ['Name', ({ token }) => token.name],
      ['Category', ({ category }) => category],
      ['Location', ({ token }) => token.location],
      ['Description', ({ token }) => token.description],
      ['Color', ({ token }) => token.color],
      ['Icon', ({ token }) => token.icon_url || token.icon],
      ['Active', ({ token }) => formatBoolean(token.is_active)],
      ['Added (UTC)', ({ token }) => token.created_at.toISOString()],
      ['Updated (UTC)', ({ token }) => token.updated_at.toISOString()],
    ],
    count: () =>
      slowQueryDatabase()
        .select({ total: count() })
        .from(tokens)
        .innerJoin(tokenCategories, eq(tokenCategories.id, tokens.category_id))
        .where(condition),
    read: (last, limit) =>
      selectTokens(slowQueryDatabase())
        .where(and(condition, last && gt(id, last.token.id)))
        .orderBy(asc(id))
        .limit(limit),
  })
}

/** Why a second administrator decides about an active token. */
const SHOWN = 'Everyone can see an active token.'

const noSuchToken = () => new Problem('not_found', 'Token not found.')

/**
 * A token, locked until the transaction ends: no administrator can change it and no investor request it in the
 * meantime. `update` for a token that will be deleted.
 */
async function lock(id: number, strength: 'no key update' | 'update'): Promise<TokenRow> {
  const [row] = await selectTokens(database()).where(eq(tokens.id, id)).for(strength, { of: tokens })
  if (!row) throw noSuchToken()
  return row
}

/**
 * A category, locked until the transaction ends: its name is not changed in the meantime. Throws `validation` if there is
 * none.
 */
async function lockCategory(condition: SQL): Promise<{ id: number; name: string }> {
  const [row] = await database()
    .select({ id: tokenCategories.id, name: tokenCategories.name })
    .from(tokenCategories)
    .where(condition)
    .for('share')
  if (!row) throw invalidFieldProblem('/category', 'Unknown category. Add it first')
  return row
}

const isNamed = (name: string): SQL => eq(sql`lower(${tokenCategories.name})`, sql`lower(${name})`)

/** Checks that the icon exists, and returns how it is stored. */
async function checkIcon<T extends Pick<Token, 'icon' | 'icon_type' | 'icon_url'>>(wanted: T) {
  if (wanted.icon_type === 'lucide') {
    if (!(tokenIcons as readonly string[]).includes(wanted.icon)) {
      throw invalidFieldProblem('/icon', `Select one of ${tokenIcons.join(', ')}`)
    }
    return { icon: wanted.icon, icon_type: 'lucide' as const, icon_url: '' }
  }
  await lockIcon(wanted.icon_url)
  return { icon: wanted.icon, icon_type: 'custom' as const, icon_url: wanted.icon_url }
}

const symbolTaken = () =>
  new Problem('conflict', 'A token with this symbol already exists (ignoring case and a leading $)')

const isSameSymbol = (one: string, other: string): boolean =>
  stripSymbolPrefix(one).toLowerCase() === stripSymbolPrefix(other).toLowerCase()

const explainDuplicate = (error: unknown): unknown =>
  getUniqueViolation(error) === 'tokens_symbol_unique' ? symbolTaken() : error

/**
 * Throws `conflict` for a symbol or name that investors could take for another token's, such as `W1TGOLD` for `WITGOLD`.
 * Two concurrent additions take turns, so that they do not miss each other.
 */
async function assertDistinct(
  { symbol, name }: Pick<TokenEdit, 'symbol' | 'name'>,
  ownId?: number,
): Promise<void> {
  if (symbol === undefined && name === undefined) return
  await database().execute(sql`select pg_advisory_xact_lock(hashtext('names of tokens'))`)
  const rows = await database()
    .select({ id: tokens.id, symbol: tokens.symbol, name: tokens.name })
    .from(tokens)
  const others = rows.filter(({ id }) => id !== ownId)
  const own = rows.find(({ id }) => id === ownId)
  const findSimilar = (field: 'symbol' | 'name', value: string | undefined) =>
    value === undefined || value === own?.[field]
      ? undefined
      : others.find((other) => toNameShape(other[field]) === toNameShape(value))
  const sameSymbol = findSimilar('symbol', symbol)
  if (sameSymbol && isSameSymbol(sameSymbol.symbol, symbol ?? '')) throw symbolTaken()
  if (sameSymbol)
    throw new Problem(
      'conflict',
      `This symbol could be mistaken for ${sameSymbol.symbol}. Choose one that differs in more than look-alike letters, digits or punctuation.`,
    )
  const sameName = findSimilar('name', name)
  if (sameName)
    throw new Problem(
      'conflict',
      `This name could be mistaken for “${sameName.name}” (${sameName.symbol}). Choose another.`,
    )
}

/**
 * Adds a token. Throws `conflict` for a symbol or name like another token's, `validation` for an unknown category or
 * icon.
 */
export async function createToken(body: TokenBody, actor: Actor): Promise<Token> {
  const { category: categoryName, icon, icon_type, icon_url, ...rest } = body
  try {
    return await inTransaction(async () => {
      const category = await lockCategory(isNamed(categoryName))
      const drawn = await checkIcon({ icon, icon_type, icon_url })
      await assertDistinct(rest)
      const [row] = await database()
        .insert(tokens)
        .values({ ...rest, ...drawn, category_id: category.id })
        .returning()
      if (!row) throw noSuchToken()
      const token = toToken({ token: row, category: category.name })
      if (token.is_active) requireSecond(SHOWN)
      invalidateCache('tokens')
      await recordAudit(actor, { action: 'token.create', entity: 'token', entityId: token.id, after: token })
      return token
    })
  } catch (error) {
    throw explainDuplicate(error)
  }
}

/** Requests refer to the token by its symbol. */
const isRequested = (symbol: string) =>
  and(
    ne(portfolios.pending_investments, NO_PENDING_INVESTMENT),
    eq(normalizeSymbol(portfolios.pending_investments), normalizeSymbol(symbol)),
  )

/**
 * Throws `conflict` if a series has subscriptions, register entries or attestations. Documents and signed snapshots name
 * its symbol, which another series could otherwise take over.
 */
async function checkRenamable({
  id,
  symbol,
}: Pick<typeof tokens.$inferSelect, 'id' | 'symbol'>): Promise<void> {
  const [row] = await database().execute<{ is_named: boolean }>(sql`
    select exists (select from ${subscriptions} where token_id = ${id})
      or exists (select from ${registerMovements} where token_id = ${id})
      or exists (select from ${seriesAttestations} where token_id = ${id}) as is_named`)
  if (!row?.is_named) return
  throw new Problem(
    'conflict',
    `The symbol ${symbol} can no longer be changed: subscriptions, units or attestations of this series refer to it, as do certificates and signed snapshots.`,
  )
}

/**
 * Changes a token. A new symbol also changes in pending requests, and its investments are listed under it. Throws
 * `not_found`, `stale_write`, `conflict` and `validation`.
 */
export async function updateToken(
  id: number,
  { updated_at, category: categoryName, ...changes }: TokenEdit,
  actor: Actor,
  action = 'token.update',
): Promise<Token> {
  try {
    return await inTransaction(async () => {
      await assertDistinct(changes, id)
      const { token: before, category: oldName } = await lock(id, 'no key update')
      assertUnchanged(before, updated_at, 'token')
      const category = await lockCategory(
        categoryName === undefined ? eq(tokenCategories.id, before.category_id) : isNamed(categoryName),
      )
      const wanted = { ...before, ...changes }
      const touchesIcon =
        changes.icon !== undefined || changes.icon_type !== undefined || changes.icon_url !== undefined
      const drawn = touchesIcon ? await checkIcon(wanted) : {}
      const [row] = await database()
        .update(tokens)
        .set({ ...changes, ...drawn, category_id: category.id })
        .where(eq(tokens.id, id))
        .returning()
      if (!row) throw noSuchToken()
      if (row.symbol !== before.symbol) {
        await checkRenamable(before)
        await database()
          .update(portfolios)
          .set({ pending_investments: row.symbol })
          .where(lockedRowsCondition(portfolios, isRequested(before.symbol), 'no key update'))
      }
      if (row.updated_at.getTime() !== before.updated_at.getTime()) {
        if (row.is_active) requireSecond(SHOWN)
        else await requireSecondIfReliedUpon(id)
      }
      const token = toToken({ token: row, category: category.name })
      invalidateCache('tokens')
      await recordAudit(actor, {
        action,
        entity: 'token',
        entityId: id,
        before: toToken({ token: before, category: oldName }),
        after: {
          ...token,
          ...(row.is_active && !before.is_active && { publishes: await describePublished(id) }),
        },
      })
      return token
    })
  } catch (error) {
    throw explainDuplicate(error)
  }
}

/** Opens a token for investment or hides it. Pending requests for it remain to be decided. */
export const setTokenStatus = (
  id: number,
  { is_active, updated_at }: { is_active: boolean; updated_at?: string },
  actor: Actor,
): Promise<Token> =>
  updateToken(id, { is_active, updated_at }, actor, is_active ? 'token.activate' : 'token.deactivate')

/** Writes the symbol of a token to be deleted into its investments, some of which were made under an earlier symbol. */
const storeLastSymbol = ({ id, symbol }: TokenRow['token']) =>
  database()
    .update(investments)
    .set({ token_symbol: symbol })
    .where(
      lockedRowsCondition(
        investments,
        and(eq(investments.token_id, id), ne(investments.token_symbol, symbol)),
        'no key update',
      ),
    )

/**
 * Deletes a token. Throws `conflict` while a request for it is pending, because the investor is owed a decision first,
 * and if its series has any records. Existing investments keep its last symbol.
 */
export async function deleteToken(id: number, actor: Actor): Promise<void> {
  try {
    await inTransaction(() => deleteUnused(id, actor))
  } catch (error) {
    if (getForeignKeyViolation(error) === undefined) throw error
    throw new Problem(
      'conflict',
      'This token has valuations, attestations, documents, offerings or register entries and cannot be deleted. Deactivate it instead.',
    )
  }
}

async function deleteUnused(id: number, actor: Actor): Promise<void> {
  const before = await lock(id, 'update')
  const [requested] = await database()
    .select({ total: count() })
    .from(portfolios)
    .where(isRequested(before.token.symbol))
  const waiting = requested?.total ?? 0
  if (waiting > 0) {
    const requests =
      waiting === 1 ? '1 investment request is pending' : `${waiting} investment requests are pending`
    throw new Problem('conflict', `${requests} for this token. Approve or reject before deleting it.`)
  }
  await storeLastSymbol(before.token)
  await database().delete(tokens).where(eq(tokens.id, id))
  invalidateCache('tokens')
  await recordAudit(actor, {
    action: 'token.delete',
    entity: 'token',
    entityId: id,
    before: toToken(before),
  })
}
