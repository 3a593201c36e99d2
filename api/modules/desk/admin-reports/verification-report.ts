/**
 * Verifications whose current state began in a range: states, days and decision makers, without answers or evidence.
 */
import { sql } from 'drizzle-orm'
import { formatBoolean } from '#common/csv'
import { slowQueryDatabase } from '#db/connection'
import { selectUserName } from '#modules/holdings/register/cap-table'
import { toSentenceCase } from '#shared/case-format'
import {
  type AccountHolderType,
  type RiskRating,
  type VerificationStatus,
  verificationStatuses,
} from '#shared/enums/verifications'
import { writeShortDay } from '#shared/format-date'
import { formatFigure, type Report, type ReportRange } from './report.ts'

interface Row extends Record<string, unknown> {
  id: number
  name: string
  email: string
  kind: AccountHolderType
  state: VerificationStatus
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

/** When the current state began. A manual verification that was reverted also starts a state. */
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
 * Each verification with its last decision, if that still applies. Manual verifications from before these were recorded
 * have none.
 */
const dated = sql`(
  select verifications.user_id as id, ${selectUserName} as name, users.email, verifications.kind, verifications.state,
    ${since} as since, verifications.verified_until, verifications.risk, verifications.by_hand,
    case when decision.by = 'system' then 'System' when decision.by = 'desk' then coalesce(admins.username, 'Deleted administrator')
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

const words = ({ state }: Pick<Row, 'state'>): string => toSentenceCase(state.replaceAll('_', '-'))

export function createVerificationReport({ from, to }: ReportRange): Report<Row> {
  const listed = sql`${dated} as listed where since >= ${from}::date::timestamp at time zone 'UTC'
    and since < (${to}::date + 1)::timestamp at time zone 'UTC'`
  return {
    async totals() {
      const rows = await slowQueryDatabase().execute<{
        state: VerificationStatus
        count: number
        by_hand: number
      }>(sql`
        select state, count(*)::int as count, (count(*) filter (where by_hand))::int as by_hand
        from ${listed} group by state`)
      return [
        {
          title: 'By status, for statuses that began in this period',
          heads: ['MANUAL', 'TOTAL'],
          rows: rows
            .toSorted((a, b) => verificationStatuses.indexOf(a.state) - verificationStatuses.indexOf(b.state))
            .map((row) => ({
              label: words(row),
              figures: [formatFigure(String(row.by_hand)), formatFigure(String(row.count))],
            })),
        },
      ]
    },
    columns: [
      ['User ID', ({ id }) => id],
      ['Name', ({ name }) => name],
      ['Email', ({ email }) => email],
      ['Type', ({ kind }) => kind],
      ['Status', ({ state }) => state],
      ['Since (UTC)', (row) => row.since],
      ['Verified until', ({ verified_until }) => verified_until ?? ''],
      ['Risk rating', ({ risk }) => risk ?? ''],
      ['Manual verification', ({ by_hand }) => formatBoolean(by_hand)],
      ['Decided by', ({ decided_by }) => decided_by],
    ],
    printed: [
      { title: 'Investor', width: 0.25, text: ({ name }) => name },
      { title: 'Status', width: 0.13, text: words },
      { title: 'Since', width: 0.13, text: ({ since }) => writeShortDay(since) },
      {
        title: 'Verified until',
        width: 0.13,
        text: ({ verified_until: until }) => (until ? writeShortDay(until) : ''),
      },
      { title: 'Risk rating', width: 0.1, text: ({ risk }) => (risk ? toSentenceCase(risk) : '') },
      { title: 'Manual', width: 0.09, text: ({ by_hand }) => (by_hand ? 'Yes' : 'No') },
      { title: 'Decided by', width: 0.17, text: ({ decided_by }) => decided_by },
    ],
    count: () =>
      slowQueryDatabase().execute<{ total: number }>(sql`select count(*)::int as total from ${listed}`),
    read: async (last, limit) => [
      ...(await slowQueryDatabase().execute<Row>(sql`
        select id, name, email, kind, state, to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since,
          verified_until::text, risk, by_hand, decided_by
        from ${listed} and id > ${last?.id ?? 0} order by id limit ${limit}`)),
    ],
  }
}
