/** Whether the values of a snapshot are written as the format requires. */
import { lengthPrefixed, parseHash, parseUnits } from './byte-encoding.ts'
import { LEAVES_MIN } from './merkle-sum-tree.ts'
import type { Snapshot, SnapshotSeries } from './snapshot.ts'

/** Throws a RangeError for a tree that is invalid or too small to hide the number of holders. */
function checkSize({ symbol, leaves }: SnapshotSeries): void {
  const size = BigInt(leaves)
  if (leaves < LEAVES_MIN || (size & (size - 1n)) !== 0n)
    throw new RangeError(
      `${symbol} has ${leaves.toLocaleString('en-US')} leaves; expected a power of two of at least ${LEAVES_MIN.toLocaleString('en-US')}`,
    )
}

/** Throws a RangeError for a list of documents with duplicates, or whose order could carry information. */
function checkDocuments({ symbol, documents_sha256: hashes = [] }: SnapshotSeries): void {
  for (const [at, hash] of hashes.entries()) {
    parseHash(hash)
    if (at > 0 && hash <= (hashes[at - 1] ?? ''))
      throw new RangeError(`the documents of ${symbol} are not unique and in ascending order`)
  }
}

function checkSeries(series: SnapshotSeries): void {
  lengthPrefixed(series.symbol)
  parseHash(series.root)
  if (series.attestation_sha256 !== null) parseHash(series.attestation_sha256)
  if (series.register_head !== '') parseHash(series.register_head)
  checkSize(series)
  parseUnits(series.units_in_issue)
  parseUnits(series.units_held)
  checkDocuments(series)
}

/** Throws a RangeError for the first invalid value of a snapshot. */
export function assertSnapshotValues({ previous_hash, audit_head, series }: Snapshot): void {
  if (previous_hash !== null) parseHash(previous_hash)
  if (audit_head !== '') parseHash(audit_head)
  for (const one of series) checkSeries(one)
}
