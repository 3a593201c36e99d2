import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

const makeGate = (queue: number, waitMs = 10_000) =>
  createGate({ places: 2, queue, waitMs, refuse: () => new Error('full') })

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

test('so many at once, the others in the order they came', async () => {
  const gate = makeGate(10)
  const works = Array.from({ length: 4 }, makeWork)
  const runs = works.map(({ work }) => gate(work))
  const begun = () => works.map(({ hasBegun }) => hasBegun())
  await expect.poll(begun).toEqual([true, true, false, false])
  works[1]?.finish()
  await expect.poll(begun).toEqual([true, true, true, false])
  works[0]?.finish()
  await expect.poll(begun).toEqual([true, true, true, true])
  for (const { finish } of works) finish()
  await Promise.all(runs)
})

test('whoever finds the queue full is refused at once, and there is room again later', async () => {
  const gate = makeGate(1)
  const works = Array.from({ length: 3 }, makeWork)
  const runs = works.map(({ work }) => gate(work))
  await expect(gate(async () => 'never')).rejects.toThrow('full')
  for (const { finish } of works) finish()
  await Promise.all(runs)
  expect(await gate(async () => 'now')).toBe('now')
})

test('whoever waits too long is refused and does not begin later', async () => {
  const gate = makeGate(5, 20)
  const works = Array.from({ length: 3 }, makeWork)
  const runs = works.map(({ work }) => gate(work))
  await expect(runs[2]).rejects.toThrow('full')
  for (const { finish } of works) finish()
  await Promise.all(runs.slice(0, 2))
  expect(works[2]?.hasBegun()).toBe(false)
})

test('work that fails gives its place back', async () => {
  const gate = makeGate(0)
  for (let time = 0; time < 5; time++) {
    await expect(gate(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  }
})
