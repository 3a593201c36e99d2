import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import {
  createdAt,
  isInRangeCheck,
  isOneOfCheck,
  optionalText,
  SUBJECT_LENGTH,
  timestampColumn,
} from '#db/schema/column-types'
import { users } from '#db/schema/identity/accounts'
import { exportStatuses } from '#shared/enums/accounts'

/** The one export of an investor's data: waiting to be generated, or stored under `filename` until `expires_at`. */
export const accountExports = pgTable(
  'account_exports',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: exportStatuses }).notNull().default('working'),
    /** Percent. */
    progress: smallint().notNull().default(0),
    requested_at: createdAt(),
    /** The current attempt, and when it last reported: another one takes over if it has gone silent. */
    attempt: uuid(),
    attempts: smallint().notNull().default(0),
    reported_at: timestampColumn(),
    filename: optionalText(SUBJECT_LENGTH),
    /** Bytes. */
    file_size: bigint({ mode: 'number' }).notNull().default(0),
    expires_at: timestampColumn(),
  },
  (t) => [
    index('account_exports_unfinished').on(t.requested_at).where(sql`${t.state} = 'working'`),
    index('account_exports_expiry').on(t.expires_at),
    isOneOfCheck(t.state, exportStatuses),
    isInRangeCheck(t.progress, '>= 0', '<= 100'),
    check(
      'account_exports_stored_when_ready',
      sql`(${t.state} = 'ready') = (${t.filename} <> '' and ${t.expires_at} is not null)`,
    ),
  ],
)
