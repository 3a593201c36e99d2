import { DrizzleQueryError } from 'drizzle-orm/errors'
import pino, { type DestinationStream, type Logger } from 'pino'

export type { Logger }

const STANDARD_OUTPUT = 1

/** Fields that never reach the log, wherever they occur in an object. */
const SECRETS = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'access_token',
  'refresh_token',
  'authorization',
  'cookie',
  'session_id',
]

interface DriverError extends Error {
  code?: string
  constraint_name?: string
}

/** The failed query behind an error. */
function findQueryError(error: unknown): DrizzleQueryError | undefined {
  if (error instanceof DrizzleQueryError) return error
  return error instanceof Error && error.cause !== undefined ? findQueryError(error.cause) : undefined
}

/**
 * An error as it appears in the log. For a query: the statement and the reason, never the values: these include names,
 * password hashes and conversation keys, and PostgreSQL repeats some of them in its details.
 */
function describeError(error: Error): object {
  const query = findQueryError(error)
  if (!query) return pino.stdSerializers.err(error)
  const { name, message, code, constraint_name, stack } = (query.cause ?? {}) as DriverError
  return { type: name, message, code, constraint: constraint_name, query: query.query, stack }
}

/** JSON lines on standard output; `level` is the lowest severity written. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    serializers: { err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  }
  // By file descriptor: Node's stream takes several milliseconds to create and is not needed.
  return pino(options, destination ?? pino.destination(STANDARD_OUTPUT))
}
