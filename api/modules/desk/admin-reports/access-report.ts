/** Administrators' activity in a date range, from the audit log: sign-ins, changes, exports and access to evidence. */
import { notInArray, sql } from 'drizzle-orm'
import { type AuditEntryType, auditActions } from '#contract/platform/audit'
import { slowQueryDatabase } from '#db/connection'
import { withinDaysCondition } from '#db/list-queries'
import { auditLog } from '#db/schema/platform/audit'
import { entryType } from '#modules/platform/audit/entry-kinds'
import { formatFigure, type Report, type ReportRange } from './report.ts'

type Kind = AuditEntryType
/** An export has a second entry for its end, and counts once. */
const isCounted = notInArray(auditLog.action, [
  auditActions.completedExport,
  auditActions.cancelledExport,
  auditActions.failedExport,
])
/** In the order of the columns. */
const kinds: readonly Kind[] = ['sign_in', 'change', 'export', 'evidence', 'denied']

interface Row extends Record<string, unknown> {
  id: number
  at: string
  admin: string
  kind: Kind
  action: string
  entity: string
  entity_id: string
  ip_address: string
  request_id: string
}

const admin = sql`coalesce(admins.username, nullif(audit_log.admin_name, ''), 'Not signed in')`

const words: Record<Kind, string> = {
  sign_in: 'Sign-in',
  change: 'Change',
  export: 'Export',
  evidence: 'Evidence access',
  denied: 'Denied',
}

interface Count extends Record<string, unknown> {
  admin: string
  kind: Kind
  count: number
}

export function createAccessReport(range: ReportRange): Report<Row> {
  const within = withinDaysCondition(auditLog.created_at, range) ?? sql`true`
  return {
    async totals() {
      const counts = await slowQueryDatabase().execute<Count>(sql`
        select ${admin} as admin, ${entryType} as kind, count(*)::int as count
        from audit_log left join admins on admins.id = audit_log.admin_id where ${within} and ${isCounted} group by 1, 2 order by 1`)
      const people = [...new Set(counts.map((row) => row.admin))]
      const of = (name: string, one: Kind) =>
        counts.find((row) => row.admin === name && row.kind === one)?.count ?? 0
      return [
        {
          title: 'Entries in this period',
          heads: ['SIGN-INS', 'CHANGES', 'EXPORTS', 'EVIDENCE', 'DENIED'],
          rows: people.map((name) => ({
            label: name,
            figures: kinds.map((one) => formatFigure(String(of(name, one)))),
          })),
        },
      ]
    },
    columns: [
      ['Entry', ({ id }) => id],
      ['Time (UTC)', ({ at }) => at],
      ['Administrator', (row) => row.admin],
      ['Type', (row) => words[row.kind]],
      ['Action', ({ action }) => action],
      ['Record type', ({ entity }) => entity],
      ['Record ID', ({ entity_id }) => entity_id],
      ['IP address', ({ ip_address }) => ip_address],
      ['Request ID', ({ request_id }) => request_id],
    ],
    printed: [
      { title: 'Time (UTC)', width: 0.2, text: ({ at }) => at.slice(0, 19).replace('T', ' ') },
      { title: 'Administrator', width: 0.2, text: (row) => row.admin },
      { title: 'Type', width: 0.13, text: (row) => words[row.kind] },
      { title: 'Action', width: 0.22, text: ({ action }) => action },
      {
        title: 'Record',
        width: 0.25,
        text: ({ entity, entity_id }) => [entity.replaceAll('_', ' '), entity_id].filter(Boolean).join(' '),
      },
    ],
    count: () =>
      slowQueryDatabase().execute<{ total: number }>(
        sql`select count(*)::int as total from audit_log where ${within}`,
      ),
    read: async (last, limit) => [
      ...(await slowQueryDatabase().execute<Row>(sql`
        select audit_log.id, to_char(audit_log.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
          ${admin} as admin, ${entryType} as kind, audit_log.action, audit_log.entity, audit_log.entity_id,
          audit_log.ip_address, audit_log.request_id
        from audit_log left join admins on admins.id = audit_log.admin_id
        where ${within} and audit_log.id > ${last?.id ?? 0} order by audit_log.id limit ${limit}`)),
    ],
  }
}
