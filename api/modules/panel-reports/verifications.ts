/** Verifications whose present state began in a range: states, days and who decided, without answers or evidence. */
import { sql } from 'drizzle-orm'
import { slowDatabase } from '#db/connection'
import { yesOrNo } from '#modules/csv'
import { nameOfUser } from '#modules/register/cap-table'
import {
  type RiskRating,
  type VerificationKind,
  type VerificationState,
  verificationStates,
} from '#shared/enums/verifications'
import { sentenceCase } from '#shared/words'
import { writeShortDay } from '#shared/written-day'
import { figure, type Report, type ReportRange } from './report.ts'

interface Row extends Record<string, unknown> {
  id: number
  name: string
  email: string
  kind: VerificationKind
  state: VerificationState
  since: string
  verified_until: string | null
  risk: RiskRating | null
  by_hand: boolean
  decided_by: string
}

/** The first step of an action since the form was submitted. */
const firstSince = (...actions: string[]) => sql`(
  select min(step.at) from verification_steps as step where step.user_id = verifications.user_id
    and step.at >= verifications.submitted_at and step.action in (${sql.join(
      actions.map((action) => sql`${action}`),
      sql`, `,
    )}))`

/** When the present state began. A mark that was taken back by hand begins a state as well. */
const since = sql`case verifications.state
  when 'submitted' then verifications.submitted_at
  when 'in_review' then coalesce(${firstSince('assign', 'accept_item')}, verifications.submitted_at)
  when 'needs_more' then coalesce(${firstSince('ask_again')}, verifications.submitted_at)
  when 'in_progress' then greatest((select max(step.at) from verification_steps as step
    where step.user_id = verifications.user_id and step.action in ('started', 'renewed')),
    case when verifications.by_hand then verifications.decided_at end, users.created_at)
  when 'not_started' then greatest(case when verifications.by_hand then verifications.decided_at end, users.created_at)
  else case when decision.action = 'expired' then decision.at
    else coalesce(verifications.decided_at, verifications.submitted_at, users.created_at) end
end`

/**
 * Each verification with its last decision, as far as that is what counts now. A mark by hand from before these were
 * written down has none.
 */
const dated = sql`(
  select verifications.user_id as id, ${nameOfUser} as name, users.email, verifications.kind, verifications.state,
    ${since} as since, verifications.verified_until, verifications.risk, verifications.by_hand,
    case when decision.by = 'system' then 'Server' when decision.by = 'desk' then coalesce(admins.username, 'Deleted administrator')
      else '' end as decided_by
  from verifications
  join users on users.id = verifications.user_id and users.deleted_at is null
  left join lateral (
    select step.action, step.at, step.by, step.admin_id from verification_steps as step
    where step.user_id = verifications.user_id
      and step.action in ('verify', 'refuse', 'expire', 'expired', 'marked_by_hand', 'unmarked_by_hand')
    order by step.id desc limit 1
  ) as decision on case when verifications.by_hand then decision.action in ('marked_by_hand', 'unmarked_by_hand')
    else verifications.state in ('verified', 'refused', 'expired') end
  left join admins on admins.id = decision.admin_id
)`

const words = ({ state }: Pick<Row, 'state'>): string => sentenceCase(state.replaceAll('_', '-'))

export function verificationReport({ from, to }: ReportRange): Report<Row> {
  const listed = sql`${dated} as listed where since >= ${from}::date::timestamp at time zone 'UTC'
    and since < (${to}::date + 1)::timestamp at time zone 'UTC'`
  return {
    async totals() {
      const rows = await slowDatabase().execute<{
        state: VerificationState
        count: number
        by_hand: number
      }>(sql`
        select state, count(*)::int as count, (count(*) filter (where by_hand))::int as by_hand
        from ${listed} group by state`)
      return [
        {
          title: 'By state, of those whose state began in this period',
          heads: ['BY HAND', 'ALL'],
          rows: rows
            .toSorted((a, b) => verificationStates.indexOf(a.state) - verificationStates.indexOf(b.state))
            .map((row) => ({
              label: words(row),
              figures: [figure(String(row.by_hand)), figure(String(row.count))],
            })),
        },
      ]
    },
    columns: [
      ['User ID', ({ id }) => id],
      ['Name', ({ name }) => name],
      ['Email', ({ email }) => email],
      ['Kind', ({ kind }) => kind],
      ['State', ({ state }) => state],
      ['Since (UTC)', (row) => row.since],
      ['Verified until', ({ verified_until }) => verified_until ?? ''],
      ['Risk', ({ risk }) => risk ?? ''],
      ['By hand', ({ by_hand }) => yesOrNo(by_hand)],
      ['Decided by', ({ decided_by }) => decided_by],
    ],
    printed: [
      { title: 'Investor', width: 0.25, text: ({ name }) => name },
      { title: 'State', width: 0.13, text: words },
      { title: 'Since', width: 0.13, text: ({ since }) => writeShortDay(since) },
      {
        title: 'Until',
        width: 0.13,
        text: ({ verified_until: until }) => (until ? writeShortDay(until) : ''),
      },
      { title: 'Risk', width: 0.1, text: ({ risk }) => (risk ? sentenceCase(risk) : '') },
      { title: 'By hand', width: 0.09, text: ({ by_hand }) => (by_hand ? 'Yes' : 'No') },
      { title: 'Decided by', width: 0.17, text: ({ decided_by }) => decided_by },
    ],
    count: () => slowDatabase().execute<{ total: number }>(sql`select count(*)::int as total from ${listed}`),
    read: async (last, limit) => [
      ...(await slowDatabase().execute<Row>(sql`
        select id, name, email, kind, state, to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since,
          verified_until::text, risk, by_hand, decided_by
        from ${listed} and id > ${last?.id ?? 0} order by id limit ${limit}`)),
    ],
  }
}
