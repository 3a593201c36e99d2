import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import {
  EMAIL_LENGTH,
  isNonEmptySubsetCheck,
  LONG_TEXT_LENGTH,
  NAME_LENGTH,
  optionalText,
  PHONE_LENGTH,
  URL_LENGTH,
  updatedAt,
} from '#db/schema/column-types'
import { weekdays } from '#shared/enums/site'

export const contactDepartments = pgTable(
  'contact_departments',
  {
    department: varchar({ length: NAME_LENGTH }).primaryKey(),
    email: optionalText(EMAIL_LENGTH),
    phone: optionalText(PHONE_LENGTH),
    whatsapp: optionalText(URL_LENGTH),
    linkedin: optionalText(URL_LENGTH),
    telegram: optionalText(URL_LENGTH),
    hours: optionalText(URL_LENGTH),
    description: optionalText(LONG_TEXT_LENGTH),
    /** Business hours of the department, for its response targets; `hours` is the text for visitors. */
    open_days: text({ enum: weekdays }).array().notNull().default(['mon', 'tue', 'wed', 'thu', 'fri']),
    open_from: varchar({ length: 5 }).notNull().default('09:00'),
    open_to: varchar({ length: 5 }).notNull().default('18:00'),
    time_zone: varchar({ length: NAME_LENGTH }).notNull().default('America/Los_Angeles'),
    /** Targets in business hours; null for none. */
    first_answer_hours: integer(),
    resolution_hours: integer(),
    updated_at: updatedAt(),
  },
  (t) => [
    check('contact_departments_department_words', sql`${t.department} ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$'`),
    isNonEmptySubsetCheck(t.open_days, weekdays),
    check('contact_departments_open_from_clock', sql`${t.open_from} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check('contact_departments_open_to_clock', sql`${t.open_to} ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'`),
    check('contact_departments_open_in_order', sql`${t.open_from} < ${t.open_to}`),
    check(
      'contact_departments_targets',
      sql`${t.first_answer_hours} between 1 and 720 and ${t.resolution_hours} between 1 and 720`,
    ),
  ],
)
