import { eq, type SQL } from 'drizzle-orm'
import { searchConditions } from './list-queries.ts'
import { users } from './schema/accounts.ts'

/**
 * Conditions that find investors in `users`: by account number, such as `A-000177` or `000177`, otherwise by every word
 * of the search in the name or email.
 */
export function searchInvestors(search: string | undefined): SQL[] {
  const [, id] = /^(?:a-?0*|0+)([1-9]\d{0,8})$/i.exec(search?.trim() ?? '') ?? []
  return id === undefined
    ? searchConditions(search, [users.email, users.first_name, users.last_name])
    : [eq(users.id, Number(id))]
}
