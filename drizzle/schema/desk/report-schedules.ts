import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, isOneOfCheck, timestampColumn } from '#db/schema/column-types'
import { admins } from '#db/schema/identity/accounts'
import { adminReportTypes, reportFormats, reportFrequencies } from '#shared/enums/reports'

/** Reports announced to administrators by email, see `api/modules/desk/admin-reports/report-schedules.ts`. */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    id: id(),
    report: text({ enum: adminReportTypes }).notNull(),
    frequency: text({ enum: reportFrequencies }).notNull(),
    format: text({ enum: reportFormats }).notNull(),
    /** Ids of administrators. One that was removed, or may no longer read reports, gets nothing. */
    recipients: integer().array().notNull(),
    /** Who created it. */
    admin_id: integer().references(() => admins.id, { onDelete: 'set null' }),
    next_at: timestampColumn().notNull(),
    last_sent_at: timestampColumn(),
    created_at: createdAt(),
  },
  (t) => [
    index('report_schedules_due').on(t.next_at),
    index('report_schedules_of_admin').on(t.admin_id),
    isOneOfCheck(t.report, adminReportTypes),
    isOneOfCheck(t.frequency, reportFrequencies),
    isOneOfCheck(t.format, reportFormats),
    check('report_schedules_recipients_some', sql`cardinality(${t.recipients}) between 1 and 20`),
  ],
)
