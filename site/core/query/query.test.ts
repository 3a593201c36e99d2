import { expect, it } from 'vitest'
import { createQuery } from './query.ts'
import { refetch } from './refetch.ts'

/** A query whose answers the test gives, in the order of the questions. */
function makeQuery(name: string) {
  const questions: PromiseWithResolvers<string>[] = []
  const $query = createQuery<string>(name, {
    fetcher: () => {
      const question = Promise.withResolvers<string>()
      questions.push(question)
      return question.promise
    },
  })
  return { $query, questions, answer: (at: number, text: string) => questions[at]?.resolve(text) }
}

it('asks at once when no answer is on its way', async () => {
  const { $query, questions, answer } = makeQuery('at-rest')
  const stop = $query.subscribe(() => {})
  answer(0, 'first')
  await expect.poll(() => $query.value?.data).toBe('first')
  refetch($query)
  expect(questions).toHaveLength(2)
  answer(1, 'second')
  await expect.poll(() => $query.value?.data).toBe('second')
  stop()
})

it('resolves when the answer is there, or could not be had', async () => {
  const { $query, questions, answer } = makeQuery('awaited')
  const stop = $query.subscribe(() => {})
  answer(0, 'first')
  await expect.poll(() => $query.value?.data).toBe('first')
  const found = refetch($query).then(() => $query.value?.data)
  answer(1, 'second')
  expect(await found).toBe('second')
  const failing = refetch($query)
  questions[2]?.reject(new Error('No connection'))
  await failing
  expect($query.value?.error).toEqual(new Error('No connection'))
  stop()
})

it('resolves at once when nobody watches', async () => {
  const { $query, questions } = makeQuery('unwatched')
  await refetch($query)
  expect(questions).toHaveLength(0)
})

it('asks once more after an answer that is on its way: it may be older than what was told', async () => {
  const { $query, questions, answer } = makeQuery('on-its-way')
  const stop = $query.subscribe(() => {})
  refetch($query)
  refetch($query)
  expect(questions).toHaveLength(1)
  answer(0, 'before')
  await expect.poll(() => questions.length).toBe(2)
  answer(1, 'after')
  await expect.poll(() => $query.value?.data).toBe('after')
  expect(questions).toHaveLength(2)
  stop()
})
