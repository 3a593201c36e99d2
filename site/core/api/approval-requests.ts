/**
 * Writes that need approval by a second administrator, handled in one place for all calls of the panel. If the server
 * requires a reason, the form asks for it; if the write now awaits approval, the panel shows a message.
 */
import type { Endpoint } from '#contract/endpoint'
import { ApiError } from './call-errors.ts'

/** The write was not made and awaits a second administrator's approval. Forms and dialogs close as after a success. */
export class ApprovalRequiredError extends Error {
  /** Id of the approval request. */
  readonly id: number

  constructor(id: number) {
    super('Submitted for approval by a second administrator. No changes have been made yet.')
    this.name = 'AwaitsApproval'
    this.id = id
  }
}

interface Proposals {
  /** Announces that a write awaits approval. */
  announce?: (id: number) => void
}

/** Set when the panel starts. */
export const approvalAnnouncer: Proposals = {}

/** What a form resolves to instead of the stored row when its write awaits approval. */
export const AWAITING_APPROVAL = Symbol('awaiting a second administrator')

/** The result of a write, or {@link AWAITING_APPROVAL}. */
export const catchAwaitingApproval = <T>(write: Promise<T>): Promise<T | typeof AWAITING_APPROVAL> =>
  write.catch((error: unknown) => {
    if (error instanceof ApprovalRequiredError) return AWAITING_APPROVAL
    throw error
  })

/** The server's message when it requires a reason for an approval request; undefined for any other failure. */
export const getReasonRequirement = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'validation'
    ? error.details?.find(({ path }) => /^\/(\w+_)?reason$/.test(path))?.message
    : undefined

/**
 * Turns a missing-reason failure into an error of the field `name`, such as `deposit_reason`; returns other failures
 * unchanged.
 */
export function moveReasonErrorToField(name: string, error: unknown): unknown {
  const message = getReasonRequirement(error)
  if (message === undefined || !(error instanceof ApiError)) return error
  const { code, message: sentence, requestId, status } = error
  const details = [{ path: `/${name}`, message }]
  return new ApiError({ code, error: sentence, request_id: requestId, details }, { status })
}

const proposalOf = (response: unknown): number | undefined => {
  const { approval } = (response ?? {}) as { approval?: { id: number } }
  return approval?.id
}

/**
 * Returns the response of an endpoint that may need a second approval. Throws {@link ApprovalRequiredError} if the
 * write awaits approval, and otherwise whatever the call throws.
 */
export async function throwIfApprovalRequested<T>(endpoint: Endpoint, sent: Promise<T>): Promise<T> {
  const response = await sent
  const id = endpoint.approvalRule && proposalOf(response)
  if (id === undefined) return response
  approvalAnnouncer.announce?.(id)
  throw new ApprovalRequiredError(id)
}
