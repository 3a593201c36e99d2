import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

interface Entry {
  path: string[]
  name: string
}

function fill(...names: string[]) {
  const queue = createFairQueue<Entry>()
  // 'a/b 2' waits in part b of part a.
  const entries = names.map((name) => ({ name, path: name.split(' ')[0]?.split('/') ?? [] }))
  for (const entry of entries) queue.add(entry)
  const takeAll = () => {
    const order: string[] = []
    for (let entry = queue.take(() => true); entry; entry = queue.take(() => true)) order.push(entry.name)
    return order
  }
  return { queue, entries, takeAll }
}

test('entries of one part are served in order of arrival', () => {
  expect(fill('a 1', 'a 2', 'a 3').takeAll()).toEqual(['a 1', 'a 2', 'a 3'])
})

test('parts take turns, on each level', () => {
  const { takeAll } = fill('a/x 1', 'a/x 2', 'a/y 1', 'a/y 2', 'b/z 1', 'b/z 2')
  expect(takeAll()).toEqual(['a/x 1', 'b/z 1', 'a/y 1', 'b/z 2', 'a/x 2', 'a/y 2'])
})

test('an entry that arrives after a hundred addresses of another network is second', () => {
  const crowd = Array.from({ length: 100 }, (_, at) => `10/10.${at}`)
  const { takeAll } = fill(...crowd, '203/203.0')
  expect(takeAll().slice(0, 2)).toEqual(['10/10.0', '203/203.0'])
})

test('an entry that may not go yet is skipped and keeps its position', () => {
  const { queue, takeAll } = fill('a 1', 'a 2', 'b 1')
  expect(queue.take(({ name }) => name !== 'a 1')?.name).toBe('a 2')
  expect(queue.take(() => false)).toBeUndefined()
  expect(takeAll()).toEqual(['b 1', 'a 1'])
})

test('an entry can be removed out of order, once', () => {
  const { queue, entries, takeAll } = fill('a/x 1', 'a/x 2', 'b/y 1')
  const [first, second] = entries
  if (!first || !second) throw new Error('Two were added')
  queue.remove(second)
  queue.remove(second)
  queue.remove({ name: 'stranger', path: ['c'] })
  expect(queue.count(['a'])).toBe(1)
  expect(queue.count([])).toBe(2)
  expect(takeAll()).toEqual(['a/x 1', 'b/y 1'])
  expect(queue.count(['a'])).toBe(0)
})

test('the largest part loses its newest entry', () => {
  const { queue } = fill('a/x 1', 'b/y 1', 'b/y 2', 'b/z 1', 'a/x 2', 'b/y 3')
  expect(queue.takeFromLargest()?.name).toBe('b/y 3')
  expect(queue.takeFromLargest()?.name).toBe('b/y 2')
  expect(queue.count([])).toBe(4)
  expect(createFairQueue<Entry>().takeFromLargest()).toBeUndefined()
})
