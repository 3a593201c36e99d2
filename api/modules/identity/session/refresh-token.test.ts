import { beforeAll, expect, test } from 'vitest'
import { provideServices } from '#common/service-container'
import { createRefreshToken, getSessionIdFromRefreshToken } from './refresh-token.ts'

const SECRET = 'only-for-tests-0123456789abcdefghijklmnop'
const session = 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6'
beforeAll(() => provideServices({ tokenSecret: SECRET }))

test('a token contains its session, and no two are equal', () => {
  const tokens = Array.from({ length: 100 }, () => createRefreshToken(session))
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) {
    expect(token).toMatch(/^[A-Za-z0-9_-]{84}$/)
    expect(getSessionIdFromRefreshToken(token)).toBe(session)
  }
})

test('rejects a token changed at any position', () => {
  const token = createRefreshToken(session)
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A'
    expect(getSessionIdFromRefreshToken(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined()
  }
  expect(getSessionIdFromRefreshToken('A'.repeat(43))).toBeUndefined()
  expect(getSessionIdFromRefreshToken(`${token}A`)).toBeUndefined()
})

test('rejects a token signed with another secret', () => {
  provideServices({ tokenSecret: 'another-secret-0123456789abcdefghijklmnop' })
  const foreign = createRefreshToken(session)
  provideServices({ tokenSecret: SECRET })
  expect(getSessionIdFromRefreshToken(foreign)).toBeUndefined()
})
