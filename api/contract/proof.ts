/** The proof: signed snapshots of all registers, and the proof that an investor's units are counted in one. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { snapshotFailures } from '#shared/enums/proof'
import { get } from './endpoint.ts'
import { CalendarDate, Nullable, OneOf, Timestamp } from './schema.ts'
import { Day, MOST_DOCUMENTS, Sha256, Units } from './series.ts'

/** Days in one response of the list. */
export const PROOF_LIST_DAYS = 100

/** `2026-11-22` for the one of the day, `2026-11-22.1` for the first one on command. */
export const SnapshotId = () =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}(\\.[1-9]\\d{0,2})?$',
    maxLength: 14,
    examples: ['2026-11-22', '2026-11-22.1'],
  })

/** Bytes in lower-case hexadecimal. */
const Hex = (bytes: number, description: string) =>
  Type.String({ pattern: `^[0-9a-f]{${2 * bytes}}$`, description })

const PublicKey = () => Hex(32, 'Ed25519 public key, hexadecimal')

export const ListedSnapshot = Type.Object({
  id: SnapshotId(),
  date: Timestamp(),
  hash: Hex(32, 'SHA-256 of the signed bytes: the next snapshot names it'),
})
export type ListedSnapshot = Static<typeof ListedSnapshot>

/** An attempt that made no snapshot, or a day on which none was made. */
export const SnapshotFailure = Type.Object({
  day: Day(),
  at: Timestamp(),
  code: OneOf(snapshotFailures),
  symbol: Nullable(Type.String(), { description: 'The series it is about' }),
  reason: Type.String({ description: 'Why, as a sentence' }),
  is_final: Type.Boolean({ description: 'The day is over and has no snapshot: it stays missing' }),
})
export type SnapshotFailure = Static<typeof SnapshotFailure>

export const SnapshotSeries = Type.Object({
  symbol: Type.String(),
  root: Hex(32, 'Root of the tree over all holdings'),
  units_in_issue: Units(),
  units_held: Units(),
  leaves: Type.Integer({ description: 'Of the tree, padding included: a power of two' }),
  attestation_sha256: Nullable(Sha256(), { description: 'Of the attestation in force' }),
  register_head: Type.String({
    description:
      'Commitment to the hash of the newest entry of the register: SHA-256 of 0x02, a secret nonce and that hash. In snapshots from before commitments that hash itself, or empty',
  }),
  documents_sha256: Type.Optional(
    Type.Array(Sha256(), {
      maxItems: MOST_DOCUMENTS,
      description:
        'Of the current version of every document on the page of the series, in ascending order, each once; missing in snapshots from before documents were named',
    }),
  ),
})

export const Snapshot = Type.Object({
  id: SnapshotId(),
  date: Timestamp(),
  series: Type.Array(SnapshotSeries),
  audit_head: Type.String({
    description: 'Commitment to the hash of the newest entry of the audit log, as `register_head`',
  }),
  previous_hash: Nullable(Hex(32, 'Hash of the snapshot before; null in the first')),
  signature: Hex(64, 'Ed25519 over the JSON of RFC 8785 without this field'),
})
export type Snapshot = Static<typeof Snapshot>

export const ProofFile = Type.Object({
  version: Type.Integer({ description: 'Of the format' }),
  snapshot: Snapshot,
  key: PublicKey(),
  opening: Type.Object(
    {
      account: Type.String({ description: 'As statements print it' }),
      keys: Type.Array(
        Type.Object({
          symbol: Type.String(),
          key: Hex(32, 'Secret of the holder, another one in every snapshot'),
        }),
      ),
    },
    { description: 'Shows that the leaves were made for this account: it makes their nonces' },
  ),
  leaves: Type.Array(
    Type.Object({
      symbol: Type.String(),
      units: Units(),
      nonce: Hex(32, 'Secret of the holder, another one in every snapshot'),
      path: Type.Array(
        Type.Object({
          side: OneOf(['left', 'right'], { description: 'Of the sibling' }),
          hash: Hex(32, 'Of the sibling'),
          units: Units(),
        }),
        { description: 'From the leaf up' },
      ),
    }),
  ),
})
export type ProofFile = Static<typeof ProofFile>

export const proof = {
  list: get('/proof', {
    summary: `Snapshots of the registers, newest first, and the attempts that failed; ${PROOF_LIST_DAYS} days at a time`,
    access: 'public',
    query: Type.Object({
      before: Type.Optional(CalendarDate({ description: 'Days before this one; up to today without it' })),
    }),
    response: Type.Object({
      snapshots: Type.Array(ListedSnapshot),
      failures: Type.Array(SnapshotFailure, { description: 'Of the same days, newest first' }),
      has_earlier: Type.Boolean({ description: 'Whether there are snapshots of days before these' }),
      public_key: PublicKey(),
    }),
    cache: { maxAge: 0 },
  }),
  read: get('/proof/:id', {
    summary: 'One snapshot, signed; it never changes',
    access: 'public',
    params: Type.Object({ id: SnapshotId() }),
    response: Snapshot,
    cache: { maxAge: 31_536_000, immutable: true },
  }),
  mine: get('/user/proof', {
    summary:
      'The proof that the investor’s units are counted in the newest snapshot: one file for every checker',
    access: 'investor',
    response: ProofFile,
    problems: ['not_found'],
  }),
}
