import { and, asc, eq, sql } from 'drizzle-orm'
import type { Token } from '#contract/tokens'
import { database } from '#db/connection'
import { tokenCategories, tokens } from '#db/schema/tokens'

export interface TokenRow {
  token: typeof tokens.$inferSelect
  /** Name of its category. */
  category: string
}

/** A token as it travels. */
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
 * The symbol, as it is written, of a token open for investment; capitals do not matter. In a transaction the
 * token stays as it is until that ends: a request for it and its deletion cannot miss each other.
 */
export async function findActiveSymbol(symbol: string): Promise<string | undefined> {
  const [token] = await database()
    .select({ symbol: tokens.symbol })
    .from(tokens)
    .where(and(eq(sql`lower(${tokens.symbol})`, sql`lower(${symbol})`), tokens.is_active))
    .for('key share')
  return token?.symbol
}

/** The symbol, as it is written, of a token, open for investment or not. */
export async function findSymbol(symbol: string): Promise<string | undefined> {
  const [token] = await database()
    .select({ symbol: tokens.symbol })
    .from(tokens)
    .where(eq(sql`lower(${tokens.symbol})`, sql`lower(${symbol})`))
  return token?.symbol
}
