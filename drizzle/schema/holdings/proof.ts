/**
 * Snapshots of all registers, append-only: published, signed and chained. Trees are kept for the latest snapshot only,
 * for its holders' proofs.
 */

import { sql } from 'drizzle-orm'
import {
  char,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { SYMBOL_LENGTH } from '#db/schema/catalog/tokens'
import {
  createdAt,
  id,
  isInRangeCheck,
  isNotBlankCheck,
  isOneOfCheck,
  optionalText,
  requiredText,
  SUBJECT_LENGTH,
  timestampColumn,
} from '#db/schema/column-types'
import { snapshotFailureCodes } from '#shared/enums/proof'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const proofSnapshots = pgTable(
  'proof_snapshots',
  {
    /** 1, 2, 3 … in chain order. */
    number: integer().primaryKey(),
    /** Its id: `2026-11-22`, or `2026-11-22.1` for the first manual one. */
    id: text().notNull(),
    day: date().notNull(),
    /** The time of the recorded state. */
    taken_at: timestampColumn().notNull(),
    /** The published bytes: RFC 8785 JSON with the signature. */
    content: text().notNull(),
    /** SHA-256 of the signed bytes, by which the next one refers to it. */
    hash: char({ length: 64 }).notNull(),
    /** Hash of the previous number, by a trigger; null only for the first. */
    previous_hash: char({ length: 64 }),
    /**
     * Opens the commitments to heads in `content`: nonce and head, hexadecimal. Never published. Null for snapshots
     * from before commitments.
     */
    opened_audit_head: text(),
    /** The same for each register, by series symbol. */
    opened_register_heads: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Ed25519, hexadecimal. */
    public_key: char({ length: 64 }).notNull(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('proof_snapshots_id_unique').on(t.id),
    uniqueIndex('proof_snapshots_hash_unique').on(t.hash),
    uniqueIndex('proof_snapshots_previous_unique').on(t.previous_hash),
    index('proof_snapshots_of_day').on(t.day),
    isInRangeCheck(t.number, '> 0', '< 2147483647'),
    check('proof_snapshots_first', sql`(${t.number} = 1) = (${t.previous_hash} is null)`),
    check(
      'proof_snapshots_id_of_day',
      sql`left(${t.id}, 10) = to_char(${t.day}, 'YYYY-MM-DD') and substr(${t.id}, 11) ~ '^([.][1-9][0-9]{0,2})?$'`,
    ),
    check('proof_snapshots_hash_hex', sql`${t.hash} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** Failed attempts, and days without an attempt: append-only and public. */
export const proofFailures = pgTable(
  'proof_failures',
  {
    id: id(),
    day: date().notNull(),
    at: timestampColumn().notNull().defaultNow(),
    /** The previous snapshot; 0 before the first. */
    after_number: integer().notNull(),
    code: text({ enum: snapshotFailureCodes }).notNull(),
    /** The series concerned, by its name at the time. */
    symbol: optionalText(SYMBOL_LENGTH),
    reason: requiredText(SUBJECT_LENGTH),
  },
  (t) => [
    // Later attempts that fail for the same reason add nothing.
    uniqueIndex('proof_failures_unique').on(t.day, t.after_number, t.code, t.reason),
    isOneOfCheck(t.code, snapshotFailureCodes),
    isNotBlankCheck(t.reason),
    isInRangeCheck(t.after_number, '>= 0', '< 2147483647'),
  ],
)

/** The trees of the latest snapshot; others exist only while a snapshot is being taken. */
export const proofTrees = pgTable(
  'proof_trees',
  {
    snapshot_number: integer().notNull(),
    token_id: integer().notNull(),
    /** As it was at the time of the snapshot. */
    symbol: requiredText(SYMBOL_LENGTH),
    leaves: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.snapshot_number, t.token_id] }),
    isNotBlankCheck(t.symbol),
    isInRangeCheck(t.leaves, '> 0', '<= 1073741824'),
  ],
)

/** Every fifth level of a tree, in blocks of at most 32 nodes of 40 bytes: hash and sum. */
export const proofNodes = pgTable(
  'proof_nodes',
  {
    snapshot_number: integer().notNull(),
    token_id: integer().notNull(),
    level: smallint().notNull(),
    number: integer().notNull(),
    nodes: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.snapshot_number, t.token_id, t.level, t.number] }),
    check('proof_nodes_size', sql`length(${t.nodes}) between 40 and 1280 and length(${t.nodes}) % 40 = 0`),
  ],
)

/**
 * Owners of the leaves: groups of holders ordered by id, 20 bytes each: the holder's id and the positions of up to four
 * leaves.
 */
export const proofHolders = pgTable(
  'proof_holders',
  {
    snapshot_number: integer().notNull(),
    token_id: integer().notNull(),
    first_user_id: integer().notNull(),
    entries: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.snapshot_number, t.token_id, t.first_user_id] }),
    check('proof_holders_size', sql`length(${t.entries}) > 0 and length(${t.entries}) % 20 = 0`),
  ],
)
