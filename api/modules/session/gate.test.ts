import { expect, test } from 'vitest'
import { type Claim, createSemaphore, type SemaphoreOptions } from './gate.ts'

const makeGate = (options: Partial<SemaphoreOptions> = {}) =>
  createSemaphore({
    places: 2,
    queue: 10,
    queuePerCaller: 10,
    waitMs: 10_000,
    refuse: () => new Error('full'),
    ...options,
  })

/** A caller with an address in a network; each is about something else. */
let things = 0
const claim = (network = 'n', caller = 'c'): Claim => ({
  networks: [network, `${network}/${caller}`],
  about: String(things++),
})

/** Work that goes on until told otherwise. */
function makeWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let began = false
  const work = () => {
    began = true
    return promise
  }
  return { work, finish: resolve, hasBegun: () => began }
}

test('so many at once, the others of one caller in the order they came', async () => {
  const gate = makeGate()
  const works = Array.from({ length: 4 }, makeWork)
  const runs = works.map(({ work }) => gate(claim(), work))
  const begun = () => works.map(({ hasBegun }) => hasBegun())
  await expect.poll(begun).toEqual([true, true, false, false])
  works[1]?.finish()
  await expect.poll(begun).toEqual([true, true, true, false])
  works[0]?.finish()
  await expect.poll(begun).toEqual([true, true, true, true])
  for (const { finish } of works) finish()
  await Promise.all(runs)
})

test('of one caller only one works on one thing at a time, and others go first', async () => {
  const gate = makeGate()
  const same: Claim = { networks: ['n', 'n/c'], about: 'an account' }
  const works = Array.from({ length: 4 }, makeWork)
  const claims = [same, same, { ...same, about: 'another account' }, { ...same, networks: ['n', 'n/d'] }]
  const runs = works.map(({ work }, at) => gate(claims[at] ?? same, work))
  const begun = () => works.map(({ hasBegun }) => hasBegun())
  await expect.poll(begun).toEqual([true, false, true, false])
  works[2]?.finish()
  await expect.poll(begun).toEqual([true, false, true, true])
  works[3]?.finish()
  await Promise.all([runs[2], runs[3]])
  expect(begun()).toEqual([true, false, true, true])
  expect(gate.load()).toEqual({ working: 1, waiting: 1 })
  works[0]?.finish()
  await expect.poll(begun).toEqual([true, true, true, true])
  works[1]?.finish()
  await Promise.all(runs)
  expect(gate.load()).toEqual({ working: 0, waiting: 0 })
})

test('what follows the work takes no place, and holds back only the same caller with the same thing', async () => {
  const gate = makeGate({ places: 1 })
  const same: Claim = { networks: ['n', 'n/c'], about: 'an account' }
  const following = makeWork()
  const first = gate(same, async () => 'first', following.work)
  await expect.poll(following.hasBegun).toBe(true)
  const second = makeWork()
  const runs = [first, gate(same, second.work)]
  expect(await gate(claim(), async () => 'in')).toBe('in')
  expect(second.hasBegun()).toBe(false)
  following.finish()
  await expect.poll(second.hasBegun).toBe(true)
  second.finish()
  await Promise.all(runs)
})

test('networks take turns: a newcomer does not wait behind a crowd of rotating addresses', async () => {
  const gate = makeGate({ places: 1, queue: 200 })
  const order: string[] = []
  const first = makeWork()
  const runs = [gate(claim(), first.work)]
  const come = (network: string, caller: string) =>
    runs.push(gate(claim(network, caller), async () => void order.push(network)))
  for (let at = 0; at < 100; at++) come('crowd', String(at))
  come('newcomer', 'a')
  first.finish()
  await Promise.all(runs)
  expect(order.indexOf('newcomer')).toBeLessThanOrEqual(1)
  expect(order).toHaveLength(101)
})

test('one caller cannot fill the queue: beyond its part it is refused at once', async () => {
  const gate = makeGate({ queuePerCaller: 1 })
  const works = Array.from({ length: 3 }, makeWork)
  const runs = works.map(({ work }) => gate(claim(), work))
  await expect(gate(claim(), async () => 'never')).rejects.toThrow('full')
  const other = gate(claim('n', 'other'), async () => 'in')
  for (const { finish } of works) finish()
  await Promise.all(runs)
  expect(await other).toBe('in')
  expect(await gate(claim(), async () => 'now')).toBe('now')
})

test('when the queue is full the largest crowd loses its last comer, and nobody else', async () => {
  const gate = makeGate({ places: 1, queue: 3 })
  const first = makeWork()
  const runs = [gate(claim(), first.work)]
  const crowd = Array.from({ length: 3 }, (_, at) => gate(claim('crowd', String(at)), async () => at))
  const last = expect(crowd[2]).rejects.toThrow('full')
  const other = gate(claim('other'), async () => 'in')
  await last
  first.finish()
  await Promise.all(runs)
  expect(await Promise.all([crowd[0], crowd[1], other])).toEqual([0, 1, 'in'])
})

test('whoever waits too long is refused and does not begin later', async () => {
  const gate = makeGate({ queue: 5, waitMs: 20 })
  const works = Array.from({ length: 3 }, makeWork)
  const runs = works.map(({ work }) => gate(claim(), work))
  await expect(runs[2]).rejects.toThrow('full')
  for (const { finish } of works) finish()
  await Promise.all(runs.slice(0, 2))
  expect(works[2]?.hasBegun()).toBe(false)
})

test('work that fails gives its place back', async () => {
  const gate = makeGate({ queue: 0, queuePerCaller: 0 })
  for (let time = 0; time < 5; time++) {
    await expect(gate(claim(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  }
})
