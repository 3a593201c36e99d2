/** Every code of an error response, with its HTTP status. */
export const problemStatuses = {
  malformed_request: 400,
  unauthenticated: 401,
  session_expired: 401,
  invalid_credentials: 401,
  forbidden: 403,
  account_disabled: 403,
  csrf: 403,
  admin_network: 403,
  step_up_required: 403,
  second_factor_required: 403,
  password_change_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  insufficient_cash: 409,
  stale_write: 409,
  not_verified: 409,
  too_large: 413,
  uri_too_long: 414,
  unsupported_type: 415,
  validation: 422,
  locked: 423,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  market_unavailable: 503,
  storage_full: 507,
} as const

export type ProblemCode = keyof typeof problemStatuses

/** One rejected field: a JSON pointer into the body or query, or `/headers/` and a header name, with a message. */
export interface ProblemDetail {
  path: string
  message: string
}

/** The body of every error response. */
export interface ProblemBody {
  error: string
  code: ProblemCode
  request_id: string
  details?: ProblemDetail[]
}

interface ProblemOptions {
  /** The rejected fields, always present with `validation`; with `step_up_required`, the accepted methods. */
  details?: ProblemDetail[]
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  retryAfter?: number
  /** Methods of the path; becomes `Allow`. */
  allow?: string[]
  /** The same call can never succeed again: an approval request for it is outdated. */
  isFinal?: true
  /** The underlying error, for the log only. */
  cause?: unknown
}

/**
 * An error that becomes a response. Services throw it; one function converts it to JSON. `message` is a sentence for a
 * person and is sent unchanged.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetail[] | undefined
  readonly retryAfter: number | undefined
  readonly allow: string[] | undefined
  readonly isFinal: boolean

  // Rejected input is named: `validation` requires `details`.
  constructor(
    code: ProblemCode,
    message: string,
    options: ProblemOptions & { details: ProblemDetail[] | undefined },
  )
  constructor(code: Exclude<ProblemCode, 'validation'>, message: string, options?: ProblemOptions)
  constructor(code: ProblemCode, message: string, options: ProblemOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.details = options.details
    this.retryAfter = options.retryAfter
    this.allow = options.allow
    this.isFinal = options.isFinal ?? false
  }
}

/** A single rejected field, as a 422. */
export function invalidFieldProblem(path: string, message: string): Problem {
  return new Problem('validation', message, { details: [{ path, message }] })
}

/** The 404 for an unknown path, or one whose existence the caller may not learn. */
export function notFoundProblem(): Problem {
  return new Problem('not_found', 'Not found.')
}
