import { index, integer, pgTable, varchar } from 'drizzle-orm/pg-core'
import { timestampColumn, URL_LENGTH } from '#db/schema/column-types'

/** The columns that rate-limiter-flexible's `RateLimiterDrizzle` reads and writes. */
const limiterColumns = () => ({
  key: varchar({ length: URL_LENGTH }).primaryKey(),
  points: integer().notNull(),
  expire: timestampColumn(),
})

/** Calls counted per caller and class. Unlogged (migration `triggers`): written often, and safe to lose. */
export const rateLimits = pgTable('rate_limits', limiterColumns(), (t) => [
  index('rate_limits_expiry').on(t.expire),
])

/** Failed sign-ins counted per account. Logged, because a crash must not unlock an account. */
export const lockouts = pgTable('lockouts', limiterColumns(), (t) => [index('lockouts_expiry').on(t.expire)])
