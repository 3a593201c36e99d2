/** Compares the heads in published snapshots with today's register and audit log. */
import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** Which chain: the registers of all series, or the audit log. */
export type ChainType = 'register' | 'audit'

export interface SnapshotHead {
  /** Id of the snapshot. */
  snapshot: string
  /** Series of the register; empty for the audit log. */
  symbol: string
  /** Nonce and head that open the snapshot's commitment; null in a snapshot that contains the head itself. */
  opened: string | null
  /** Whether the snapshot contains it, and an existing entry has this head, or the chain was empty. */
  is_sound: boolean
}

const NONCE_DIGITS = 64

const named: Readonly<Record<ChainType, ReturnType<typeof sql>>> = {
  register: sql`
    select number, id, series.symbol, series.register_head as named, opened_register_heads ->> series.symbol as opened
    from proof_snapshots, jsonb_to_recordset(content::jsonb -> 'series') as series (symbol text, register_head text)`,
  audit: sql`
    select number, id, '' as symbol, content::jsonb ->> 'audit_head' as named, opened_audit_head as opened from proof_snapshots`,
}

const entries: Readonly<Record<ChainType, ReturnType<typeof sql>>> = {
  register: sql`register_entries`,
  audit: sql`audit_log`,
}

/** The heads in snapshots, the latest snapshot's last. Reads every entry once. */
export async function listSnapshotHeads(db: Database, of: ChainType): Promise<SnapshotHead[]> {
  return [
    ...(await db.execute<SnapshotHead & Record<string, unknown>>(sql`
      select heads.id as snapshot, heads.symbol, heads.opened,
        (heads.opened is null or encode(sha256('\\x02'::bytea || decode(heads.opened, 'hex')), 'hex') = heads.named)
          and (heads.head = '' or entry.hash is not null) as is_sound
      from (
        select *, coalesce(substr(opened, ${NONCE_DIGITS + 1}::int), named) as head from (${named[of]}) as each_named
      ) as heads
      left join ${entries[of]} as entry on entry.hash = heads.head
      order by heads.number, heads.symbol`)),
  ]
}

const explainLostHead = ({ snapshot, symbol }: SnapshotHead): string =>
  `The head of ${symbol ? `the register of ${symbol}` : 'the audit log'} in snapshot ${snapshot} is not one of its entries: entries were changed or removed since.`

/** Lines for people: what opens the heads of a snapshot, by default the latest one, and each lost head. */
export function compareSnapshotHeads(
  heads: readonly SnapshotHead[],
  id = heads.at(-1)?.snapshot,
): { opened: string[]; faults: string[] } {
  return {
    opened: heads.flatMap(({ snapshot, symbol, opened }) =>
      opened && snapshot === id
        ? [`Head with its nonce${symbol && `, ${symbol}`}, in snapshot ${snapshot}: ${opened}`]
        : [],
    ),
    faults: heads.filter(({ is_sound }) => !is_sound).map(explainLostHead),
  }
}
