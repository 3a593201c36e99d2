import { beforeEach, describe, expect, it } from 'vitest'
import { installFakeBrowser } from '#core/browser/test-browser'
import { createSession } from './session.ts'

const keys = { token: 'token', refreshToken: 'refreshToken', user: 'user' }
const user = { first_name: 'Ada', last_name: 'Byron', email: 'ada@lodefield.example' }
let tabs: ReturnType<typeof installFakeBrowser>

beforeEach(() => {
  tabs = installFakeBrowser()
})

describe('a session', () => {
  it('is stored as bare tokens and a JSON user', () => {
    const session = createSession<typeof user>(keys)
    session.save({ token: 'abc', refreshToken: 'def', user })
    expect(localStorage.getItem('token')).toBe('abc')
    expect(localStorage.getItem('refreshToken')).toBe('def')
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user)
    expect(session.$session.get()?.user.first_name).toBe('Ada')
  })

  it('is null without a token, without a user, or with a broken user', () => {
    localStorage.setItem('token', 'abc')
    expect(createSession(keys).$session.get()).toBeNull()
    localStorage.setItem('user', '{broken')
    expect(createSession(keys).$session.get()).toBeNull()
    localStorage.setItem('user', JSON.stringify(user))
    expect(createSession(keys).$session.get()).not.toBeNull()
    localStorage.removeItem('token')
    expect(createSession(keys).$session.get()).toBeNull()
  })

  it('clears all three entries', () => {
    const session = createSession<typeof user>(keys)
    session.save({ token: 'abc', refreshToken: 'def', user })
    session.clear()
    expect(Object.values(keys).map((key) => localStorage.getItem(key))).toEqual([null, null, null])
    expect(session.$session.get()).toBeNull()
  })

  it('merges changes into the stored user, and does nothing after a sign-out', () => {
    const session = createSession<typeof user>(keys)
    session.save({ token: 'abc', refreshToken: 'def', user })
    session.updateUser({ first_name: 'Augusta' })
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({ ...user, first_name: 'Augusta' })
    expect(localStorage.getItem('token')).toBe('abc')
    session.clear()
    session.updateUser({ first_name: 'Ada' })
    expect(localStorage.getItem('user')).toBeNull()
  })

  it('ends when another tab signs out', () => {
    const session = createSession<typeof user>(keys)
    session.save({ token: 'abc', refreshToken: 'def', user })
    const seen: unknown[] = []
    const stop = session.$session.listen((value) => seen.push(value))
    tabs.changeInOtherTab('token', null)
    stop()
    expect(seen.at(-1)).toBeNull()
  })
})
