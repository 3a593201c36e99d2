/** Movements of units. The database enforces the rules of the register; here they become messages. */
import { and, eq, sql } from 'drizzle-orm'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { getCheckViolation, getForeignKeyViolation } from '#db/errors'
import { holdings, registerEntries, registerMovements } from '#db/schema/holdings/register'
import { seriesNotFound } from '#modules/catalog/series/series-figures'
import { addThousandsSeparators } from '#shared/thousands-separators'

type MovementRow = typeof registerMovements.$inferSelect
type EntryRow = typeof registerEntries.$inferSelect

export interface NewEntry {
  /** Null for unissued units. */
  user_id: number | null
  /** Six decimals, signed. */
  units: string
  /** Two decimals, with the same sign: the holder's cost of the units in USD. */
  cost: string
}

type NewMovement = Omit<typeof registerMovements.$inferInsert, 'id' | 'at'>

const detailOf = (error: unknown): Record<string, string> => {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { detail } = at as { detail?: unknown }
    if (typeof detail === 'string' && detail.startsWith('{')) return JSON.parse(detail)
  }
  return {}
}

/** The message for a rule of the register that a movement would break; undefined for other errors. */
function explain(error: unknown): Problem | undefined {
  const { units_in_issue, units_held, expires } = detailOf(error)
  switch (getCheckViolation(error)) {
    case 'register_units_held':
      return new Problem(
        'conflict',
        `Units in issue would be ${addThousandsSeparators(units_in_issue ?? '')}, but the latest attestation covers only ${addThousandsSeparators(units_held ?? '')}. Add a new attestation first.`,
      )
    case 'register_attestation_binds':
      return new Problem(
        'conflict',
        expires
          ? `The latest custody attestation expired on ${expires}. Add a new one first.`
          : 'There is no custody attestation for this series. Add one first.',
      )
    case 'holdings_cost_range':
      return new Problem(
        'conflict',
        'The cost basis of a holding must be between $0 and $1,000,000,000,000. The units of this holder have changed since this movement.',
        { isFinal: true },
      )
    case 'register_movements_correction_final':
      return new Problem(
        'conflict',
        'Corrections cannot be reversed. Record the transfer, redemption or allotment again instead.',
      )
    default:
      return undefined
  }
}

/**
 * Locks a series until the transaction ends, so that its units in issue and its holdings do not change.
 * Throws `not_found` if its token has been deleted.
 */
export async function lockRegister(tokenId: number): Promise<void> {
  try {
    await database().execute(sql`select from lock_register_head(${tokenId})`)
  } catch (error) {
    if (getForeignKeyViolation(error) === undefined) throw error
    throw seriesNotFound()
  }
}

const NONE = '0.000000'

/** Formats units with six decimals for people: `1,250.5 units`. */
function inWords(units: string): string {
  const written = addThousandsSeparators(units.replace(/\.?0+$/, ''))
  return `${written} ${written === '1' ? 'unit' : 'units'}`
}

/**
 * Throws `conflict` with the figure if a holder has fewer units than an entry removes. The series is locked.
 * The database may reject the units in issue first, in the order of the entries, with an error that does not
 * name the holder.
 */
async function checkHeld(tokenId: number, entries: readonly NewEntry[]): Promise<void> {
  for (const { user_id, units } of entries) {
    if (user_id === null || !units.startsWith('-')) continue
    const [held] = await database()
      .select({ units: holdings.units, enough: sql<boolean>`${holdings.units} + ${units}::numeric >= 0` })
      .from(holdings)
      .where(and(eq(holdings.token_id, tokenId), eq(holdings.user_id, user_id)))
    if (held?.enough) continue
    throw new Problem(
      'conflict',
      `This investor holds only ${inWords(held?.units ?? NONE)} of the series, but this movement requires ${inWords(units.slice(1))}.`,
      { isFinal: true },
    )
  }
}

/**
 * Adds a movement with its entries, which sum to zero. Call it with the users of the entries locked. Throws
 * `conflict` with the figures if it would break a rule of the register.
 */
export async function addMovement(
  movement: NewMovement,
  entries: readonly NewEntry[],
): Promise<{ movement: MovementRow; entries: EntryRow[] }> {
  await lockRegister(movement.token_id)
  try {
    const [added] = await database().insert(registerMovements).values(movement).returning()
    if (!added) throw new Error('An insert returned no row')
    await checkHeld(added.token_id, entries)
    const rows = await database()
      .insert(registerEntries)
      .values(entries.map((entry) => ({ ...entry, token_id: added.token_id, movement_id: added.id })))
      .returning()
    return { movement: added, entries: rows }
  } catch (error) {
    throw explain(error) ?? error
  }
}
