/**
 * Classifies database errors. Drizzle wraps the driver's errors, and the driver the socket's, so that each check
 * walks the causes.
 */

/** SQLSTATE of the triggers that refuse to write for a deleted account (migration `triggers`). */
const ACCOUNT_DELETED = 'LD001'

interface DatabaseError {
  code: string
  constraint_name?: string
}

const hasCode = (value: object): value is DatabaseError => 'code' in value && typeof value.code === 'string'

function* causes(error: unknown, depth = 0): Generator<DatabaseError> {
  if (typeof error !== 'object' || error === null || depth > 8) return
  if (hasCode(error)) yield error
  if ('cause' in error) yield* causes(error.cause, depth + 1)
  if ('errors' in error && Array.isArray(error.errors)) {
    for (const inner of error.errors) yield* causes(inner, depth + 1)
  }
}

/** The first of `codes` that an error or one of its causes has; else undefined. */
export function findCode(error: unknown, codes: readonly string[]): string | undefined {
  for (const { code } of causes(error)) if (codes.includes(code)) return code
  return undefined
}

function violatedConstraint(error: unknown, codes: readonly string[]): string | undefined {
  for (const cause of causes(error)) {
    if (codes.includes(cause.code)) return cause.constraint_name ?? ''
  }
  return undefined
}

/**
 * What a constraint or a trigger refused, with its SQLSTATE: an integrity constraint, a value that does not fit its
 * column, or a deleted account. `constraint` is empty where there is none.
 */
export function findViolation(error: unknown): { code: string; constraint: string } | undefined {
  for (const { code, constraint_name = '' } of causes(error)) {
    if (/^(23|2200[13]$)/.test(code) || code === ACCOUNT_DELETED) return { code, constraint: constraint_name }
  }
  return undefined
}

/** Name of the unique index or constraint that rejected a row, such as `users_email_unique`; else undefined. */
export const uniqueViolation = (error: unknown): string | undefined => violatedConstraint(error, ['23505'])

/**
 * Name of the foreign key that rejected a write: the referenced row is missing, or is still referenced. PostgreSQL 18
 * gives `restrict` a code of its own.
 */
export const foreignKeyViolation = (error: unknown): string | undefined =>
  violatedConstraint(error, ['23503', '23001'])

/** Name of the check that rejected a row; else undefined. */
export const checkViolation = (error: unknown): string | undefined => violatedConstraint(error, ['23514'])

/** Whether the database refused to write for an account that is deleted, or was while the write waited for it. */
export const isOfDeletedAccount = (error: unknown): boolean =>
  violatedConstraint(error, [ACCOUNT_DELETED]) !== undefined

const DEADLOCK = '40P01'
/** The transaction was rolled back, and may succeed when run again. */
const SERIALIZATION_FAILURES = ['40001', DEADLOCK]

/** Whether a transaction was ended because it and another waited for each other. */
export const isDeadlock = (error: unknown): boolean => violatedConstraint(error, [DEADLOCK]) !== undefined

/** Thrown in a transaction whose rows changed between two reads: `inTransaction` runs it again. */
export class SerializationFailure extends Error {
  readonly code = '40001'
}

/** Whether a transaction failed only because of others that ran at the same time. */
export const isSerializationFailure = (error: unknown): boolean =>
  violatedConstraint(error, SERIALIZATION_FAILURES) !== undefined

const LOCK_NOT_AVAILABLE = '55P03'

/** Whether a call failed only because others change the same rows: still, or after it was tried again. */
export const isContended = (error: unknown): boolean =>
  violatedConstraint(error, [...SERIALIZATION_FAILURES, LOCK_NOT_AVAILABLE]) !== undefined

/** Of the socket, of postgres.js, and of PostgreSQL when it ends or rejects a connection or stops waiting. */
const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  ...SERIALIZATION_FAILURES, // still after `inTransaction` has tried again
  '25006', // read_only_sql_transaction: a standby responds while the primary is replaced
  '25P03', // idle_in_transaction_session_timeout
  LOCK_NOT_AVAILABLE,
  '57014', // query_canceled: statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
])
/** SQLSTATE classes: connection exception, insufficient resources, system error. */
const UNAVAILABLE_CLASSES = ['08', '53', '58']

/** Whether the database could not be reached or did not respond in time; the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  for (const { code } of causes(error)) {
    if (UNAVAILABLE.has(code)) return true
    if (/^[0-9A-Z]{5}$/.test(code) && UNAVAILABLE_CLASSES.includes(code.slice(0, 2))) return true
  }
  return false
}
