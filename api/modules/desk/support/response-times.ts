/** Measured response times of the team, for the public pages. */
import { sql } from 'drizzle-orm'
import type { ResponseTime, ResponseTimes } from '#contract/desk/feedback'
import { database } from '#db/connection'
import { departmentByCategory, GENERAL } from './response-targets.ts'

const PERIOD_DAYS = 90
/** With fewer cases a median is not meaningful. */
const CASES_MIN = 20

interface Measured extends Record<string, unknown> {
  kind: ResponseTime['kind']
  department: string
  cases: number
  median_s: number | null
}

const department = sql.raw(
  `case category ${Object.entries(departmentByCategory)
    .map(([category, name]) => `when '${category}' then '${name}'`)
    .join(' ')} end`,
)

/**
 * The median time from arrival to first response, for items that arrived in the last 90 days and were
 * answered. Clock time: nights and weekends count. A merged ticket counts once, as the ticket that continues
 * it.
 */
export async function measureResponseTimes(): Promise<ResponseTimes> {
  const rows = await database().execute<Measured>(sql`
    with answered as (
      select 'ticket' as kind, ${department} as department, created_at, first_answered_at
        from support_tickets where merged_into is null
      union all select 'call', ${GENERAL}, created_at, first_answered_at from call_schedules
      union all select 'chat', ${GENERAL}, created_at, first_answered_at from chat_sessions)
    select kind, department, count(*)::int as cases,
      percentile_cont(0.5) within group (order by extract(epoch from first_answered_at - created_at))::float8 as median_s
    from answered
    where created_at >= now() - ${PERIOD_DAYS}::int * interval '1 day' and first_answered_at is not null
    group by kind, department order by kind, department`)
  return {
    period_days: PERIOD_DAYS,
    cases_min: CASES_MIN,
    measured_at: new Date().toISOString(),
    response_times: rows.map(({ median_s, ...row }) => ({
      ...row,
      median_minutes:
        row.cases < CASES_MIN || median_s === null ? null : Math.max(1, Math.round(median_s / 60)),
    })),
  }
}
