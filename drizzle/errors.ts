/**
 * Classifies database errors. Drizzle wraps the driver's errors, and the driver wraps the socket's, so each check walks
 * the causes.
 */

/** SQLSTATE of the triggers that reject writes for a deleted account (migration `triggers`). */
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

/** The first of `codes` on an error or one of its causes; otherwise undefined. */
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
 * What a constraint or a trigger rejected, with its SQLSTATE: an integrity constraint, a value that does not fit its
 * column, or a deleted account. `constraint` is empty if there is none.
 */
export function findViolation(error: unknown): { code: string; constraint: string } | undefined {
  for (const { code, constraint_name = '' } of causes(error)) {
    if (/^(23|2200[13]$)/.test(code) || code === ACCOUNT_DELETED) return { code, constraint: constraint_name }
  }
  return undefined
}

/** Name of the unique index or constraint that rejected a row, such as `users_email_unique`; otherwise undefined. */
export const getUniqueViolation = (error: unknown): string | undefined => violatedConstraint(error, ['23505'])

/**
 * Name of the foreign key that rejected a write: the referenced row is missing, or is still referenced. PostgreSQL 18
 * has a separate code for `restrict`.
 */
export const getForeignKeyViolation = (error: unknown): string | undefined =>
  violatedConstraint(error, ['23503', '23001'])

/** Name of the check that rejected a row; otherwise undefined. */
export const getCheckViolation = (error: unknown): string | undefined => violatedConstraint(error, ['23514'])

/**
 * Whether the database rejected a write because the account is deleted, or was deleted while the write waited for it.
 */
export const isDeletedAccountError = (error: unknown): boolean =>
  violatedConstraint(error, [ACCOUNT_DELETED]) !== undefined

const DEADLOCK = '40P01'
/** The transaction was rolled back and may succeed if run again. */
const SERIALIZATION_FAILURES = ['40001', DEADLOCK]

/** Whether a transaction was aborted because of a deadlock. */
export const isDeadlock = (error: unknown): boolean => violatedConstraint(error, [DEADLOCK]) !== undefined

/** Thrown in a transaction whose rows changed between two reads: `inTransaction` reruns it. */
export class SerializationFailure extends Error {
  readonly code = '40001'
}

/** Whether a transaction failed only because of concurrent ones. */
export const isSerializationFailure = (error: unknown): boolean =>
  violatedConstraint(error, SERIALIZATION_FAILURES) !== undefined

const LOCK_NOT_AVAILABLE = '55P03'

/** Whether a call failed only because of concurrent changes to the same rows, even after retries. */
export const isContended = (error: unknown): boolean =>
  violatedConstraint(error, [...SERIALIZATION_FAILURES, LOCK_NOT_AVAILABLE]) !== undefined

/** From the socket, postgres.js, and PostgreSQL when it ends or rejects a connection or stops waiting. */
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
  ...SERIALIZATION_FAILURES, // still failing after the retries of `inTransaction`
  '25006', // read_only_sql_transaction: a standby responds while the primary is being replaced
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
