/** What a series is in figures, from the register, its attestations and its valuations. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { Problem } from '#contract/problem'
import type { Attestation, SeriesFigures, UnitValue } from '#contract/series'
import { database } from '#db/connection'
import { holdings, registerHeads } from '#db/schema/register'
import { symbolKey, tokenCategories, tokens } from '#db/schema/tokens'
import { documentAddress } from '#modules/documents/public-files'
import type { TokenRow } from '#modules/tokens/service'
import { openSubscriptionStates } from '#shared/enums/series'

export const noSuchSeries = () => new Problem('not_found', 'There is no series with this symbol.')

/** A token by its symbol, with or without `$`, in any case. Throws `not_found`. */
export async function findSeries(symbol: string, condition?: SQL): Promise<TokenRow> {
  const [row] = await database()
    .select({ token: tokens, category: tokenCategories.name })
    .from(tokens)
    .innerJoin(tokenCategories, eq(tokenCategories.id, tokens.category_id))
    .where(and(eq(symbolKey(tokens.symbol), symbolKey(symbol)), condition))
  if (!row) throw noSuchSeries()
  return row
}

/** Such a token, which cannot be deleted until the surrounding transaction ends. Throws `not_found`. */
export async function lockSeries(symbol: string): Promise<TokenRow['token']> {
  const [token] = await database()
    .select()
    .from(tokens)
    .where(eq(symbolKey(tokens.symbol), symbolKey(symbol)))
    .for('key share')
  if (!token) throw noSuchSeries()
  return token
}

/** Holders are shown as a number from here on: fewer could be counted out. */
const HOLDERS_SHOWN_FROM = 10

interface FiguresRow extends Record<string, unknown> {
  units_in_issue: string
  reserved: string
  holders: number
  valuation: UnitValue | null
  attestation: (Omit<Attestation, 'url'> & { units_held: string; filename: string }) | null
  backing_percent: number | null
}

/** Units in issue and reserved, and what stands behind them. */
async function readRow(tokenId: number): Promise<FiguresRow> {
  const open = sql.join(
    openSubscriptionStates.map((state) => sql`${state}`),
    sql`, `,
  )
  const [row] = await database().execute<FiguresRow>(sql`
    select units_in_issue::text, reserved::text, holders, valuation, attestation,
      case when units_in_issue > 0
        then round(coalesce((attestation->>'units_held')::numeric, 0) * 100 / units_in_issue, 2)::float8 end as backing_percent
    from (
      select
        coalesce((select units_in_issue from ${registerHeads} where token_id = ${tokenId}), 0)::numeric(18, 6) as units_in_issue,
        coalesce((select sum(units) from subscriptions where token_id = ${tokenId} and state in (${open})), 0)::numeric(18, 6) as reserved,
        (select count(*)::int from ${holdings} where token_id = ${tokenId} and units > 0) as holders,
        (select json_build_object('low', low::text, 'preferred', preferred::text, 'high', high::text, 'as_of', as_of, 'method', method)
          from series_valuations where token_id = ${tokenId} order by as_of desc, id desc limit 1) as valuation,
        (select json_build_object('units_held', units_held::text, 'as_of', as_of, 'expires', expires, 'auditor', auditor,
            'sha256', sha256, 'filename', filename)
          from binding_attestation(${tokenId}) where id is not null) as attestation
    ) as read`)
  if (!row) throw noSuchSeries()
  return row
}

export interface SeriesState {
  figures: SeriesFigures
  /** Units of open subscriptions. */
  reserved: string
}

/** The figures of a series. */
export async function readFigures(tokenId: number): Promise<SeriesState> {
  const { attestation, holders, valuation, reserved, ...row } = await readRow(tokenId)
  const { units_held = '0.000000', filename = '', ...attested } = attestation ?? {}
  return {
    reserved,
    figures: {
      units_in_issue: row.units_in_issue,
      backing_percent: row.backing_percent,
      units_held,
      holders: holders < HOLDERS_SHOWN_FROM ? null : holders,
      unit_value: valuation,
      attestation: attestation && {
        ...(attested as Omit<Attestation, 'url'>),
        url: documentAddress(filename),
      },
    },
  }
}
