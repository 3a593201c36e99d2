import { expect, test } from 'vitest'
import { Problem } from '#contract/problem'
import { createSemaphore } from './caller-semaphore.ts'

const rejection = () => new Problem('rate_limited', 'Too many at once.', { retryAfter: 3 })

const make = ({ places = 2, queue = 10 } = {}) => createSemaphore({ places: () => places, queue, rejection })

/** A deadline in milliseconds that no test reaches. */
const LONG = 60_000

/** Work that runs until it is ended and records when it starts. */
function makeWork(name: string, begun: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const work = () => {
    begun.push(name)
    return promise
  }
  return { work, finish: () => resolve(name), fail: () => reject(new Error(name)) }
}

const nothing = { callers: 0, running: 0, waiting: 0 }

test('runs a limited number of calls per caller and queues the rest in order of arrival', async () => {
  const semaphore = make()
  const begun: string[] = []
  const works = ['a', 'b', 'c', 'd', 'e'].map((name) => makeWork(name, begun))
  const runs = works.map(({ work }) => semaphore.run('one', LONG, work))
  expect(begun).toEqual(['a', 'b'])
  expect(semaphore.load()).toEqual({ callers: 1, running: 2, waiting: 3 })
  works[1]?.finish()
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  works[0]?.finish()
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd'])
  for (const { finish } of works) finish()
  expect(await Promise.all(runs)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(semaphore.load()).toEqual(nothing)
})

test('starts a call from another caller immediately', async () => {
  const semaphore = make({ places: 1 })
  const begun: string[] = []
  const [first, second, other] = [
    makeWork('first', begun),
    makeWork('second', begun),
    makeWork('other', begun),
  ]
  const runs = [semaphore.run('one', LONG, first.work), semaphore.run('one', LONG, second.work)]
  const ofOther = semaphore.run('two', LONG, other.work)
  expect(begun).toEqual(['first', 'other'])
  other.finish()
  expect(await ofOther).toBe('other')
  expect(semaphore.load()).toEqual({ callers: 1, running: 1, waiting: 1 })
  first.finish()
  second.finish()
  await Promise.all(runs)
  expect(semaphore.load()).toEqual(nothing)
})

test('does not let a later call overtake a queued one', async () => {
  const semaphore = make({ places: 1 })
  const order: string[] = []
  expect(semaphore.enter('one', LONG)).toBeUndefined()
  const waited = (semaphore.enter('one', LONG) as Promise<void>).then(() => order.push('waited'))
  semaphore.leave('one')
  const later = (semaphore.enter('one', LONG) as Promise<void>).then(() => order.push('later'))
  await waited
  expect(order).toEqual(['waited'])
  semaphore.leave('one')
  await later
  semaphore.leave('one')
  expect(semaphore.load()).toEqual(nothing)
})

test('rejects a call when the queue is full', async () => {
  const semaphore = make({ places: 1, queue: 1 })
  semaphore.enter('one', LONG)
  const waiting = semaphore.enter('one', LONG)
  expect(() => semaphore.enter('one', LONG)).toThrow(
    expect.objectContaining({ code: 'rate_limited', message: 'Too many at once.' }),
  )
  semaphore.leave('one')
  await waiting
  semaphore.leave('one')
  expect(semaphore.load()).toEqual(nothing)
})

test('rejects a call with 503 when its wait times out, and never runs it', async () => {
  const semaphore = make({ places: 1 })
  const begun: string[] = []
  const [first, late, last] = [makeWork('first', begun), makeWork('late', begun), makeWork('last', begun)]
  const running = semaphore.run('one', LONG, first.work)
  await expect(semaphore.run('one', 1, late.work)).rejects.toMatchObject({ code: 'unavailable' })
  expect(semaphore.load()).toEqual({ callers: 1, running: 1, waiting: 0 })
  const next = semaphore.run('one', LONG, last.work)
  first.finish()
  last.finish()
  await Promise.all([running, next])
  expect(begun).toEqual(['first', 'last'])
  expect(semaphore.load()).toEqual(nothing)
})

test('frees the slot of a failed call', async () => {
  const semaphore = make({ places: 1, queue: 0 })
  for (const name of ['a', 'b', 'c']) {
    const { work, fail } = makeWork(name, [])
    const running = semaphore.run('one', LONG, work)
    fail()
    await expect(running).rejects.toThrow(name)
  }
  expect(semaphore.load()).toEqual(nothing)
})

test('reads the number of slots when it is needed', () => {
  let places = 1
  const semaphore = createSemaphore({ places: () => places, queue: 0, rejection })
  semaphore.enter('one', LONG)
  expect(() => semaphore.enter('one', LONG)).toThrow('Too many at once.')
  places = 2
  expect(semaphore.enter('one', LONG)).toBeUndefined()
})
