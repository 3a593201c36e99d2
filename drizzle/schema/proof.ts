/**
 * Snapshots of all registers, append-only: published, signed and chained. Trees are kept of the newest snapshot alone,
 * for the proofs of its holders.
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
import { snapshotFailures } from '#shared/enums/proof'
import { createdAt, id, instant, line, notBlank, oneOf, optionalLine, SUBJECT, within } from './columns.ts'
import { SYMBOL } from './tokens.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const proofSnapshots = pgTable(
  'proof_snapshots',
  {
    /** 1, 2, 3 … in the order of the chain. */
    number: integer().primaryKey(),
    /** Its address: `2026-11-22`, or `2026-11-22.1` for the first one on command. */
    id: text().notNull(),
    day: date().notNull(),
    /** The moment it shows. */
    taken_at: instant().notNull(),
    /** What is published, byte for byte: JSON of RFC 8785, with the signature. */
    content: text().notNull(),
    /** SHA-256 of the signed bytes, by which the next one names it. */
    hash: char({ length: 64 }).notNull(),
    /** Of the number before it, by a trigger; null for the first alone. */
    previous_hash: char({ length: 64 }),
    /**
     * What opens the commitments to heads in `content`: nonce and head, hexadecimal. Never published. Snapshots from before
     * commitments have null and none.
     */
    opened_audit_head: text(),
    /** The same of each register, by the symbol of its series. */
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
    within(t.number, '> 0', '< 2147483647'),
    check('proof_snapshots_first', sql`(${t.number} = 1) = (${t.previous_hash} is null)`),
    check(
      'proof_snapshots_id_of_day',
      sql`left(${t.id}, 10) = to_char(${t.day}, 'YYYY-MM-DD') and substr(${t.id}, 11) ~ '^([.][1-9][0-9]{0,2})?$'`,
    ),
    check('proof_snapshots_hash_hex', sql`${t.hash} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** Attempts that made no snapshot, and days on which none was tried: append-only, and public. */
export const proofFailures = pgTable(
  'proof_failures',
  {
    id: id(),
    day: date().notNull(),
    at: instant().notNull().defaultNow(),
    /** The snapshot before it; 0 before the first. */
    after_number: integer().notNull(),
    code: text({ enum: snapshotFailures }).notNull(),
    /** The series it is about, as it was called then. */
    symbol: optionalLine(SYMBOL),
    reason: line(SUBJECT),
  },
  (t) => [
    // Later attempts that fail for the same reason add nothing.
    uniqueIndex('proof_failures_unique').on(t.day, t.after_number, t.code, t.reason),
    oneOf(t.code, snapshotFailures),
    notBlank(t.reason),
    within(t.after_number, '>= 0', '< 2147483647'),
  ],
)

/** The trees of the newest snapshot; others only while a snapshot is being made. */
export const proofTrees = pgTable(
  'proof_trees',
  {
    snapshot_number: integer().notNull(),
    token_id: integer().notNull(),
    /** As it was at the moment of the snapshot. */
    symbol: line(SYMBOL),
    leaves: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.snapshot_number, t.token_id] }),
    notBlank(t.symbol),
    within(t.leaves, '> 0', '<= 1073741824'),
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
 * Which leaves are whose: groups of holders in the order of their ids, 20 bytes each. The id of the holder, and the
 * positions of up to four leaves.
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
