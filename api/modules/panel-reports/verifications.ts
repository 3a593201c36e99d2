/** The investors who registered in a range, and whether they are verified. */
import { sql } from 'drizzle-orm'
import { slowDatabase } from '#db/connection'
import { withinDays } from '#db/listing'
import { users } from '#db/schema/accounts'
import { nameOfUser } from '#modules/register/cap-table'
import { figure, type Report, type ReportRange } from './report.ts'

interface Row extends Record<string, unknown> {
  id: number
  registered: string
  name: string
  email: string
  country: string
  is_active: boolean
  state: 'verified' | 'not_verified'
}

const state = sql`case when users.is_verified then 'verified' else 'not_verified' end`
const words: Record<Row['state'], string> = { verified: 'Verified', not_verified: 'Not verified' }

export function verificationReport(range: ReportRange): Report<Row> {
  const within = sql`users.deleted_at is null and ${withinDays(users.created_at, range) ?? sql`true`}`
  return {
    async totals() {
      const rows = await slowDatabase().execute<{ state: Row['state']; count: number; active: number }>(sql`
        select ${state} as state, count(*)::int as count, count(*) filter (where is_active)::int as active
        from users where ${within} group by 1 order by 1`)
      return [
        {
          title: 'Investors registered in this period, as of now',
          heads: ['ACTIVE', 'ALL'],
          rows: rows.map((row) => ({
            label: words[row.state],
            figures: [figure(String(row.active)), figure(String(row.count))],
          })),
        },
      ]
    },
    columns: [
      ['User ID', ({ id }) => id],
      ['Registered (UTC)', ({ registered }) => registered],
      ['Name', ({ name }) => name],
      ['Email', ({ email }) => email],
      ['Country', ({ country }) => country],
      ['Active', ({ is_active }) => (is_active ? 'yes' : 'no')],
      ['Verification', (row) => row.state],
    ],
    printed: [
      { title: 'Registered', width: 0.14, text: ({ registered }) => registered.slice(0, 10) },
      { title: 'Investor', width: 0.28, text: ({ name }) => name },
      { title: 'Email', width: 0.32, text: ({ email }) => email },
      { title: 'Active', width: 0.1, text: ({ is_active }) => (is_active ? 'Yes' : 'No') },
      { title: 'State', width: 0.16, text: (row) => words[row.state] },
    ],
    count: () =>
      slowDatabase().execute<{ total: number }>(
        sql`select count(*)::int as total from users where ${within}`,
      ),
    read: async (last, limit) => [
      ...(await slowDatabase().execute<Row>(sql`
        select users.id, to_char(users.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as registered,
          ${nameOfUser} as name, users.email, users.country, users.is_active, ${state} as state
        from users where ${within} and users.id > ${last?.id ?? 0} order by users.id limit ${limit}`)),
    ],
  }
}
