/**
 * The content of a certificate of holding, read in one statement so that units, entries and register hash
 * agree.
 */
import { sql } from 'drizzle-orm'
import type { HoldingEntry } from '#contract/holdings/holdings'
import { Problem } from '#contract/problem'
import { prepareStatement } from '#db/prepared-queries'
import { normalizeSymbol } from '#db/schema/catalog/tokens'
import { seriesNotFound } from '#modules/catalog/series/series-figures'
import { getLegalName } from '#modules/identity/profile/legal-name'

/** Most entries of the holding on the certificate. */
export const CERTIFICATE_ENTRIES_MAX = 20

type Entry = Pick<HoldingEntry, 'number' | 'type' | 'at' | 'units' | 'hash'>

export interface Certificate {
  symbol: string
  name: string
  is_illustrative: boolean
  investor: { id: number; name: string }
  /** Six decimals. */
  units: string
  cost: string
  unit_value: string | null
  value: string | null
  valued_at: string | null
  /** Share of the units in issue, in percent. */
  share_percent: number | null
  custodian: string
  attested: { units_held: string; as_of: string; expires: string } | null
  register: { entries: number; head: string; units_in_issue: string }
  /** Newest first. */
  entries: Entry[]
  /** The number of all entries of the holding. */
  entries_total: number
  issuer: { name: string; address: string }
}

const userId = sql.placeholder('userId')

const certificateRow = prepareStatement<[text: Certificate | null]>(
  () => sql`
    select case when held.user_id is not null then json_build_object(
      'symbol', token.symbol, 'name', token.name, 'is_illustrative', coalesce(facts.is_illustrative, false),
      'investor', json_build_object('id', investor.id, 'name', ${getLegalName(sql`investor`)}),
      'units', held.units::text, 'cost', held.cost::text,
      'unit_value', valuation.preferred::text, 'value', round(held.units * valuation.preferred, 2)::text, 'valued_at', valuation.as_of,
      'share_percent', round(held.units * 100 / nullif(head.units_in_issue, 0), 4)::float8,
      'custodian', coalesce(facts.custodian, ''),
      'attested', case when attestation.id is not null then json_build_object(
        'units_held', attestation.units_held::text, 'as_of', attestation.as_of, 'expires', attestation.expires) end,
      'register', json_build_object('entries', head.last_number, 'head', head.last_hash, 'units_in_issue', head.units_in_issue::text),
      'entries', (
        select json_agg(json_build_object('number', number, 'type', type, 'at', at, 'units', units::text, 'hash', hash) order by number desc)
        from (
          select entry.number, movement.type, movement.at, entry.units, entry.hash
          from register_entries as entry join register_movements as movement on movement.id = entry.movement_id
          where entry.user_id = investor.id and entry.token_id = token.id
          order by entry.number desc limit ${sql.raw(String(CERTIFICATE_ENTRIES_MAX))}
        ) as newest
      ),
      'entries_total', (
        select count(*) from register_entries as entry where entry.user_id = investor.id and entry.token_id = token.id
      ),
      'issuer', json_build_object('name', site.site_name, 'address', site.company_address)
    ) end
    from tokens as token
    cross join (select * from users where users.id = ${userId}) as investor
    left join settings as site on true
    left join series as facts on facts.token_id = token.id
    left join register_heads as head on head.token_id = token.id
    left join holdings as held on held.token_id = token.id and held.user_id = investor.id and held.units > 0
    left join lateral (
      select preferred, as_of from series_valuations where series_valuations.token_id = token.id order by as_of desc, id desc limit 1
    ) as valuation on true
    left join lateral (
      select * from series_attestations where series_attestations.token_id = token.id order by as_of desc, id desc limit 1
    ) as attestation on true
    where ${normalizeSymbol(sql`token.symbol`)} = ${normalizeSymbol(sql.placeholder('symbol'))}`,
)

/**
 * Reads a certificate. Throws `not_found` for an unknown series, and for one in which the investor holds no
 * units.
 */
export async function getCertificate(investorId: number, symbol: string): Promise<Certificate> {
  const [row] = await certificateRow({ userId: investorId, symbol })
  if (!row) throw seriesNotFound()
  const [certificate] = row
  if (!certificate) throw new Problem('not_found', 'You hold no units of this series.')
  return certificate
}
