/** Reads a file that a reader gives to a checker: a proof, a snapshot, a list of keys, or none. Nothing in it is trusted. */
import type { ProofFile } from './check.ts'
import { refuse } from './damage.ts'
import { looksLikeJson, parseJson } from './json.ts'
import { hasKeyTwice, type KeyFile, type KnownKey, listKeys } from './keys.ts'
import type { Snapshot } from './snapshot.ts'
import { isDay, isMoment } from './snapshot-id.ts'

type Fields = Record<string, unknown>

export type ReadFile =
  | { kind: 'proof'; file: ProofFile }
  | { kind: 'snapshot'; snapshot: Snapshot }
  | { kind: 'keys'; keys: KnownKey[] }

/** A proof of many series is a few hundred kilobytes: a larger file is a document. */
const MAX_BYTES = 20_000_000
/** Bytes of a text in UTF-8. */
const MAX_TEXT = 1000
/** Steps that a path has at most: sums of 2^63 need no more. */
const MAX_STEPS = 63
/** Leaves, series and keys that a file has at most: four leaves for each of many series. */
const MAX_ROWS = 4000
const VERSION = 2
/** As statements and certificates print it. No other spelling, so that none looks the same and is another one. */
const ACCOUNT = /^A-(?:\d{6}|[1-9]\d{6,9})$/

/** Throws a `DamagedFile` unless a value is of its kind. */
type Kind = (value: unknown) => void

const encoder = new TextEncoder()
const text: Kind = (value) => {
  if (typeof value !== 'string') return refuse('type')
  if (value.length > MAX_TEXT || encoder.encode(value).length > MAX_TEXT) refuse('size')
}
const orNull =
  (kind: Kind): Kind =>
  (value) =>
    value === null || kind(value)
const whole: Kind = (value) => typeof value === 'number' || refuse('type')
/** One of some words. */
const oneOf =
  (...words: readonly string[]): Kind =>
  (value) =>
    words.some((word) => word === value) || refuse('type')
const list =
  (kind: Kind, most = MAX_ROWS): Kind =>
  (value) => {
    if (!Array.isArray(value)) return refuse('type')
    if (value.length > most) refuse('size')
    for (const each of value) kind(each)
  }
/** An object with these fields, perhaps some of the optional ones, and no other. */
const object =
  (fields: Record<string, Kind>, optional: Record<string, Kind> = {}): Kind =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('type')
    if (!Object.keys(fields).every((name) => Object.hasOwn(value, name))) refuse('field')
    const all = { ...fields, ...optional }
    for (const [name, each] of Object.entries(value)) {
      if (!Object.hasOwn(all, name)) refuse('field')
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
  if (!areDistinct(snapshot.series)) refuse('series')
  if (!isMoment(snapshot)) refuse('moment')
  return snapshot
}

function readProof(value: Fields): ProofFile {
  if (typeof value.version === 'number' && value.version !== VERSION) refuse('version')
  proofKind(value)
  const file = value as unknown as ProofFile
  const { snapshot, opening, leaves } = file
  readSnapshot(snapshot)
  if (leaves.length === 0) refuse('empty')
  if (!areDistinct(opening.keys)) refuse('series')
  if (!ACCOUNT.test(opening.account)) refuse('account')
  const withLeaves = new Set(leaves.map(({ symbol }) => symbol))
  if (!opening.keys.every(({ symbol }) => withLeaves.has(symbol))) refuse('opening')
  return file
}

function readKeyFile(value: Fields): KnownKey[] {
  keysKind(value)
  const file = value as unknown as KeyFile
  const days = [
    file.valid_from,
    ...file.earlier_keys.flatMap(({ valid_from, valid_until }) => [valid_from, valid_until]),
  ]
  if (!days.every((day) => day === null || isDay(day))) refuse('moment')
  const keys = listKeys(file)
  if (hasKeyTwice(keys)) refuse('keys')
  return keys
}

/**
 * Reads a file; undefined when it is no proof, no snapshot and no list of keys. Throws a `DamagedFile` when it begins as
 * one and is none.
 */
export function readProofFile(bytes: Uint8Array): ReadFile | undefined {
  if (bytes.length > MAX_BYTES || !looksLikeJson(bytes)) return undefined
  const value = parseJson(bytes) as Fields
  if ('leaves' in value) return { kind: 'proof', file: readProof(value) }
  if ('series' in value) {
    snapshotKind(value)
    return { kind: 'snapshot', snapshot: readSnapshot(value) }
  }
  return 'public_key' in value ? { kind: 'keys', keys: readKeyFile(value) } : undefined
}
