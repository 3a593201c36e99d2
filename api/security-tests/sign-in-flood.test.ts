import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#db/seed/factories'
import { hashPassword } from '#modules/identity/session/passwords'
import { startTestApp, type TestApp } from '#testing/test-app'

const PASSWORD = 'Blue-Ridge-4471'
const ATTACKERS = 100
const INVESTORS = 6
const MOST_GUESSES = 1_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '1' })
  const password_hash = await hashPassword(PASSWORD)
  for (let number = 0; number < INVESTORS; number++) {
    await createUser(app.db, { email: `investor-${number}@example.org`, password_hash })
  }
})
afterAll(() => app.close())

const signIn = (email: string, password: string, address: string) =>
  app.call('POST', '/auth/user/login', { body: { email, password }, address })

// Takes as long as the machine needs for some hundred hashes.
test('a hundred callers with rotating addresses do not prevent a sign-in', {
  timeout: 60_000,
}, async () => {
  let isOver = false
  let guesses = 0
  const isFull = Promise.withResolvers<void>()
  /** Guesses, each at another account and from another IP address, until the test ends or the limit is reached. */
  const attack = async () => {
    while (!isOver && guesses < MOST_GUESSES) {
      guesses += 1
      if (guesses === ATTACKERS) isFull.resolve()
      const address = `198.18.${guesses >> 8}.${guesses & 255}`
      await signIn(`nobody-${guesses}@example.org`, 'Wrong-1!', address)
    }
  }
  const attacks = Array.from({ length: ATTACKERS }, attack)
  await isFull.promise
  const statuses: number[] = []
  for (let number = 0; number < INVESTORS; number++) {
    statuses.push((await signIn(`investor-${number}@example.org`, PASSWORD, `203.0.${number}.1`)).status)
  }
  isOver = true
  await Promise.all(attacks)
  expect(statuses).toEqual(Array(INVESTORS).fill(200))
})

test('sign-ups in a burst are accepted or rate limited, and never fail', {
  timeout: 60_000,
}, async () => {
  const statuses = await Promise.all(
    Array.from({ length: 90 }, async (_, number) => {
      const email = `burst-${number}@lodefield.example`
      const body = { first_name: 'Ada', last_name: 'Reyes', email, password: PASSWORD }
      return (await app.call('POST', '/auth/register', { body, address: `192.0.2.${number}` })).status
    }),
  )
  expect(new Set([...statuses, 429])).toEqual(new Set([201, 429]))
})
