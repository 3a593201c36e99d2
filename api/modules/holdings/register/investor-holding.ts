/** One holding of an investor: its register entries, and details of its series. */
import { sql } from 'drizzle-orm'
import type { SeriesDocument, Valuation } from '#contract/catalog/series'
import type { ResponseOf } from '#contract/endpoint'
import type { HoldingEntry, holdings, ReceivedDistribution } from '#contract/holdings/holdings'
import { Problem } from '#contract/problem'
import { prepareStatement } from '#db/prepared-queries'
import { normalizeSymbol } from '#db/schema/catalog/tokens'
import { recordDateTime } from '#modules/cash/transactions/distribution-text'
import { getDocumentPath } from '#modules/catalog/documents/public-files'
import { seriesNotFound } from '#modules/catalog/series/series-figures'
import { listHoldings } from './investor-holdings.ts'

/** Most entries, valuations, documents and distributions of a holding in one response. */
const MAX_ENTRIES = sql.raw('500')
const MAX_VALUATIONS = sql.raw('500')
const MAX_DOCUMENTS = sql.raw('200')
const MAX_DISTRIBUTIONS = sql.raw('200')

const userId = sql.placeholder('userId')
const symbol = sql.placeholder('symbol')

type DetailRow = [
  symbol: string,
  name: string,
  is_illustrative: boolean,
  is_listed: boolean,
  is_offered: boolean,
  entries: HoldingEntry[] | null,
  valuations: Valuation[] | null,
  documents: (Omit<SeriesDocument, 'url'> & { filename: string })[] | null,
  distributions: ReceivedDistribution[] | null,
]

/** A single statement: times in the format of a response, and balances calculated back from the holding. */
const holdingDetail = prepareStatement<DetailRow>(
  () => sql`
    select token.symbol, token.name, coalesce(facts.is_illustrative, false), token.is_active, token.is_active and coalesce((
      select state = 'open' and opens_at <= now() and closes_at > now() from offerings
      where token_id = token.id and state <> 'draft' order by id desc limit 1
    ), false), (
      select json_agg(json_build_object('number', number, 'type', type, 'at', at, 'units', units, 'cost', cost,
        'balance', balance, 'reason', reason, 'hash', hash) order by number desc)
      from (
        select entry.number, movement.type, ${isoText(sql`movement.at`)} as at, entry.units::text, entry.cost::text,
          movement.reason, entry.hash, (held.units - coalesce(sum(entry.units) over (
            order by entry.number desc rows between unbounded preceding and 1 preceding), 0))::numeric(18, 6)::text as balance
        from holdings as held
        join register_entries as entry on entry.user_id = held.user_id and entry.token_id = held.token_id
        join register_movements as movement on movement.id = entry.movement_id
        where held.user_id = ${userId} and held.token_id = token.id
        order by entry.number desc limit ${MAX_ENTRIES}
      ) as entered
    ), (
      select json_agg(json_build_object('id', id, 'low', low::text, 'preferred', preferred::text, 'high', high::text,
        'as_of', as_of, 'method', method, 'inputs', inputs, 'is_superseded', is_superseded, 'created_at', ${isoText(sql`created_at`)}) order by as_of desc, id desc)
      from (
        select *, row_number() over (partition by as_of order by id desc) > 1 as is_superseded
        from series_valuations where token_id = token.id order by as_of desc, id desc limit ${MAX_VALUATIONS}
      ) as valued
    ), (
      select json_agg(json_build_object('id', version.id, 'kind', document.kind, 'title', document.title, 'version', version.version,
        'sha256', version.sha256, 'size', version.file_size, 'filename', version.filename,
        'must_acknowledge', document.must_acknowledge) order by document.id)
      from (
        select * from series_documents where token_id = token.id order by id limit ${MAX_DOCUMENTS}
      ) as document
      cross join lateral (
        select * from series_document_versions where document_id = document.id order by version desc limit 1
      ) as version
    ), (
      select json_agg(json_build_object('transaction_id', transaction_id, 'record_date', record_date,
        'counted_at', ${isoText(sql`counted_at`)}, 'units', units::text,
        'amount_per_unit', amount_per_unit::text, 'amount', amount::text, 'reason', reason,
        'paid_at', ${isoText(sql`paid_at`)}, 'reversed_at', ${isoText(sql`reversed_at`)}) order by id desc)
      from (
        select distribution.id, line.transaction_id, distribution.record_date, ${recordDateTime()} as counted_at, line.units, distribution.amount_per_unit,
          line.amount, distribution.reason, paid.transaction_date as paid_at, reversal.created_at as reversed_at
        from distribution_lines as line
        join distributions as distribution on distribution.id = line.distribution_id
        join transactions as paid on paid.id = line.transaction_id
        left join distribution_reversals as reversal on reversal.distribution_id = distribution.id
        where line.user_id = ${userId} and distribution.token_id = token.id
        order by distribution.id desc limit ${MAX_DISTRIBUTIONS}
      ) as received
    )
    from tokens as token left join series as facts on facts.token_id = token.id where ${normalizeSymbol(sql`token.symbol`)} = ${normalizeSymbol(symbol)}`,
)

/** An instant in the format of a response. */
function isoText(at: ReturnType<typeof sql>) {
  return sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** A holding without units: the newest valuation still gives its unit value. */
const nothingHeld = (newest: Valuation | undefined) => ({
  units: '0.000000',
  cost: '0.00',
  unit_value: newest?.preferred ?? null,
  value: newest ? '0.00' : null,
  gain: newest ? '0.00' : null,
  gain_percent: null,
  share_percent: null,
  as_of: newest?.as_of ?? null,
})

/** One holding of an investor. Throws `not_found` for a series in which the investor never held units. */
export async function getHolding(
  investorId: number,
  symbol: string,
): Promise<ResponseOf<typeof holdings.get>> {
  const [[row], { holdings: held }] = await Promise.all([
    holdingDetail({ userId: investorId, symbol }),
    listHoldings(investorId),
  ])
  if (!row) throw seriesNotFound()
  const [
    storedSymbol,
    name,
    is_illustrative,
    is_listed,
    is_offered,
    entries,
    valuations,
    documents,
    distributions,
  ] = row
  if (!entries) throw new Problem('not_found', 'You hold no units of this series.')
  const holding = held.find((one) => one.symbol === storedSymbol)
  return {
    holding: holding ?? { symbol: storedSymbol, name, ...nothingHeld(valuations?.[0]), is_illustrative },
    is_listed,
    is_offered,
    entries,
    distributions: distributions ?? [],
    valuations: valuations ?? [],
    documents: (documents ?? []).map(({ filename, ...document }) => ({
      ...document,
      url: getDocumentPath(filename),
    })),
  }
}
