import { expect, test } from 'vitest'
import { createFairSemaphore, type FairSemaphoreOptions, type SemaphoreClaim } from './fair-semaphore.ts'

const makeSemaphore = (options: Partial<FairSemaphoreOptions> = {}) =>
  createFairSemaphore({
    slots: 2,
    queue: 10,
    queuePerCaller: 10,
    waitMs: 10_000,
    rejection: () => new Error('full'),
    ...options,
  })

/** A caller with an address in a network; each claim has a different subject. */
let things = 0
const claim = (network = 'n', caller = 'c'): SemaphoreClaim => ({
  networks: [network, `${network}/${caller}`],
  about: String(things++),
})

/** Work that continues until `finish` is called. */
function makeWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let began = false
  const work = () => {
    began = true
    return promise
  }
  return { work, finish: resolve, hasBegun: () => began }
}

test("runs as many as it has slots, queueing one caller's others in order of arrival", async () => {
  const semaphore = makeSemaphore()
  const works = Array.from({ length: 4 }, makeWork)
  const runs = works.map(({ work }) => semaphore(claim(), work))
  const begun = () => works.map(({ hasBegun }) => hasBegun())
  await expect.poll(begun).toEqual([true, true, false, false])
  works[1]?.finish()
  await expect.poll(begun).toEqual([true, true, true, false])
  works[0]?.finish()
  await expect.poll(begun).toEqual([true, true, true, true])
  for (const { finish } of works) finish()
  await Promise.all(runs)
})

test('runs one piece of work per caller and subject at a time, and others first', async () => {
  const semaphore = makeSemaphore()
  const same: SemaphoreClaim = { networks: ['n', 'n/c'], about: 'an account' }
  const works = Array.from({ length: 4 }, makeWork)
  const claims = [same, same, { ...same, about: 'another account' }, { ...same, networks: ['n', 'n/d'] }]
  const runs = works.map(({ work }, at) => semaphore(claims[at] ?? same, work))
  const begun = () => works.map(({ hasBegun }) => hasBegun())
  await expect.poll(begun).toEqual([true, false, true, false])
  works[2]?.finish()
  await expect.poll(begun).toEqual([true, false, true, true])
  works[3]?.finish()
  await Promise.all([runs[2], runs[3]])
  expect(begun()).toEqual([true, false, true, true])
  expect(semaphore.load()).toEqual({ working: 1, waiting: 1 })
  works[0]?.finish()
  await expect.poll(begun).toEqual([true, true, true, true])
  works[1]?.finish()
  await Promise.all(runs)
  expect(semaphore.load()).toEqual({ working: 0, waiting: 0 })
})

test('the follow-up of work uses no slot and delays only the same caller and subject', async () => {
  const semaphore = makeSemaphore({ slots: 1 })
  const same: SemaphoreClaim = { networks: ['n', 'n/c'], about: 'an account' }
  const following = makeWork()
  const first = semaphore(same, async () => 'first', following.work)
  await expect.poll(following.hasBegun).toBe(true)
  const second = makeWork()
  const runs = [first, semaphore(same, second.work)]
  expect(await semaphore(claim(), async () => 'in')).toBe('in')
  expect(second.hasBegun()).toBe(false)
  following.finish()
  await expect.poll(second.hasBegun).toBe(true)
  second.finish()
  await Promise.all(runs)
})

test('networks take turns: a new one does not wait behind many rotating addresses of another', async () => {
  const semaphore = makeSemaphore({ slots: 1, queue: 200 })
  const order: string[] = []
  const first = makeWork()
  const runs = [semaphore(claim(), first.work)]
  const come = (network: string, caller: string) =>
    runs.push(semaphore(claim(network, caller), async () => void order.push(network)))
  for (let at = 0; at < 100; at++) come('crowd', String(at))
  come('newcomer', 'a')
  first.finish()
  await Promise.all(runs)
  expect(order.indexOf('newcomer')).toBeLessThanOrEqual(1)
  expect(order).toHaveLength(101)
})

test('one caller cannot fill the queue: entries above its limit are rejected at once', async () => {
  const semaphore = makeSemaphore({ queuePerCaller: 1 })
  const works = Array.from({ length: 3 }, makeWork)
  const runs = works.map(({ work }) => semaphore(claim(), work))
  await expect(semaphore(claim(), async () => 'never')).rejects.toThrow('full')
  const other = semaphore(claim('n', 'other'), async () => 'in')
  for (const { finish } of works) finish()
  await Promise.all(runs)
  expect(await other).toBe('in')
  expect(await semaphore(claim(), async () => 'now')).toBe('now')
})

test('a full queue rejects only the newest entry of the largest network', async () => {
  const semaphore = makeSemaphore({ slots: 1, queue: 3 })
  const first = makeWork()
  const runs = [semaphore(claim(), first.work)]
  const crowd = Array.from({ length: 3 }, (_, at) => semaphore(claim('crowd', String(at)), async () => at))
  const last = expect(crowd[2]).rejects.toThrow('full')
  const other = semaphore(claim('other'), async () => 'in')
  await last
  first.finish()
  await Promise.all(runs)
  expect(await Promise.all([crowd[0], crowd[1], other])).toEqual([0, 1, 'in'])
})

test('an entry that waits too long is rejected and does not begin later', async () => {
  const semaphore = makeSemaphore({ queue: 5, waitMs: 20 })
  const works = Array.from({ length: 3 }, makeWork)
  const runs = works.map(({ work }) => semaphore(claim(), work))
  await expect(runs[2]).rejects.toThrow('full')
  for (const { finish } of works) finish()
  await Promise.all(runs.slice(0, 2))
  expect(works[2]?.hasBegun()).toBe(false)
})

test('work that fails frees its slot', async () => {
  const semaphore = makeSemaphore({ queue: 0, queuePerCaller: 0 })
  for (let time = 0; time < 5; time++) {
    await expect(semaphore(claim(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  }
})
