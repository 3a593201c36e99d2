/** Movements of an investor's units between two days, for a statement. */
import { sql } from 'drizzle-orm'
import { prepareStatement } from '#db/prepared-queries'
import { tokens } from '#db/schema/catalog/tokens'
import { registerEntries, registerMovements } from '#db/schema/holdings/register'
import type { Day } from '#shared/calculations/calendar'
import { getRegisterEntryLabel } from '#shared/register-entry-label'

type MovementType = 'issue' | 'transfer' | 'redemption' | 'correction'

/** One entry of the register of holders. */
export interface UnitMovement {
  at: Day
  /** ISO 8601. */
  time: string
  symbol: string
  /** Number of the entry in its series. */
  number: number
  type: MovementType
  /** The type of the movement reversed by a correction, otherwise its own. */
  corrected: MovementType
  /** Six decimals; negative for units transferred out. */
  units: string
  /** Effect on the cash, two decimals: negative if units were paid for. */
  paid: string
}

type Row = [
  at: Day,
  time: string,
  symbol: string,
  number: number,
  type: MovementType,
  corrected: MovementType,
  units: string,
  paid: string,
]

const isoText = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`)

const readRows = prepareStatement<Row>(
  () => sql`
    select (movement.at at time zone 'UTC')::date::text, to_char(movement.at at time zone 'UTC', ${isoText}), tokens.symbol,
      entry.number, movement.type, coalesce(reversed.type, movement.type), entry.units::text,
      cash_effect(entry, movement)::numeric(20, 2)::text
    from ${registerEntries} as entry
    join ${registerMovements} as movement on movement.id = entry.movement_id
    join ${tokens} as tokens on tokens.id = entry.token_id
    left join ${registerMovements} as reversed on reversed.id = movement.reverses
    where entry.user_id = ${sql.placeholder('userId')}
      and (movement.at at time zone 'UTC')::date > ${sql.placeholder('after')}::date
      and (movement.at at time zone 'UTC')::date <= ${sql.placeholder('until')}::date
    order by movement.at, movement.id, entry.number`,
)

/** Movements after the end of one day (or from the beginning) until the end of another; oldest first. */
export async function listUnitMovements(
  userId: number,
  after: Day | null,
  until: Day,
): Promise<UnitMovement[]> {
  const rows = await readRows({ userId, after: after ?? '-infinity', until })
  return rows.map(([at, time, symbol, number, type, corrected, units, paid]) => ({
    at,
    time,
    symbol,
    number,
    type,
    corrected,
    units,
    paid,
  }))
}

/** Description of an entry, within a line. */
export const formatMovementLabel = (movement: Pick<UnitMovement, 'type' | 'units'>): string =>
  getRegisterEntryLabel(movement).toLowerCase()
