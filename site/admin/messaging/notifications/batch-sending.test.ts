import { beforeEach, expect, test } from 'vitest'
import { installFakeBrowser } from '#core/browser/test-browser'
import {
  $sendBatches,
  continueBatches,
  dismissBatches,
  restoreBatches,
  type SendBatch,
  startBatches,
} from './batch-sending.ts'

const content = { title: 'Title', message: 'Message', type: 'info' as const, category: 'system' as const }
const ids = Array.from({ length: 1_200 }, (_, index) => index + 1)
const name = 'Unverified investors'

beforeEach(() => {
  installFakeBrowser()
  dismissBatches()
})

/** A send function that records its batches and fails once at one of them. */
function sendAndFail(failing: number) {
  const sent: { first: number | undefined; count: number; key: string }[] = []
  let calls = 0
  const send: SendBatch = async (round, _content, key) => {
    if (calls++ === failing) throw new Error('offline')
    sent.push({ first: round[0], count: round.length, key })
    return round.length
  }
  return { sent, send }
}

test('sends to all in batches of 500, each with its own key', async () => {
  const { sent, send } = sendAndFail(-1)
  await startBatches({ name, ids, content }, send)
  expect(sent.map(({ first, count }) => [first, count])).toEqual([
    [1, 500],
    [501, 500],
    [1_001, 200],
  ])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
  expect($sendBatches.get()).toMatchObject({
    sent: 1_200,
    leftOut: 0,
    rest: [],
    isSending: false,
    problem: '',
  })
})

test('stops at a failed batch, and retries it with the same key for the rest', async () => {
  const keys: string[] = []
  const { sent, send } = sendAndFail(1)
  const noting: SendBatch = (round, text, key) => {
    keys.push(key)
    return send(round, text, key)
  }
  await startBatches({ name, ids, content }, noting)
  expect($sendBatches.get()).toMatchObject({ sent: 500, isSending: false, problem: 'No reason was returned' })
  expect($sendBatches.get()?.rest).toHaveLength(700)
  await continueBatches(noting)
  expect(sent.map(({ first }) => first)).toEqual([1, 501, 1_001])
  expect(keys[2]).toBe(keys[1])
  expect($sendBatches.get()).toMatchObject({ sent: 1_200, rest: [], problem: '' })
})

test('counts those who were left out', async () => {
  await startBatches({ name, ids, content }, async (round) => round.length - 1)
  expect($sendBatches.get()).toMatchObject({ sent: 1_197, leftOut: 3, total: 1_200 })
})

test('resumes an interrupted send after a reload, and says so', async () => {
  const gone = Promise.withResolvers<number>()
  let calls = 0
  const send: SendBatch = async (round) => (calls++ === 0 ? round.length : gone.promise)
  void startBatches({ name, ids, content }, send)
  await new Promise((resolve) => setImmediate(resolve))
  const before = $sendBatches.get()
  // A new page has only the stored state.
  $sendBatches.set(undefined)
  restoreBatches()
  expect($sendBatches.get()).toMatchObject({ sent: 500, rounds: 1, isSending: false, key: before?.key })
  expect($sendBatches.get()?.problem).toContain('no one is notified twice')
  expect($sendBatches.get()?.rest).toHaveLength(700)
})
