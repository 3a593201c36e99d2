import { Problem, type ProblemBody, type ProblemCode } from '#contract/problem'

interface Rejection {
  status: number
  /** Seconds to wait before a retry makes sense. */
  retryAfter?: number
  /** False if a proxy responded instead of our server; its message is not fit to display. */
  ours?: boolean
}

/** An error response from the server. */
export class ApiError extends Problem {
  readonly status: number
  readonly ours: boolean
  /** Can be quoted to support; the server logs the same id. */
  readonly requestId: string

  constructor(body: ProblemBody, { status, retryAfter, ours = true }: Rejection) {
    super(body.code, body.error, { details: body.details, retryAfter })
    this.status = status
    this.ours = ours
    this.requestId = body.request_id
  }
}

/**
 * No response: offline, connection refused, cut off or too slow. Whether the server carried out the call is unknown.
 */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached', { cause })
  }
}

/** The server's message for each rejected field, by field name. */
export function getFieldErrors(error: unknown): Record<string, string> {
  const details = error instanceof ApiError && error.code !== 'step_up_required' ? (error.details ?? []) : []
  return Object.fromEntries(details.map(({ path, message }) => [path.slice(1), message]))
}

const isProblemBody = (body: Partial<ProblemBody> | null): body is ProblemBody =>
  typeof body?.error === 'string' && typeof body.code === 'string'

/** The error code for a status when a proxy responded instead of our server. */
function codeOfStatus(status: number): ProblemCode {
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'unavailable' : 'internal'
}

/** Reads an error response. For a proxy's own page, which is not in our format, only the status is used. */
export async function parseApiError(response: Response): Promise<ApiError> {
  const { status, headers } = response
  const body: Partial<ProblemBody> | null = await response.json().catch(() => null)
  const retryAfter = Number(headers.get('retry-after')) || undefined
  if (isProblemBody(body)) return new ApiError(body, { status, retryAfter })
  return new ApiError(
    {
      error: `Server error (status ${status})`,
      code: codeOfStatus(status),
      request_id: headers.get('x-request-id') ?? '',
    },
    { status, retryAfter, ours: false },
  )
}
