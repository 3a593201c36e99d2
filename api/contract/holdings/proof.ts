/** Proof of units: signed snapshots of all registers, and the proof that an investor's units are included in one. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { CalendarDay, SERIES_DOCUMENTS_MAX, Sha256, Units } from '#contract/catalog/series'
import { get } from '#contract/endpoint'
import { CalendarDate, Nullable, StringEnum, Timestamp } from '#contract/schema-builders'
import { snapshotFailureCodes } from '#shared/enums/proof'

/** Days in one response of the list. */
export const SNAPSHOT_LIST_DAYS = 100

/** `2026-11-22` for the daily snapshot, `2026-11-22.1` for the first manual one. */
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

export const SnapshotListItem = Type.Object({
  id: SnapshotId(),
  date: Timestamp(),
  hash: Hex(32, 'SHA-256 of the signed bytes, referenced by the next snapshot'),
})
export type SnapshotListItem = Static<typeof SnapshotListItem>

/** A failed attempt, or a day without a snapshot. */
export const SnapshotFailure = Type.Object({
  day: CalendarDay(),
  at: Timestamp(),
  code: StringEnum(snapshotFailureCodes),
  symbol: Nullable(Type.String(), { description: 'Series concerned' }),
  reason: Type.String({ description: 'Reason' }),
  is_final: Type.Boolean({ description: 'Whether the day has ended without a snapshot' }),
})
export type SnapshotFailure = Static<typeof SnapshotFailure>

export const SnapshotSeries = Type.Object({
  symbol: Type.String(),
  root: Hex(32, 'Root of the tree over all holdings'),
  units_in_issue: Units(),
  units_held: Units(),
  leaves: Type.Integer({ description: 'Number of leaves including padding; a power of two' }),
  attestation_sha256: Nullable(Sha256(), { description: 'Of the attestation in force' }),
  register_head: Type.String({
    description:
      'Commitment to the hash of the latest register entry: SHA-256 of 0x02, a secret nonce and that hash. In snapshots created before commitments were introduced, the hash itself or empty',
  }),
  documents_sha256: Type.Optional(
    Type.Array(Sha256(), {
      maxItems: SERIES_DOCUMENTS_MAX,
      description:
        'Hashes of the current version of every document on the series page, unique, in ascending order; absent in older snapshots',
    }),
  ),
})

export const Snapshot = Type.Object({
  id: SnapshotId(),
  date: Timestamp(),
  series: Type.Array(SnapshotSeries),
  audit_head: Type.String({
    description: 'Commitment to the hash of the latest audit log entry, as for `register_head`',
  }),
  previous_hash: Nullable(Hex(32, 'Hash of the previous snapshot; null in the first')),
  signature: Hex(64, 'Ed25519 over the JSON of RFC 8785 without this field'),
})
export type Snapshot = Static<typeof Snapshot>

export const ProofFile = Type.Object({
  version: Type.Integer({ description: 'Format version' }),
  snapshot: Snapshot,
  key: PublicKey(),
  opening: Type.Object(
    {
      account: Type.String({ description: 'As shown on statements' }),
      keys: Type.Array(
        Type.Object({
          symbol: Type.String(),
          key: Hex(32, 'Secret of the holder, different in every snapshot'),
        }),
      ),
    },
    { description: 'Shows that the leaves belong to this account, by deriving their nonces' },
  ),
  leaves: Type.Array(
    Type.Object({
      symbol: Type.String(),
      units: Units(),
      nonce: Hex(32, 'Secret of the holder, different in every snapshot'),
      path: Type.Array(
        Type.Object({
          side: StringEnum(['left', 'right'], { description: 'Of the sibling' }),
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
    summary: `List register snapshots, newest first, and failed attempts; ${SNAPSHOT_LIST_DAYS} days per page`,
    access: 'public',
    query: Type.Object({
      before: Type.Optional(CalendarDate({ description: 'Only days before this one; defaults to today' })),
    }),
    response: Type.Object({
      snapshots: Type.Array(SnapshotListItem),
      failures: Type.Array(SnapshotFailure, { description: 'Of the same days, newest first' }),
      has_earlier: Type.Boolean({ description: 'Whether there are snapshots of days before these' }),
      public_key: PublicKey(),
    }),
    cache: { maxAge: 0 },
  }),
  get: get('/proof/:id', {
    summary: 'One snapshot, signed; it never changes',
    access: 'public',
    params: Type.Object({ id: SnapshotId() }),
    response: Snapshot,
    cache: { maxAge: 31_536_000, immutable: true },
  }),
  getInvestorProof: get('/user/proof', {
    summary: 'Download the proof that the investor’s units are included in the latest snapshot',
    access: 'investor',
    response: ProofFile,
    problems: ['not_found'],
  }),
}
