/** How fast the team answered, as measured: what the public pages say about it. */
import { sql } from 'drizzle-orm'
import type { ResponseTime, ResponseTimes } from '#contract/feedback'
import { database } from '#db/connection'
import { departmentOf, GENERAL } from './targets.ts'

const PERIOD_DAYS = 90
/** Cases below which a median says nothing. */
const CASES_MIN = 20

interface Measured extends Record<string, unknown> {
  kind: ResponseTime['kind']
  department: string
  cases: number
  median_s: number | null
}

const department = sql.raw(
  `case category ${Object.entries(departmentOf)
    .map(([category, name]) => `when '${category}' then '${name}'`)
    .join(' ')} end`,
)

/**
 * The median time from arrival to the first answer of what arrived in the last 90 days and was answered, by the clock:
 * nights and weekends count. Merged tickets are counted once, as the ticket that continues.
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
