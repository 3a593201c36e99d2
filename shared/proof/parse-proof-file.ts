/**
 * Reads a file given to a checker: a proof, a snapshot, a list of keys, or something else. Nothing in it is trusted.
 */
import type { ProofFile } from './check-inclusion-proof.ts'
import { rejectMalformedFile } from './malformed-file.ts'
import { hasDuplicateKey, type KnownKey, listKeys, type PublishedKeyFile } from './published-keys.ts'
import type { Snapshot } from './snapshot.ts'
import { isCalendarDay, isConsistentTimestamp } from './snapshot-id.ts'
import { looksLikeJson, parseStrictJson } from './strict-json.ts'

type Fields = Record<string, unknown>

export type ParsedProofFile =
  | { kind: 'proof'; file: ProofFile }
  | { kind: 'snapshot'; snapshot: Snapshot }
  | { kind: 'keys'; keys: KnownKey[] }

/** A proof of many series is a few hundred kilobytes; a larger file is a document. */
const MAX_BYTES = 20_000_000
/** Bytes of a UTF-8 text. */
const MAX_TEXT = 1000
/** Maximum steps of a path: sums of 2^63 need no more. */
const MAX_STEPS = 63
/** Maximum leaves, series and keys of a file: four leaves for each of many series. */
const MAX_ROWS = 4000
const VERSION = 2
/**
 * As printed on statements and certificates. No other spelling is accepted, so that no lookalike passes for the number.
 */
const ACCOUNT = /^A-(?:\d{6}|[1-9]\d{6,9})$/

/** Throws a `MalformedFileError` unless a value has its type. */
type Kind = (value: unknown) => void

const encoder = new TextEncoder()
const text: Kind = (value) => {
  if (typeof value !== 'string') return rejectMalformedFile('type')
  if (value.length > MAX_TEXT || encoder.encode(value).length > MAX_TEXT) rejectMalformedFile('size')
}
const orNull =
  (kind: Kind): Kind =>
  (value) =>
    value === null || kind(value)
const whole: Kind = (value) => typeof value === 'number' || rejectMalformedFile('type')
/** One of several words. */
const oneOf =
  (...words: readonly string[]): Kind =>
  (value) =>
    words.some((word) => word === value) || rejectMalformedFile('type')
const list =
  (kind: Kind, most = MAX_ROWS): Kind =>
  (value) => {
    if (!Array.isArray(value)) return rejectMalformedFile('type')
    if (value.length > most) rejectMalformedFile('size')
    for (const each of value) kind(each)
  }
/** An object with these fields, possibly some of the optional ones, and no others. */
const object =
  (fields: Record<string, Kind>, optional: Record<string, Kind> = {}): Kind =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return rejectMalformedFile('type')
    if (!Object.keys(fields).every((name) => Object.hasOwn(value, name))) rejectMalformedFile('field')
    const all = { ...fields, ...optional }
    for (const [name, each] of Object.entries(value)) {
      if (!Object.hasOwn(all, name)) rejectMalformedFile('field')
      all[name]?.(each)
    }
  }

const snapshotKind = object({
  id: text,
  date: text,
  series: list(
    object(
      {
        symbol: text,
        root: text,
        units_in_issue: text,
        units_held: text,
        leaves: whole,
        attestation_sha256: orNull(text),
        register_head: text,
      },
      { documents_sha256: list(text) },
    ),
  ),
  audit_head: text,
  previous_hash: orNull(text),
  signature: text,
})
const proofKind = object({
  version: whole,
  snapshot: snapshotKind,
  key: text,
  opening: object({ account: text, keys: list(object({ symbol: text, key: text })) }),
  leaves: list(
    object({
      symbol: text,
      units: text,
      nonce: text,
      path: list(object({ side: oneOf('left', 'right'), hash: text, units: text }), MAX_STEPS),
    }),
  ),
})
const keysKind = object({
  algorithm: oneOf('Ed25519'),
  public_key: text,
  valid_from: orNull(text),
  earlier_keys: list(object({ public_key: text, valid_from: orNull(text), valid_until: orNull(text) })),
})

const areDistinct = (rows: readonly { symbol: string }[]): boolean =>
  new Set(rows.map(({ symbol }) => symbol)).size === rows.length

function readSnapshot(value: unknown): Snapshot {
  const snapshot = value as Snapshot
  if (!areDistinct(snapshot.series)) rejectMalformedFile('series')
  if (!isConsistentTimestamp(snapshot)) rejectMalformedFile('moment')
  return snapshot
}

function readProof(value: Fields): ProofFile {
  if (typeof value.version === 'number' && value.version !== VERSION) rejectMalformedFile('version')
  proofKind(value)
  const file = value as unknown as ProofFile
  const { snapshot, opening, leaves } = file
  readSnapshot(snapshot)
  if (leaves.length === 0) rejectMalformedFile('empty')
  if (!areDistinct(opening.keys)) rejectMalformedFile('series')
  if (!ACCOUNT.test(opening.account)) rejectMalformedFile('account')
  const withLeaves = new Set(leaves.map(({ symbol }) => symbol))
  if (!opening.keys.every(({ symbol }) => withLeaves.has(symbol))) rejectMalformedFile('opening')
  return file
}

function readKeyFile(value: Fields): KnownKey[] {
  keysKind(value)
  const file = value as unknown as PublishedKeyFile
  const days = [
    file.valid_from,
    ...file.earlier_keys.flatMap(({ valid_from, valid_until }) => [valid_from, valid_until]),
  ]
  if (!days.every((day) => day === null || isCalendarDay(day))) rejectMalformedFile('moment')
  const keys = listKeys(file)
  if (hasDuplicateKey(keys)) rejectMalformedFile('keys')
  return keys
}

/**
 * Reads a file; undefined if it is not a proof, a snapshot or a list of keys. Throws a `MalformedFileError` if it
 * starts like one but is malformed.
 */
export function parseProofFile(bytes: Uint8Array): ParsedProofFile | undefined {
  if (bytes.length > MAX_BYTES || !looksLikeJson(bytes)) return undefined
  const value = parseStrictJson(bytes) as Fields
  if ('leaves' in value) return { kind: 'proof', file: readProof(value) }
  if ('series' in value) {
    snapshotKind(value)
    return { kind: 'snapshot', snapshot: readSnapshot(value) }
  }
  return 'public_key' in value ? { kind: 'keys', keys: readKeyFile(value) } : undefined
}
