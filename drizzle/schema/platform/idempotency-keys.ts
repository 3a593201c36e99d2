import { index, json, pgTable, smallint, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, isNotBlankCheck, requiredText, URL_LENGTH } from '#db/schema/column-types'

/** Hours for which a repeated `Idempotency-Key` is recognized. */
export const IDEMPOTENCY_KEY_HOURS = 24

/** First responses by caller and path (`scope`) and the caller's key, kept for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: id(),
    scope: requiredText(URL_LENGTH),
    key: requiredText(255),
    body_hash: requiredText(64),
    status: smallint(),
    /** `json`, not `jsonb`: a repeat returns the same bytes, including the order of fields. */
    response: json(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('idempotency_keys_scope_key_unique').on(t.scope, t.key),
    index('idempotency_keys_age').on(t.created_at),
    isNotBlankCheck(t.key),
  ],
)
