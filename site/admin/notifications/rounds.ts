/**
 * One notification to more investors than one call takes: rounds of {@link BULK_MAX}, each with an idempotency key of
 * its own. What is left to do is kept for this tab after every round: a reload neither loses it nor sends twice.
 */
import { atom } from 'nanostores'
import { BULK_MAX } from '#contract/admin'
import { adminNotifications } from '#contract/admin-notifications'
import { callAdmin } from '#core/api/admin-api'
import { explainRejection } from '#core/api/failures'
import { makeRandomId } from '#core/api/random-id'
import { $administrator } from '#core/session/admin-session'
import type { Content } from './send-form.ts'

export interface Rounds {
  /** What the recipients have in common: 'Unverified investors'. */
  name: string
  content: Content
  /** The beginning of the key of every round. */
  key: string
  total: number
  /** Notified so far. */
  sent: number
  /** Deleted or disabled when their turn came. */
  leftOut: number
  /** Rounds that have been sent. */
  rounds: number
  /** Those whose turn has not come, or whose round failed. */
  rest: readonly number[]
  /** Why it stopped; empty while it is under way or done. */
  problem: string
  isSending: boolean
}

const keyOf = (): string => `notification-rounds:${$administrator.get() ?? 0}`

/** The send in rounds that is under way, has stopped, or is done; undefined without one. */
export const $rounds = atom<Rounds | undefined>()

const INTERRUPTED =
  'The page was left while a round was under way. Sending to the rest repeats that round; nobody is notified twice'

const isRounds = (value: unknown): value is Rounds =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  'rest' in value &&
  Array.isArray(value.rest) &&
  value.rest.every((id) => typeof id === 'number')

/** Takes up what a reload has interrupted. */
export function restoreRounds(): void {
  if ($rounds.get()) return
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf()) ?? 'null')
    if (!isRounds(stored)) return
    $rounds.set({
      ...stored,
      isSending: false,
      problem: stored.problem || (stored.rest.length > 0 ? INTERRUPTED : ''),
    })
  } catch {
    // Without storage there is nothing to take up.
  }
}

function put(rounds: Rounds): void {
  $rounds.set(rounds)
  try {
    sessionStorage.setItem(keyOf(), JSON.stringify(rounds))
  } catch {}
}

/** Forgets the result, or what is left to do. */
export function dismissRounds(): void {
  $rounds.set(undefined)
  try {
    sessionStorage.removeItem(keyOf())
  } catch {}
}

/** Sends one round; returns how many were notified. */
export type SendRound = (ids: readonly number[], content: Content, idempotencyKey: string) => Promise<number>

const sendRound: SendRound = async (ids, content, idempotencyKey) => {
  const body = { ...content, target_user_ids: [...ids], skip_unreachable: true }
  return (await callAdmin(adminNotifications.send, { body }, { idempotencyKey })).target_users
}

/** Sends to the rest, round after round, until all are done or one fails. */
export async function continueRounds(send: SendRound = sendRound): Promise<void> {
  const begun = $rounds.get()
  if (!begun || begun.isSending) return
  let rounds: Rounds = { ...begun, isSending: true, problem: '' }
  put(rounds)
  while (rounds.rest.length > 0) {
    const ids = rounds.rest.slice(0, BULK_MAX)
    try {
      // The same people and the same key until the round is known to be sent: a repeat finds the first response.
      const count = await send(ids, rounds.content, `${rounds.key}-${rounds.rounds}`)
      rounds = {
        ...rounds,
        sent: rounds.sent + count,
        leftOut: rounds.leftOut + ids.length - count,
        rounds: rounds.rounds + 1,
        rest: rounds.rest.slice(ids.length),
      }
      put(rounds)
    } catch (error) {
      put({ ...rounds, isSending: false, problem: explainRejection(error, 'The server gave no reason') })
      return
    }
  }
  put({ ...rounds, isSending: false })
}

/** Begins to send to these investors. */
export function startRounds(
  { name, ids, content }: { name: string; ids: readonly number[]; content: Content },
  send: SendRound = sendRound,
): Promise<void> {
  $rounds.set({
    name,
    content,
    key: makeRandomId(),
    total: ids.length,
    sent: 0,
    leftOut: 0,
    rounds: 0,
    rest: ids,
    problem: '',
    isSending: false,
  })
  return continueRounds(send)
}
