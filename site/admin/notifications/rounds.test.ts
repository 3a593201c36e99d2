import { beforeEach, expect, test } from 'vitest'
import { installFakeBrowser } from '#core/browser/fake-browser'
import {
  $rounds,
  continueRounds,
  dismissRounds,
  restoreRounds,
  type SendRound,
  startRounds,
} from './rounds.ts'

const content = { title: 'Title', message: 'Message', type: 'info' as const, category: 'system' as const }
const ids = Array.from({ length: 1_200 }, (_, index) => index + 1)
const name = 'Unverified investors'

beforeEach(() => {
  installFakeBrowser()
  dismissRounds()
})

/** A send that notes its rounds and fails at one of them, once. */
function sendAndFail(failing: number) {
  const sent: { first: number | undefined; count: number; key: string }[] = []
  let calls = 0
  const send: SendRound = async (round, _content, key) => {
    if (calls++ === failing) throw new Error('offline')
    sent.push({ first: round[0], count: round.length, key })
    return round.length
  }
  return { sent, send }
}

test('sends to all in rounds of 500, each with a key of its own', async () => {
  const { sent, send } = sendAndFail(-1)
  await startRounds({ name, ids, content }, send)
  expect(sent.map(({ first, count }) => [first, count])).toEqual([
    [1, 500],
    [501, 500],
    [1_001, 200],
  ])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
  expect($rounds.get()).toMatchObject({ sent: 1_200, leftOut: 0, rest: [], isSending: false, problem: '' })
})

test('stops at a round that fails, and repeats it with its key for the rest', async () => {
  const keys: string[] = []
  const { sent, send } = sendAndFail(1)
  const noting: SendRound = (round, text, key) => {
    keys.push(key)
    return send(round, text, key)
  }
  await startRounds({ name, ids, content }, noting)
  expect($rounds.get()).toMatchObject({ sent: 500, isSending: false, problem: 'The server gave no reason' })
  expect($rounds.get()?.rest).toHaveLength(700)
  await continueRounds(noting)
  expect(sent.map(({ first }) => first)).toEqual([1, 501, 1_001])
  expect(keys[2]).toBe(keys[1])
  expect($rounds.get()).toMatchObject({ sent: 1_200, rest: [], problem: '' })
})

test('counts those who were left out', async () => {
  await startRounds({ name, ids, content }, async (round) => round.length - 1)
  expect($rounds.get()).toMatchObject({ sent: 1_197, leftOut: 3, total: 1_200 })
})

test('what a reload interrupts is taken up where it was, and says so', async () => {
  const gone = Promise.withResolvers<number>()
  let calls = 0
  const send: SendRound = async (round) => (calls++ === 0 ? round.length : gone.promise)
  void startRounds({ name, ids, content }, send)
  await new Promise((resolve) => setImmediate(resolve))
  const before = $rounds.get()
  // A new page has the stored state alone.
  $rounds.set(undefined)
  restoreRounds()
  expect($rounds.get()).toMatchObject({ sent: 500, rounds: 1, isSending: false, key: before?.key })
  expect($rounds.get()?.problem).toContain('nobody is notified twice')
  expect($rounds.get()?.rest).toHaveLength(700)
})
