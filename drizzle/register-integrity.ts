/** Recalculates the register from its entries and compares it with the stored data. */
import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

export interface SeriesSummary {
  symbol: string
  entries: number
  holders: number
  /** Six decimals. */
  units_in_issue: string
  /** Hash of the last entry: stored elsewhere, it later proves that the chain was not rebuilt. */
  head: string
}

export interface RegisterDiscrepancy {
  symbol: string
  /** The first entry, if a fault concerns several. */
  entry: number | null
  what: 'chain' | 'end' | 'balance' | 'holding' | 'units_in_issue' | 'holders' | 'units_held'
}

/** The meaning of each fault, for people. */
export const registerDiscrepancyMessages: Readonly<Record<RegisterDiscrepancy['what'], string>> = {
  chain: 'an entry was changed or removed, or one before it: it does not follow from the entry before',
  end: 'the last entries were removed: the chain ends before its head',
  balance: 'a movement does not sum to zero',
  holding: 'a holding differs from the sum of its entries, or is below zero',
  units_in_issue: 'the units in issue differ from the sum of the entries',
  holders: 'the number of holders differs from their holdings',
  units_held: 'units were issued above the units held, or without an attestation in force',
}

const chainFaults = sql`
  select token_id, min(number) as entry, 'chain' as what from (
    select entry.token_id, entry.number,
      entry.number = lag(entry.number, 1, 0) over chain + 1
        and entry.prev_hash = lag(entry.hash, 1, '') over chain
        and entry.hash = register_digest(entry, movement) as sound
    from register_entries as entry join register_movements as movement on movement.id = entry.movement_id
    window chain as (partition by entry.token_id order by entry.number)
  ) as chained where not sound group by token_id`

const endFaults = sql`
  select head.token_id, head.last_number + 1, 'end' from register_heads as head
  left join register_entries as last on last.token_id = head.token_id and last.number = head.last_number
  where head.last_number > 0 and last.hash is distinct from head.last_hash
    or exists (select from register_entries as later where later.token_id = head.token_id and later.number > head.last_number)`

const balanceFaults = sql`
  select token_id, min(entry), 'balance' from (
    select movement.token_id, min(entries.number) as entry from register_movements as movement
    left join register_entries as entries on entries.movement_id = movement.id
    group by movement.id having coalesce(sum(entries.units), 1) <> 0 or sum(entries.cost) <> 0
  ) as unbalanced group by token_id`

const holdingFaults = sql`
  select token_id, null::int, 'holding' from holdings
  full join (
    select entry.token_id, entry.user_id, sum(entry.units) as units, sum(entry.cost) as cost,
      sum(cash_effect(entry, movement)) as effect
    from register_entries as entry join register_movements as movement on movement.id = entry.movement_id
    where entry.user_id is not null group by entry.token_id, entry.user_id
  ) as derived using (token_id, user_id)
  where (holdings.units, holdings.cost, holdings.cash_effect) is distinct from (derived.units, derived.cost, derived.effect)
    or holdings.units < 0
  group by token_id`

const issueFaults = sql`
  select token_id, null::int, 'units_in_issue' from register_heads
  full join (
    select token_id, -sum(units) filter (where user_id is null) as units from register_entries group by token_id
  ) as derived using (token_id)
  where coalesce(register_heads.units_in_issue, 0) is distinct from coalesce(derived.units, 0)`

const holderFaults = sql`
  select token_id, null::int, 'holders' from register_heads as head
  where holders <> (select count(*) from holdings where holdings.token_id = head.token_id and holdings.units > 0)`

const limitFaults = sql`
  select token_id, min(number), 'units_held' from (
    select entry.token_id, entry.number, entry.units, movement.at,
      -sum(entry.units) over (partition by entry.token_id order by entry.number) as in_issue
    from register_entries as entry join register_movements as movement on movement.id = entry.movement_id
    where entry.user_id is null
  ) as issued
  left join lateral (
    select units_held, expires from series_attestations as attestation
    where attestation.token_id = issued.token_id and attestation.created_at <= issued.at
    order by as_of desc, id desc limit 1
  ) as binding on true
  where issued.units < 0
    and (binding.units_held is null or binding.expires < (issued.at at time zone 'UTC')::date or in_issue > binding.units_held)
  group by token_id`

/** At most one fault of each kind per series; empty if all is well. Reads every entry. */
export async function findRegisterDiscrepancies(db: Database): Promise<RegisterDiscrepancy[]> {
  return [
    ...(await db.execute<RegisterDiscrepancy & Record<string, unknown>>(sql`
      select tokens.symbol, entry, what from (
        ${chainFaults} union all ${endFaults} union all ${balanceFaults} union all ${holdingFaults}
        union all ${issueFaults} union all ${holderFaults} union all ${limitFaults}
      ) as faults join tokens on tokens.id = faults.token_id order by tokens.symbol, what`)),
  ]
}

/** Every series with entries. */
export async function summarizeRegister(db: Database): Promise<SeriesSummary[]> {
  return [
    ...(await db.execute<SeriesSummary & Record<string, unknown>>(sql`
      select tokens.symbol, head.last_number as entries, head.units_in_issue, head.last_hash as head,
        (select count(*)::int from holdings where holdings.token_id = head.token_id and units > 0) as holders
      from register_heads as head join tokens on tokens.id = head.token_id
      where head.last_number > 0 order by tokens.symbol`)),
  ]
}

/** Whether an entry with this hash is in the register: a previously recorded head must stay part of its chain. */
export async function containsRegisterHead(db: Database, hash: string): Promise<boolean> {
  const [found] = await db.execute(sql`select from register_entries where hash = ${hash} limit 1`)
  return found !== undefined
}
