/**
 * Writes that a second administrator has to approve: one mechanism for all calls of the panel. Where the server wants a
 * reason, a dialog asks for it and the call is repeated; where it answers that the write waits, the panel says so.
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
  /** Asks for the reason, after what the server says about it; undefined when the user cancels. */
  askReason?: (why: string) => Promise<string | undefined>
  /** Says that a write waits. */
  announce?: (id: number) => void
}

/** How the panel asks and says so: set when it starts. */
export const proposals: Proposals = {}

/** What a form resolves to when its write waits, in place of the stored row. */
export const WAITS = Symbol('waits for a second administrator')

/** The result of a write, or {@link WAITS} when it waits. */
export const orWaits = <T>(write: Promise<T>): Promise<T | typeof WAITS> =>
  write.catch((error: unknown) => {
    if (error instanceof AwaitsApproval) return WAITS
    throw error
  })

/** What the server says where it wants the reason of a proposal. */
const wantedReason = (error: unknown): string | undefined =>
  error instanceof RejectedCall && error.code === 'validation'
    ? error.details?.find(({ path }) => path === '/reason')?.message
    : undefined

const proposalOf = (response: unknown): number | undefined => {
  const { approval } = (response ?? {}) as { approval?: { id: number } }
  return approval?.id
}

/**
 * Makes a call of an endpoint that may need two. `send` sends it, with the reason once there is one. A body that has a
 * reason comes from a form with a field for it, which shows what is wrong with it; of others a dialog asks. Throws
 * {@link AwaitsApproval} when the write waits, and what `send` throws.
 */
export async function sendOrPropose<T>(
  endpoint: Endpoint,
  body: object | undefined,
  send: (reason?: string) => Promise<T>,
): Promise<T> {
  if (!endpoint.twoPairs) return send()
  const response = await send().catch(async (error: unknown) => {
    const why = wantedReason(error)
    if ((body && 'reason' in body) || why === undefined) throw error
    const reason = await proposals.askReason?.(why)
    if (reason === undefined) throw error
    return send(reason)
  })
  const id = proposalOf(response)
  if (id === undefined) return response
  proposals.announce?.(id)
  throw new AwaitsApproval(id)
}
