import { Problem, type ProblemBody, type ProblemCode } from '#contract/problem'

/** The server's refusal, as it came over the wire. */
export class RefusedCall extends Problem {
  /** What to quote to support; the same id is in the server's log. */
  readonly requestId: string

  constructor(body: ProblemBody, retryAfter?: number) {
    super(body.code, body.error, { details: body.details, retryAfter })
    this.name = 'RefusedCall'
    this.requestId = body.request_id
  }
}

/** No answer at all: offline, refused, cut off or too slow. Whether the server acted is not known. */
export class NetworkFailure extends Error {
  readonly timedOut: boolean

  constructor(timedOut: boolean, cause: unknown) {
    super(timedOut ? 'The server took too long to answer' : 'The server could not be reached', { cause })
    this.name = 'NetworkFailure'
    this.timedOut = timedOut
  }
}

function isProblemBody(value: unknown): value is ProblemBody {
  if (typeof value !== 'object' || value === null) return false
  const { code, error } = value as Partial<ProblemBody>
  return typeof error === 'string' && typeof code === 'string'
}

/** What the status alone tells, when a proxy and not our server has answered. */
function codeOfStatus(status: number): ProblemCode {
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'unavailable' : 'internal'
}

/** Reads an error answer. A proxy's own page, which is not in our format, keeps its status only. */
export async function readRefusal(response: Response): Promise<RefusedCall> {
  const body: unknown = await response.json().catch(() => undefined)
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  if (isProblemBody(body)) return new RefusedCall(body, retryAfter)
  return new RefusedCall(
    {
      error: `The server answered with status ${response.status}`,
      code: codeOfStatus(response.status),
      request_id: response.headers.get('x-request-id') ?? '',
    },
    retryAfter,
  )
}
