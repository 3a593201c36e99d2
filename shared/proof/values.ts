/** Whether the values of a snapshot are written as the format says. */
import { readHash, readUnits, withLength } from './bytes.ts'
import type { Snapshot, SnapshotSeries } from './snapshot.ts'
import { LEAST_LEAVES } from './tree.ts'

/** Throws a RangeError for a tree that is too small to hide the number of holders, or is none. */
function checkSize({ symbol, leaves }: SnapshotSeries): void {
  const size = BigInt(leaves)
  if (leaves < LEAST_LEAVES || (size & (size - 1n)) !== 0n)
    throw new RangeError(
      `${symbol} has ${leaves.toLocaleString('en-US')} leaves, and not a power of two of at least ${LEAST_LEAVES.toLocaleString('en-US')}`,
    )
}

/** Throws a RangeError for a list of documents whose order could say something, or that has one twice. */
function checkDocuments({ symbol, documents_sha256: hashes = [] }: SnapshotSeries): void {
  for (const [at, hash] of hashes.entries()) {
    readHash(hash)
    if (at > 0 && hash <= (hashes[at - 1] ?? ''))
      throw new RangeError(`the documents of ${symbol} are not in ascending order, each once`)
  }
}

function checkSeries(series: SnapshotSeries): void {
  withLength(series.symbol)
  readHash(series.root)
  if (series.attestation_sha256 !== null) readHash(series.attestation_sha256)
  if (series.register_head !== '') readHash(series.register_head)
  checkSize(series)
  readUnits(series.units_in_issue)
  readUnits(series.units_held)
  checkDocuments(series)
}

/** Throws a RangeError for the first value of a snapshot that is none of the format. */
export function checkValues({ previous_hash, audit_head, series }: Snapshot): void {
  if (previous_hash !== null) readHash(previous_hash)
  if (audit_head !== '') readHash(audit_head)
  for (const one of series) checkSeries(one)
}
