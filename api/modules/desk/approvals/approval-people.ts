/** The investors of a request as they are now, and its effect on their units. */

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ApprovalRequestDetail } from '#contract/desk/approvals'
import { database } from '#db/connection'
import { normalizeSymbol, tokens } from '#db/schema/catalog/tokens'
import { verifications } from '#db/schema/compliance/verifications'
import type { approvals } from '#db/schema/desk/approvals'
import { holdings } from '#db/schema/holdings/register'
import { users } from '#db/schema/identity/accounts'
import { stand } from '#modules/compliance/screening/screening-matches'
import { toDecimal } from '#shared/calculations/decimal'
import { formatFullName } from '#shared/full-name'

type Proposed = Pick<typeof approvals.$inferSelect, 'changes' | 'concerns' | 'state'>
type People = ApprovalRequestDetail['people']

/** The ids of investors anywhere in the rows of a request. */
export function listUserIds(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(listUserIds)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'user_id' && typeof part === 'number' ? [part] : listUserIds(part),
  )
}

/** Investors of a request: those in its rows, and the one whose account it concerns. */
export const listInvestors = ({ changes, concerns }: Proposed): number[] => [
  ...listUserIds(changes),
  ...concerns.flatMap((one) => (one.startsWith('user:') ? [Number(one.slice('user:'.length))] : [])),
]

/** Investors with their standing. */
export async function listPeople(ids: readonly number[]): Promise<People> {
  if (ids.length === 0) return []
  const rows = await database()
    .select({
      user: users,
      by_hand: sql<boolean>`coalesce(${verifications.by_hand}, false)`,
      screening: stand,
    })
    .from(users)
    .leftJoin(verifications, eq(verifications.user_id, users.id))
    .where(inArray(users.id, [...new Set(ids)]))
  return rows.map(({ user: { id, first_name, last_name, deleted_at, is_active, is_verified }, ...rest }) => ({
    id,
    name: deleted_at ? 'Deleted investor' : formatFullName({ first_name, last_name }),
    is_active,
    is_verified,
    ...rest,
  }))
}

interface Entry {
  user_id: number
  units: string
}

/** What the movements of a request add to each holder. */
const entriesOf = ({ changes }: Proposed): Entry[] =>
  changes.flatMap(({ after }) => {
    const { entries } = (after ?? {}) as { entries?: unknown }
    return Array.isArray(entries)
      ? entries.filter(
          (one): one is Entry => typeof one?.user_id === 'number' && typeof one.units === 'string',
        )
      : []
  })

/** The units of affected holders, now and after approval; empty once it is decided. */
export async function listPeopleHoldings(
  row: Proposed,
  people: People,
): Promise<ApprovalRequestDetail['holdings']> {
  const entries = row.state === 'waiting' ? entriesOf(row) : []
  const symbol = row.concerns.find((one) => one.startsWith('series:'))?.slice('series:'.length)
  if (entries.length === 0 || symbol === undefined) return []
  const ids = [...new Set(entries.map(({ user_id }) => user_id))]
  const rows = await database()
    .select({ user_id: holdings.user_id, units: holdings.units })
    .from(holdings)
    .innerJoin(tokens, eq(tokens.id, holdings.token_id))
    .where(and(eq(normalizeSymbol(tokens.symbol), normalizeSymbol(symbol)), inArray(holdings.user_id, ids)))
  return ids.map((user_id) => {
    const units = toDecimal(rows.find((one) => one.user_id === user_id)?.units ?? '0')
    const moved = entries.filter((one) => one.user_id === user_id).map((one) => one.units)
    const after = moved.reduce((sum, part) => sum.plus(part), units)
    return {
      user_id,
      name: people.find(({ id }) => id === user_id)?.name ?? '',
      symbol,
      units: units.toFixed(6),
      units_after: after.toFixed(6),
    }
  })
}
