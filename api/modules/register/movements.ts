/** Movements of units. The database keeps the rules of the register; here they become sentences. */
import { and, eq, sql } from 'drizzle-orm'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { checkViolation, foreignKeyViolation } from '#db/errors'
import { holdings, registerEntries, registerMovements } from '#db/schema/register'
import { noSuchSeries } from '#modules/series/figures'
import { groupDigits } from '#shared/group-digits'

type MovementRow = typeof registerMovements.$inferSelect
type EntryRow = typeof registerEntries.$inferSelect

export interface Entry {
  /** Null for the units that are not in issue. */
  user_id: number | null
  /** Six decimals, with a sign. */
  units: string
  /** Two decimals, of the same sign: what the units cost their holder in USD. */
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

/** The sentence for a rule of the register that a movement would break; undefined for other errors. */
function explain(error: unknown): Problem | undefined {
  const { units_in_issue, units_held, expires } = detailOf(error)
  switch (checkViolation(error)) {
    case 'register_units_held':
      return new Problem(
        'conflict',
        `There would be ${groupDigits(units_in_issue ?? '')} units in issue, and the latest attestation covers ${groupDigits(units_held ?? '')}. Enter a newer attestation first.`,
      )
    case 'register_attestation_binds':
      return new Problem(
        'conflict',
        expires
          ? `The latest attestation of units held expired on ${expires}. Enter a newer one first.`
          : 'No attestation of units held is entered for this series. Enter one first.',
      )
    case 'holdings_cost_range':
      return new Problem(
        'conflict',
        'The cost of a holding must stay at least $0 and below $1,000,000,000,000. Units of this holder have moved since.',
        { isFinal: true },
      )
    case 'register_movements_correction_final':
      return new Problem(
        'conflict',
        'A correction is final. What it took back is entered again: as a transfer, a redemption or an allotment.',
      )
    default:
      return undefined
  }
}

/**
 * Locks a series until the transaction ends, so that its units in issue and its holdings do not change. Throws
 * `not_found` when its token was deleted in the meantime.
 */
export async function lockRegister(tokenId: number): Promise<void> {
  try {
    await database().execute(sql`select from lock_register_head(${tokenId})`)
  } catch (error) {
    if (foreignKeyViolation(error) === undefined) throw error
    throw noSuchSeries()
  }
}

const NONE = '0.000000'

/** Units with six decimals as a person writes them: `1,250.5 units`. */
function inWords(units: string): string {
  const written = groupDigits(units.replace(/\.?0+$/, ''))
  return `${written} ${written === '1' ? 'unit' : 'units'}`
}

/**
 * Throws `conflict` with the figure where a holder has fewer units than an entry takes. The series is locked: in the
 * order of the entries the database may refuse the units in issue first, which says nothing about the holder.
 */
async function checkHeld(tokenId: number, entries: readonly Entry[]): Promise<void> {
  for (const { user_id, units } of entries) {
    if (user_id === null || !units.startsWith('-')) continue
    const [held] = await database()
      .select({ units: holdings.units, enough: sql<boolean>`${holdings.units} + ${units}::numeric >= 0` })
      .from(holdings)
      .where(and(eq(holdings.token_id, tokenId), eq(holdings.user_id, user_id)))
    if (held?.enough) continue
    throw new Problem(
      'conflict',
      `This investor holds ${inWords(held?.units ?? NONE)} of the series, and this movement needs ${inWords(units.slice(1))}.`,
      { isFinal: true },
    )
  }
}

/**
 * Adds a movement with its entries, which sum to zero. Call it with the users of the entries locked. Throws `conflict`
 * with the figures where it would break a rule of the register.
 */
export async function addMovement(
  movement: NewMovement,
  entries: readonly Entry[],
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
