/** Reads a file that a reader gives to a checker: a proof, a snapshot, or neither. Nothing in it is trusted. */
import type { ProofFile, ProofLeaf } from './check.ts'
import type { Snapshot } from './snapshot.ts'

type Fields = Record<string, unknown>

export type ReadFile = { kind: 'proof'; file: ProofFile } | { kind: 'snapshot'; snapshot: Snapshot }

/** Steps that a path has at most: sums of 2^63 need no more. */
const MAX_STEPS = 63
/** Leaves that a file has at most: four for each of many series. */
const MAX_LEAVES = 4000

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Half a character has no bytes in UTF-8, and so no hash that all checkers agree on. */
const isText = (value: unknown): boolean => typeof value === 'string' && value.isWellFormed()
const hasTexts = (value: Fields, ...names: string[]): boolean => names.every((name) => isText(value[name]))
const isTextOrNull = (value: unknown): boolean => value === null || isText(value)

const isSeries = (value: unknown): boolean =>
  isObject(value) &&
  hasTexts(value, 'symbol', 'root', 'units_in_issue', 'units_held', 'register_head') &&
  Number.isSafeInteger(value.leaves) &&
  isTextOrNull(value.attestation_sha256)

const isSnapshot = (value: unknown): boolean =>
  isObject(value) &&
  hasTexts(value, 'id', 'date', 'audit_head', 'signature') &&
  isTextOrNull(value.previous_hash) &&
  Array.isArray(value.series) &&
  value.series.every(isSeries)

const isStep = (value: unknown): boolean =>
  isObject(value) && (value.side === 'left' || value.side === 'right') && hasTexts(value, 'hash', 'units')

const isLeaf = (value: unknown): value is ProofLeaf =>
  isObject(value) &&
  hasTexts(value, 'symbol', 'units', 'nonce') &&
  Array.isArray(value.path) &&
  value.path.length <= MAX_STEPS &&
  value.path.every(isStep)

/**
 * Reads the text of a file; undefined when it is neither a proof nor a snapshot. Throws a RangeError with a sentence
 * when it begins as one and is damaged.
 */
export function readProofFile(text: string): ReadFile | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(value)) return undefined
  if ('snapshot' in value && 'leaves' in value) {
    const { snapshot, key, leaves } = value
    if (!isSnapshot(snapshot)) throw new RangeError('The snapshot in the file is incomplete.')
    if (typeof key !== 'string') throw new RangeError('The file names no public key.')
    if (!Array.isArray(leaves) || leaves.length > MAX_LEAVES || !leaves.every(isLeaf))
      throw new RangeError('The leaves in the file are incomplete.')
    return { kind: 'proof', file: value as unknown as ProofFile }
  }
  if ('signature' in value && 'series' in value) {
    if (!isSnapshot(value)) throw new RangeError('The snapshot is incomplete.')
    return { kind: 'snapshot', snapshot: value as unknown as Snapshot }
  }
  return undefined
}
