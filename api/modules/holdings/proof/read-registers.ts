/** Reads all registers at one moment and checks that they can be published. */
import { sql } from 'drizzle-orm'
import { SERIES_DOCUMENTS_MAX } from '#contract/catalog/series'
import type { Database } from '#db/client'
import { slowQueryDatabase } from '#db/connection'
import { formatUnits } from '#shared/proof/byte-encoding'
import { addThousandsSeparators } from '#shared/thousands-separators'
import { SnapshotError } from './snapshot-error.ts'

/** Holders that are read at once. */
const PART = 20_000
const ID_BYTES = 4
const SUM_BYTES = 8
/** Bytes of a holding: the holder's id, and its millionths. */
const HOLDING_BYTES = ID_BYTES + SUM_BYTES

interface SeriesRow extends Record<string, unknown> {
  token_id: number
  symbol: string
  /** Millionths, as text. */
  in_issue: string
  register_head: string
  /** Six decimals; null without an attestation. */
  units_held: string | null
  sha256: string | null
  expires: string | null
  has_expired: boolean
  is_short: boolean
  documents: string[]
}

/** One series at the time of a snapshot. */
export interface Register {
  tokenId: number
  symbol: string
  /** Millionths. */
  inIssue: bigint
  unitsHeld: string
  attestationSha256: string | null
  /** SHA-256 of the documents on its page, see {@link selectDocuments}. */
  documents: readonly string[]
  head: string
  /** Holdings above zero, ordered by holder id: see {@link iterateHoldings}. */
  holdings: readonly Buffer[]
}

export interface RegistersSnapshot {
  takenAt: Date
  auditHead: string
  series: readonly Register[]
}

/** The holdings of a register, and their number. */
export function* iterateHoldings({
  holdings,
}: Pick<Register, 'holdings'>): Generator<[userId: number, millionths: bigint]> {
  for (const part of holdings)
    for (let at = 0; at < part.length; at += HOLDING_BYTES)
      yield [part.readUInt32BE(at), part.readBigUInt64BE(at + ID_BYTES)]
}

/** The number of holdings in a register. */
export const countHoldings = ({ holdings }: Pick<Register, 'holdings'>): number =>
  holdings.reduce((bytes, part) => bytes + part.length, 0) / HOLDING_BYTES

/** Throws {@link SnapshotError} if a series must not be published as backed. */
function checkBacking({ symbol, in_issue, units_held, expires, has_expired, is_short }: SeriesRow): void {
  if (BigInt(in_issue) === 0n) return
  if (units_held === null)
    throw new SnapshotError('attestation', `There is no custody attestation for ${symbol}.`, symbol)
  if (has_expired)
    throw new SnapshotError('attestation', `The attestation of ${symbol} expired on ${expires}.`, symbol)
  if (is_short)
    throw new SnapshotError(
      'limit',
      `${symbol} has ${addThousandsSeparators(formatUnits(BigInt(in_issue)))} units in issue but only ${addThousandsSeparators(units_held)} in custody.`,
      symbol,
    )
}

/**
 * The current versions of the public documents on a series page, ordered by hash, each once. A hidden series has no
 * page, and names none.
 */
const selectDocuments = sql`
  select coalesce(json_agg(sha256 order by sha256), '[]') from (
    select distinct current.sha256::text collate "C" as sha256
    from (select id from series_documents where token_id = tokens.id order by id limit ${SERIES_DOCUMENTS_MAX}) as document
    join lateral (
      select sha256 from series_document_versions where document_id = document.id order by version desc limit 1
    ) as current on true
    where tokens.is_active
  ) as listed`

/** Series that can be published: with an attestation and open for investment, or with entries in their register. */
const selectSeries = sql`
  select tokens.id as token_id, tokens.symbol, trunc(coalesce(head.units_in_issue, 0) * 1000000)::text as in_issue,
    coalesce(head.last_hash, '') as register_head, attestation.units_held::text as units_held, attestation.sha256,
    attestation.expires::text as expires, coalesce(attestation.expires < (now() at time zone 'UTC')::date, false) as has_expired,
    coalesce(attestation.units_held < head.units_in_issue, false) as is_short, (${selectDocuments}) as documents
  from tokens
  left join register_heads as head on head.token_id = tokens.id
  left join lateral binding_attestation(tokens.id) as attestation on true
  where head.last_number > 0 or (tokens.is_active and attestation.id is not null)
  order by tokens.symbol collate "C"`

/** All holdings of a series, packed by the database so that a million of them are not objects here, and their sum. */
async function readHoldings(
  db: Pick<Database, 'execute'>,
  tokenId: number,
): Promise<{ holdings: Buffer[]; sum: bigint }> {
  const holdings: Buffer[] = []
  let sum = 0n
  for (let last = 0; ; ) {
    const [row] = await db.execute<{ packed: Buffer | null; last: number | null }>(sql`
      select string_agg(int4send(user_id) || int8send((units * 1000000)::int8), ''::bytea order by user_id) as packed, max(user_id) as last
      from (select user_id, units from holdings where token_id = ${tokenId} and user_id > ${last} and units > 0
        order by user_id limit ${PART}) as part`)
    if (!row?.packed || row.last === null) return { holdings, sum }
    for (const [, millionths] of iterateHoldings({ holdings: [row.packed] })) sum += millionths
    holdings.push(row.packed)
    last = row.last
  }
}

/** One register. Throws {@link SnapshotError} if its holdings do not add up to the units in issue. */
async function readRegister(db: Pick<Database, 'execute'>, row: SeriesRow): Promise<Register> {
  const { symbol } = row
  const inIssue = BigInt(row.in_issue)
  const { holdings, sum } = await readHoldings(db, row.token_id)
  if (sum !== inIssue)
    throw new SnapshotError(
      'totals',
      `Holdings of ${symbol} total ${addThousandsSeparators(formatUnits(sum))} units, but ${addThousandsSeparators(formatUnits(inIssue))} are in issue.`,
      symbol,
    )
  const isInForce = row.units_held !== null && !row.has_expired
  return {
    tokenId: row.token_id,
    symbol,
    inIssue,
    unitsHeld: isInForce ? (row.units_held as string) : '0.000000',
    attestationSha256: isInForce ? row.sha256 : null,
    documents: row.documents,
    head: row.register_head,
    holdings,
  }
}

/**
 * Every register, the attestations and the head of the audit log, all at one moment. Throws {@link SnapshotError} if
 * they cannot be published.
 */
export function readRegisters(): Promise<RegistersSnapshot> {
  return slowQueryDatabase().transaction(
    async (db) => {
      const [moment] = await db.execute<{ taken_at: string; audit_head: string }>(sql`
        select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as taken_at,
          (select last_hash from audit_head) as audit_head`)
      if (!moment) throw new Error('The registers have no moment')
      const rows = await db.execute<SeriesRow>(selectSeries)
      for (const row of rows) checkBacking(row)
      const series: Register[] = []
      for (const row of rows) series.push(await readRegister(db, row))
      return { takenAt: new Date(moment.taken_at), auditHead: moment.audit_head ?? '', series }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
