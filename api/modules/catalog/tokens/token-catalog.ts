import { and, asc, eq, sql } from 'drizzle-orm'
import type { Token } from '#contract/catalog/tokens'
import { database } from '#db/connection'
import { normalizeSymbol, tokenCategories, tokens } from '#db/schema/catalog/tokens'

export interface TokenRow {
  token: typeof tokens.$inferSelect
  /** Name of its category. */
  category: string
}

/** A token as sent to clients. */
export const toToken = ({ token: { category_id: _, ...token }, category }: TokenRow): Token => ({
  ...token,
  category,
  created_at: token.created_at.toISOString(),
  updated_at: token.updated_at.toISOString(),
})

/** The tokens open for investment, in the order in which they were added. */
export async function listActiveTokens(): Promise<Token[]> {
  const rows = await database()
    .select({ token: tokens, category: tokenCategories.name })
    .from(tokens)
    .innerJoin(tokenCategories, eq(tokenCategories.id, tokens.category_id))
    .where(sql`${tokens.is_active}`)
    .orderBy(asc(tokens.id))
  return rows.map(toToken)
}

/**
 * The symbol, as written, of a token open for investment; case and a leading `$` are ignored. In a transaction the
 * token is locked until it ends, so a request cannot overlap with its renaming, closing or deletion.
 */
export async function findActiveSymbol(symbol: string): Promise<string | undefined> {
  const [token] = await database()
    .select({ symbol: tokens.symbol })
    .from(tokens)
    .where(and(eq(normalizeSymbol(tokens.symbol), normalizeSymbol(symbol)), tokens.is_active))
    .for('share')
  return token?.symbol
}

/** A token by its symbol, open for investment or not, locked until the surrounding transaction ends. */
export async function lockToken(symbol: string) {
  const { id, is_active } = tokens
  const [token] = await database()
    .select({ id, is_active, symbol: tokens.symbol })
    .from(tokens)
    .where(eq(normalizeSymbol(tokens.symbol), normalizeSymbol(symbol)))
    .for('share')
  return token
}

/** The symbol of such a token, as written. */
export const lockSymbol = async (symbol: string): Promise<string | undefined> =>
  (await lockToken(symbol))?.symbol
