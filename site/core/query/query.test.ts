import { expect, it } from 'vitest'
import { refetch } from './internal/refetch.ts'
import { createQuery } from './query.ts'

/** A query whose responses are resolved by the test, in request order. */
function makeQuery(name: string) {
  const requests: PromiseWithResolvers<string>[] = []
  const $query = createQuery<string>(name, {
    fetcher: () => {
      const request = Promise.withResolvers<string>()
      requests.push(request)
      return request.promise
    },
  })
  return { $query, requests, respond: (at: number, text: string) => requests[at]?.resolve(text) }
}

it('fetches immediately if no request is in flight', async () => {
  const { $query, requests, respond } = makeQuery('at-rest')
  const stop = $query.subscribe(() => {})
  respond(0, 'first')
  await expect.poll(() => $query.value?.data).toBe('first')
  refetch($query)
  expect(requests).toHaveLength(2)
  respond(1, 'second')
  await expect.poll(() => $query.value?.data).toBe('second')
  stop()
})

it('resolves when the request has succeeded or failed', async () => {
  const { $query, requests, respond } = makeQuery('settled')
  const stop = $query.subscribe(() => {})
  respond(0, 'first')
  await expect.poll(() => $query.value?.data).toBe('first')
  const found = refetch($query).then(() => $query.value?.data)
  respond(1, 'second')
  expect(await found).toBe('second')
  const failing = refetch($query)
  requests[2]?.reject(new Error('No connection'))
  await failing
  expect($query.value?.error).toEqual(new Error('No connection'))
  stop()
})

it('resolves immediately if the store has no listeners', async () => {
  const { $query, requests } = makeQuery('no-listeners')
  await refetch($query)
  expect(requests).toHaveLength(0)
})

it('fetches once more after a request in flight, whose response may predate the change', async () => {
  const { $query, requests, respond } = makeQuery('in-flight')
  const stop = $query.subscribe(() => {})
  refetch($query)
  refetch($query)
  expect(requests).toHaveLength(1)
  respond(0, 'before')
  await expect.poll(() => requests.length).toBe(2)
  respond(1, 'after')
  await expect.poll(() => $query.value?.data).toBe('after')
  expect(requests).toHaveLength(2)
  stop()
})
