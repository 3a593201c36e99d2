/** The figures of a series, from the register, its attestations and its valuations. */
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { noteBasis } from '#common/write-recorder'
import type { Attestation, SeriesFigures, UnitValue } from '#contract/catalog/series'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { prepareStatement } from '#db/prepared-queries'
import { normalizeSymbol, tokenCategories, tokens } from '#db/schema/catalog/tokens'
import { registerHeads } from '#db/schema/holdings/register'
import { getDocumentPath } from '#modules/catalog/documents/public-files'
import type { TokenRow } from '#modules/catalog/tokens/token-catalog'
import { openSubscriptionStatuses } from '#shared/enums/series'

export const seriesNotFound = () => new Problem('not_found', 'Series not found.')

/** Binds an approval request to the series: another may have its symbol by the time it is approved. */
const noteSeries = (id: number): void => noteBasis(`series ${id}`)

/** A token by its symbol, with or without `$`, in any case. Throws `not_found`. */
export async function findSeries(symbol: string, condition?: SQL): Promise<TokenRow> {
  const [row] = await database()
    .select({ token: tokens, category: tokenCategories.name })
    .from(tokens)
    .innerJoin(tokenCategories, eq(tokenCategories.id, tokens.category_id))
    .where(and(eq(normalizeSymbol(tokens.symbol), normalizeSymbol(symbol)), condition))
  if (!row) throw seriesNotFound()
  noteSeries(row.token.id)
  return row
}

/** Such a token, which cannot be deleted until the surrounding transaction ends. Throws `not_found`. */
export async function lockSeries(symbol: string): Promise<TokenRow['token']> {
  const [token] = await database()
    .select()
    .from(tokens)
    .where(eq(normalizeSymbol(tokens.symbol), normalizeSymbol(symbol)))
    .for('key share')
  if (!token) throw seriesNotFound()
  noteSeries(token.id)
  return token
}

/** The symbol of a series, for audit entries about its parts. */
export async function readSymbol(tokenId: number): Promise<string> {
  const [token] = await database()
    .select({ symbol: tokens.symbol })
    .from(tokens)
    .where(eq(tokens.id, tokenId))
  if (!token) throw seriesNotFound()
  return token.symbol
}

/** Minimum number of holders that is shown: a smaller number could reveal individual holders. */
const HOLDERS_SHOWN_FROM = 10

type FiguresRow = [
  units_in_issue: string,
  reserved: string,
  holders: number,
  valuation: UnitValue | null,
  attestation: (Omit<Attestation, 'url'> & { units_held: string; filename: string }) | null,
  backing_percent: number | null,
  is_illustrative: boolean,
]

/** Units in issue and reserved, and their backing. */
const selectFigures = (tokenId: number | Placeholder) => sql`
  select coalesce(head.units_in_issue, 0)::numeric(18, 6)::text as units_in_issue,
    coalesce((select sum(units) from subscriptions where token_id = ${tokenId} and state in (${openSubscriptionStatusList})), 0)::numeric(18, 6)::text as reserved,
    coalesce(head.holders, 0) as holders,
    (select json_build_object('low', low::text, 'preferred', preferred::text, 'high', high::text, 'as_of', as_of, 'method', method)
      from series_valuations where token_id = ${tokenId} order by as_of desc, id desc limit 1) as valuation,
    case when attestation.id is not null then json_build_object('units_held', attestation.units_held::text, 'as_of', attestation.as_of,
      'expires', attestation.expires, 'auditor', attestation.auditor, 'sha256', attestation.sha256,
      'filename', attestation.filename) end as attestation,
    case when head.units_in_issue > 0
      then trunc(coalesce(attestation.units_held, 0) * 100 / head.units_in_issue, 2)::float8 end as backing_percent,
    exists (select from series as facts where facts.token_id = ${tokenId} and facts.is_illustrative) as is_illustrative
  from (select ${tokenId}::int as id) as series
  left join ${registerHeads} as head on head.token_id = series.id
  left join lateral (
    select * from series_attestations where token_id = series.id order by as_of desc, id desc limit 1
  ) as attestation on true`

/** The states of an open subscription, as a list for `in`. */
export const openSubscriptionStatusList = sql.raw(
  openSubscriptionStatuses.map((state) => `'${state}'`).join(', '),
)

const preparedFigures = prepareStatement<FiguresRow>(() => selectFigures(sql.placeholder('tokenId')))

export interface SeriesFiguresState {
  figures: SeriesFigures
  /** Units of open subscriptions. */
  reserved: string
}

function toState(row: FiguresRow | undefined): SeriesFiguresState {
  if (!row) throw seriesNotFound()
  const [units_in_issue, reserved, holders, valuation, attestation, backing_percent, is_illustrative] = row
  const { units_held = '0.000000', filename = '', ...attested } = attestation ?? {}
  return {
    reserved,
    figures: {
      units_in_issue,
      backing_percent,
      units_held,
      holders: holders < HOLDERS_SHOWN_FROM ? null : holders,
      unit_value: valuation,
      attestation: attestation && {
        ...(attested as Omit<Attestation, 'url'>),
        url: getDocumentPath(filename),
      },
      is_illustrative,
    },
  }
}

/** The figures of a series, as committed. */
export async function getSeriesFigures(tokenId: number): Promise<SeriesFiguresState> {
  const [row] = await preparedFigures({ tokenId })
  return toState(row)
}

/** The figures as the surrounding transaction sees them. */
export async function getUncommittedSeriesFigures(tokenId: number): Promise<SeriesFiguresState> {
  const [row] = await database().execute(selectFigures(tokenId))
  return toState(row && (Object.values(row) as unknown as FiguresRow))
}
