/** The rows of the series described by the build: facts, valuations, attestations, offerings and documents. */
import type { Database } from '#db/client'
import {
  offerings,
  seriesAttestations,
  seriesDocuments,
  seriesDocumentVersions,
  series as seriesFacts,
  seriesValuations,
} from '#db/schema/catalog/series'
import { tokens } from '#db/schema/catalog/tokens'
import { type BuiltSeries, FIRST_VERSION, type SeriesFile } from '#shared/calculations/series-content'
import { formatStage } from '#shared/case-format'
import { formatMoney } from './demo-arithmetic.ts'
import { type DemoOffering, type DemoSeries, getDayStart, toDay } from './demo-market.ts'

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Stores a file of a series and returns its stored name. */
export type StoreSeriesFile = (file: SeriesFile) => Promise<string>

export interface SeededVersion {
  id: number
  sha256: string
  mustAcknowledge: boolean
  createdAt: Date
}

export interface SeededSeries {
  tokenId: number
  market: DemoSeries
  /** Ids of offerings. */
  offerings: Map<DemoOffering, number>
  versions: SeededVersion[]
}

const methods = {
  'cash-flow': 'Discounted cash flow of the entitlement',
  yardstick: 'Yardstick: price of the contained mineral in comparable transactions',
} as const

const HOUR = 3_600_000
const at = (day: string, hour: number, now: Date): Date =>
  new Date(Math.min(getDayStart(day).getTime() + hour * HOUR, now.getTime()))

/** The inputs are known for the latest valuation only. */
function valuationRows(tokenId: number, content: BuiltSeries, now: Date) {
  const { valuation, history } = content
  return history
    .filter(({ as_of }) => as_of <= toDay(now))
    .map(({ as_of, low, preferred, high }) => ({
      token_id: tokenId,
      low,
      preferred,
      high,
      as_of,
      method: methods[valuation.method],
      inputs:
        as_of === valuation.as_of
          ? valuation.inputs.map(({ label, preferred: value, unit, source, as_of: day }) => ({
              label,
              value,
              unit,
              source,
              as_of: day,
            }))
          : [],
      created_at: at(as_of, 6, now),
    }))
}

/** The columns of a stored file. */
async function storedColumns(file: SeriesFile, store: StoreSeriesFile) {
  const { name, size, sha256 } = file
  return { filename: await store(file), original_name: name, file_size: size, sha256 }
}

async function addAttestations(
  tx: Transaction,
  tokenId: number,
  { attestations, attestation_files }: BuiltSeries,
  store: StoreSeriesFile,
  now: Date,
): Promise<void> {
  const known = attestations.toReversed().flatMap((one) => {
    const file = attestation_files[one.as_of]
    return file && one.as_of < toDay(now) ? { ...one, file } : []
  })
  const rows = await Promise.all(
    known.map(async ({ as_of, expires, units_held, by, file }) => ({
      token_id: tokenId,
      units_held,
      as_of,
      expires,
      auditor: by,
      ...(await storedColumns(file, store)),
      created_at: at(as_of, 17, now),
    })),
  )
  if (rows.length > 0) await tx.insert(seriesAttestations).values(rows)
}

async function addDocuments(
  tx: Transaction,
  tokenId: number,
  { documents, document_files }: BuiltSeries,
  store: StoreSeriesFile,
  now: Date,
): Promise<SeededVersion[]> {
  const known = documents.flatMap((one) => {
    const file = document_files[one.id]
    return file && one.date <= toDay(now) ? { ...one, file, created_at: at(one.date, 9, now) } : []
  })
  if (known.length === 0) return []
  const stored = await Promise.all(known.map(({ file }) => storedColumns(file, store)))
  const documentRows = await tx
    .insert(seriesDocuments)
    .values(
      known.map(({ kind, title, must_acknowledge, created_at }) => ({
        token_id: tokenId,
        kind,
        title,
        must_acknowledge,
        created_at,
      })),
    )
    .returning({ id: seriesDocuments.id })
  // Rows are returned in the order of their values.
  const versionRows = await tx
    .insert(seriesDocumentVersions)
    .values(
      known.flatMap(({ created_at }, index) => {
        const columns = stored[index]
        return columns
          ? { document_id: documentRows[index]?.id ?? 0, version: FIRST_VERSION, ...columns, created_at }
          : []
      }),
    )
    .returning({ id: seriesDocumentVersions.id })
  return known.map(({ file, must_acknowledge, created_at }, index) => ({
    id: versionRows[index]?.id ?? 0,
    sha256: file.sha256,
    mustAcknowledge: must_acknowledge,
    createdAt: created_at,
  }))
}

async function addOfferings(
  tx: Transaction,
  tokenId: number,
  { offerings: planned }: DemoSeries,
): Promise<SeededSeries['offerings']> {
  const rows = await tx
    .insert(offerings)
    .values(
      planned.map(({ opensAt, closesAt, price, capUnits, paymentDays, createdAt, ...same }) => ({
        state: same.state,
        minimum: same.minimum,
        maximum: same.maximum,
        countries: same.countries,
        terms: same.terms,
        token_id: tokenId,
        opens_at: opensAt,
        closes_at: closesAt,
        unit_price: formatMoney(price),
        cap_units: capUnits,
        payment_days: paymentDays,
        created_at: createdAt,
        updated_at: createdAt,
      })),
    )
    .returning({ id: offerings.id })
  // Rows are returned in the order of their values.
  return new Map(planned.map((offering, index) => [offering, rows[index]?.id ?? 0]))
}

/** Adds the series data for each catalog token in the database, as known at `now`. */
export async function seedDemoSeries(
  tx: Transaction,
  planned: readonly { content: BuiltSeries; market: DemoSeries }[],
  store: StoreSeriesFile,
  now: Date,
): Promise<Map<string, SeededSeries>> {
  const ids = new Map((await tx.select().from(tokens)).map(({ symbol, id }) => [symbol, id]))
  const seeded = new Map<string, SeededSeries>()
  for (const { content, market } of planned) {
    const tokenId = ids.get(content.symbol)
    if (tokenId === undefined) continue
    const { commodity, district, stage } = content
    const facts = {
      commodity,
      district: `${district.name}, ${district.region}`,
      country: district.country.name,
      stage: formatStage(stage),
      custodian: 'Custodian of the series (role, illustrative)',
      is_illustrative: content.illustrative,
    }
    await tx
      .insert(seriesFacts)
      .values({ token_id: tokenId, ...facts })
      .onConflictDoUpdate({ target: seriesFacts.token_id, set: facts })
    const valuations = valuationRows(tokenId, content, now)
    if (valuations.length > 0) await tx.insert(seriesValuations).values(valuations)
    await addAttestations(tx, tokenId, content, store, now)
    seeded.set(content.symbol, {
      tokenId,
      market,
      offerings: await addOfferings(tx, tokenId, market),
      versions: await addDocuments(tx, tokenId, content, store, now),
    })
  }
  return seeded
}
