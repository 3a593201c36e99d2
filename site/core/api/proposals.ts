/**
 * Writes that a second administrator has to approve: one mechanism for all calls of the panel. Where the server wants a
 * reason, the form of the write asks for it; where it answers that the write waits, the panel says so.
 */
import type { Endpoint } from '#contract/endpoint'
import { RejectedCall } from './problems.ts'

/** The write was not made: it waits for a second administrator. Forms and dialogs close as after a success. */
export class AwaitsApproval extends Error {
  /** Of the proposal. */
  readonly id: number

  constructor(id: number) {
    super('This waits for a second administrator. Nothing has changed yet.')
    this.name = 'AwaitsApproval'
    this.id = id
  }
}

interface Proposals {
  /** Says that a write waits. */
  announce?: (id: number) => void
}

/** How the panel says so: set when it starts. */
export const proposals: Proposals = {}

/** What a form resolves to when its write waits, in place of the stored row. */
export const WAITS = Symbol('waits for a second administrator')

/** The result of a write, or {@link WAITS} when it waits. */
export const orWaits = <T>(write: Promise<T>): Promise<T | typeof WAITS> =>
  write.catch((error: unknown) => {
    if (error instanceof AwaitsApproval) return WAITS
    throw error
  })

/** What the server says where it wants the reason of a proposal; undefined of any other failure. */
export const wantedReason = (error: unknown): string | undefined =>
  error instanceof RejectedCall && error.code === 'validation'
    ? error.details?.find(({ path }) => /^\/(\w+_)?reason$/.test(path))?.message
    : undefined

/** A failure because of the missing reason as that of the field `name`, such as `deposit_reason`; others unchanged. */
export function reasonAt(name: string, error: unknown): unknown {
  const message = wantedReason(error)
  if (message === undefined || !(error instanceof RejectedCall)) return error
  const { code, message: sentence, requestId, status } = error
  const details = [{ path: `/${name}`, message }]
  return new RejectedCall({ code, error: sentence, request_id: requestId, details }, { status })
}

const proposalOf = (response: unknown): number | undefined => {
  const { approval } = (response ?? {}) as { approval?: { id: number } }
  return approval?.id
}

/**
 * The response of a call of an endpoint that may need two. Throws {@link AwaitsApproval} when the write waits, and what
 * the call throws.
 */
export async function orProposal<T>(endpoint: Endpoint, sent: Promise<T>): Promise<T> {
  const response = await sent
  const id = endpoint.twoPairs && proposalOf(response)
  if (id === undefined) return response
  proposals.announce?.(id)
  throw new AwaitsApproval(id)
}
