import { Problem, type ProblemBody, type ProblemCode } from '#contract/problem'

interface Rejection {
  status: number
  /** Seconds until a retry makes sense. */
  retryAfter?: number
  /** False when a proxy has responded in place of our server: its message is not fit to show. */
  ours?: boolean
}

/** An error response of the server. */
export class RejectedCall extends Problem {
  readonly status: number
  readonly ours: boolean
  /** To quote to support; the same id is in the server's log. */
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
export class NetworkFailure extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached', { cause })
  }
}

/** The server's message about each rejected field, by the field's name. */
export function readFieldErrors(error: unknown): Record<string, string> {
  const details =
    error instanceof RejectedCall && error.code !== 'step_up_required' ? (error.details ?? []) : []
  return Object.fromEntries(details.map(({ path, message }) => [path.slice(1), message]))
}

const isProblemBody = (body: Partial<ProblemBody> | null): body is ProblemBody =>
  typeof body?.error === 'string' && typeof body.code === 'string'

/** The error code for a status when a proxy has responded in place of our server. */
function codeOfStatus(status: number): ProblemCode {
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'unavailable' : 'internal'
}

/** Reads an error response. Of a proxy's own page, which is not in our format, only the status is used. */
export async function readRejection(response: Response): Promise<RejectedCall> {
  const { status, headers } = response
  const body: Partial<ProblemBody> | null = await response.json().catch(() => null)
  const retryAfter = Number(headers.get('retry-after')) || undefined
  if (isProblemBody(body)) return new RejectedCall(body, { status, retryAfter })
  return new RejectedCall(
    {
      error: `The server responded with status ${status}`,
      code: codeOfStatus(status),
      request_id: headers.get('x-request-id') ?? '',
    },
    { status, retryAfter, ours: false },
  )
}
