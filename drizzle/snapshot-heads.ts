/** Compares the heads that published snapshots name with the register and the audit log of today. */
import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** Which chain: the registers of all series, or the audit log. */
export type HeadOf = 'register' | 'audit'

export interface NamedHead {
  /** Id of the snapshot. */
  snapshot: string
  /** Of the register; empty for the audit log. */
  symbol: string
  /** Nonce and head, which open what the snapshot names; null in a snapshot that names the head itself. */
  opened: string | null
  /** Whether the snapshot names it, and an entry of today has this head, or the chain was empty. */
  is_sound: boolean
}

const NONCE_DIGITS = 64

const named: Readonly<Record<HeadOf, ReturnType<typeof sql>>> = {
  register: sql`
    select number, id, series.symbol, series.register_head as named, opened_register_heads ->> series.symbol as opened
    from proof_snapshots, jsonb_to_recordset(content::jsonb -> 'series') as series (symbol text, register_head text)`,
  audit: sql`
    select number, id, '' as symbol, content::jsonb ->> 'audit_head' as named, opened_audit_head as opened from proof_snapshots`,
}

const entries: Readonly<Record<HeadOf, ReturnType<typeof sql>>> = {
  register: sql`register_entries`,
  audit: sql`audit_log`,
}

/** The heads that snapshots name, those of the newest snapshot last. Reads every entry once. */
export async function readNamedHeads(db: Database, of: HeadOf): Promise<NamedHead[]> {
  return [
    ...(await db.execute<NamedHead & Record<string, unknown>>(sql`
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

const explainLostHead = ({ snapshot, symbol }: NamedHead): string =>
  `The head of ${symbol ? `the register of ${symbol}` : 'the audit log'} in snapshot ${snapshot} is not one of its entries: entries were changed or removed since.`

/** Lines for people: what opens the heads of a snapshot, the newest one without an id; and each head that is lost. */
export function describeHeads(
  heads: readonly NamedHead[],
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
