/**
 * Sends one notification to more investors than one call allows, in batches of {@link BULK_ROWS_MAX}, each with its own
 * idempotency key. The remaining work is stored for this tab after every batch, so that a reload neither loses it nor
 * sends twice.
 */
import { atom } from 'nanostores'
import { BULK_ROWS_MAX } from '#contract/admin-endpoint'
import { adminNotifications } from '#contract/messaging/admin-notifications'
import { callAdminApi } from '#core/api/admin-api'
import { AWAITING_APPROVAL, catchAwaitingApproval } from '#core/api/approval-requests'
import { getServerErrorMessage } from '#core/api/error-messages'
import { createRandomId } from '#core/api/random-id'
import { $administrator } from '#core/session/admin-session'
import type { MessageContent, Sent } from './send-form.ts'

export interface SendBatches {
  /** What the recipients have in common: 'Unverified investors'. */
  name: string
  content: MessageContent
  /** Prefix of every batch's key. */
  key: string
  total: number
  /** Number notified so far. */
  sent: number
  /** Number whose batches await approval by a second administrator. */
  awaiting: number
  /** Number deleted or disabled when their turn came. */
  leftOut: number
  /** Number of batches sent. */
  rounds: number
  /** Recipients whose turn has not come, or whose batch failed. */
  rest: readonly number[]
  /** Why sending stopped; empty while it is in progress or done. */
  problem: string
  isSending: boolean
}

const keyOf = (): string => `notification-rounds:${$administrator.get() ?? 0}`

/** The batch send that is in progress, stopped or done; undefined if there is none. */
export const $sendBatches = atom<SendBatches | undefined>()

const INTERRUPTED =
  'The page was closed while a batch was being sent. Sending to the remaining investors repeats that batch; no one is notified twice'

const isRounds = (value: unknown): value is SendBatches =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  'rest' in value &&
  Array.isArray(value.rest) &&
  value.rest.every((id) => typeof id === 'number')

/** Resumes a send that a reload interrupted. */
export function restoreBatches(): void {
  if ($sendBatches.get()) return
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf()) ?? 'null')
    if (!isRounds(stored)) return
    $sendBatches.set({
      ...stored,
      isSending: false,
      problem: stored.problem || (stored.rest.length > 0 ? INTERRUPTED : ''),
    })
  } catch {
    // Without storage there is nothing to resume.
  }
}

function put(rounds: SendBatches): void {
  $sendBatches.set(rounds)
  try {
    sessionStorage.setItem(keyOf(), JSON.stringify(rounds))
  } catch {}
}

/** Discards the result or the remaining work. */
export function dismissBatches(): void {
  $sendBatches.set(undefined)
  try {
    sessionStorage.removeItem(keyOf())
  } catch {}
}

/** Sends one batch; returns the number of investors notified, or that the batch awaits approval. */
export type SendBatch = (
  ids: readonly number[],
  content: MessageContent,
  idempotencyKey: string,
) => Promise<Sent>

const sendRound: SendBatch = async (ids, content, idempotencyKey) => {
  const body = { ...content, target_user_ids: [...ids], skip_unreachable: true }
  return catchAwaitingApproval(
    callAdminApi(adminNotifications.send, { body }, { idempotencyKey }).then(
      ({ target_users }) => target_users,
    ),
  )
}

/** Sends to the rest, batch by batch, until all are done or one fails. */
export async function continueBatches(send: SendBatch = sendRound): Promise<void> {
  const begun = $sendBatches.get()
  if (!begun || begun.isSending) return
  let rounds: SendBatches = { ...begun, isSending: true, problem: '' }
  put(rounds)
  while (rounds.rest.length > 0) {
    const ids = rounds.rest.slice(0, BULK_ROWS_MAX)
    try {
      // Recipients and key stay the same until the batch is confirmed, so that a retry finds the first response.
      const count = await send(ids, rounds.content, `${rounds.key}-${rounds.rounds}`)
      rounds = {
        ...rounds,
        ...(count === AWAITING_APPROVAL
          ? { awaiting: rounds.awaiting + ids.length }
          : { sent: rounds.sent + count, leftOut: rounds.leftOut + ids.length - count }),
        rounds: rounds.rounds + 1,
        rest: rounds.rest.slice(ids.length),
      }
      put(rounds)
    } catch (error) {
      put({ ...rounds, isSending: false, problem: getServerErrorMessage(error, 'No reason was returned') })
      return
    }
  }
  put({ ...rounds, isSending: false })
}

/** Starts sending to these investors. */
export function startBatches(
  { name, ids, content }: { name: string; ids: readonly number[]; content: MessageContent },
  send: SendBatch = sendRound,
): Promise<void> {
  $sendBatches.set({
    name,
    content,
    key: createRandomId(),
    total: ids.length,
    sent: 0,
    awaiting: 0,
    leftOut: 0,
    rounds: 0,
    rest: ids,
    problem: '',
    isSending: false,
  })
  return continueBatches(send)
}
