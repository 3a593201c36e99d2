import { describe, expect, it } from 'vitest'
import type { ProblemCode } from '#contract/problem'
import { ApiError, NetworkError } from '#core/api/call-errors'
import {
  getSignInErrorMessage,
  type SignInFields,
  type SignInMode,
  validatePasswordMatch,
  validateSignIn,
} from './sign-in-messages.ts'

const complete: SignInFields = {
  first_name: 'Ada',
  last_name: 'Reyes',
  email: 'ada@example.com',
  password: 'Ore-body 47',
  confirmPassword: 'Ore-body 47',
}
const messageOf = (mode: SignInMode, changes: Partial<SignInFields>) =>
  validateSignIn(mode, { ...complete, ...changes })?.message
const withPassword = (password: string) => messageOf('register', { password, confirmPassword: password })

const NAMES = 'First name and last name are required'
const REQUIRED = 'Email and password are required'
const MATCH = 'Passwords do not match'
const MIX =
  'Password must be at least 8 characters long and contain a mix of letters, numbers, and special characters'
const COMPOSITION =
  'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character'

describe('validateSignIn', () => {
  it('accepts a complete form', () => {
    expect(validateSignIn('register', complete)).toBeUndefined()
    expect(validateSignIn('sign-in', complete)).toBeUndefined()
  })

  it('returns one message at a time: names, email and password, match, length and mix, composition', () => {
    const empty: SignInFields = {
      first_name: '',
      last_name: ' ',
      email: '',
      password: '',
      confirmPassword: 'x',
    }
    expect(messageOf('register', empty)).toBe(NAMES)
    expect(messageOf('register', { ...empty, first_name: 'Ada' })).toBe(NAMES)
    expect(messageOf('register', { ...empty, first_name: 'Ada', last_name: 'Reyes' })).toBe(REQUIRED)
    expect(messageOf('register', { email: '  ' })).toBe(REQUIRED)
    expect(messageOf('register', { password: 'abc', confirmPassword: 'abd' })).toBe(MATCH)
    expect(withPassword('Aa1-')).toBe(MIX)
    expect(withPassword('abcdefgh')).toBe(MIX)
    expect(withPassword('abcdefg1')).toBe(MIX)
    expect(withPassword('abcdef1!')).toBe(COMPOSITION)
    expect(withPassword('ABCDEF1!')).toBe(COMPOSITION)
    expect(withPassword('Abcdef1!')).toBeUndefined()
  })

  it('asks a person with a single name only for the first name', () => {
    const one = { hasOneName: true, last_name: '' }
    expect(messageOf('register', one)).toBeUndefined()
    expect(messageOf('register', { ...one, first_name: ' ' })).toBe(NAMES)
  })

  it('requires both fields to sign in, and does not check the password rules', () => {
    expect(messageOf('sign-in', { email: '' })).toBe(REQUIRED)
    expect(messageOf('sign-in', { password: '' })).toBe(REQUIRED)
    expect(messageOf('sign-in', { first_name: '', password: 'x', confirmPassword: '' })).toBeUndefined()
  })

  it('counts characters, not code units', () => {
    expect(withPassword('Aé1-😀😀😀')).toBe(MIX)
    expect(withPassword('Aé1-😀😀😀😀')).toBeUndefined()
  })

  it('reports different passwords, whatever else is wrong, once both are typed', () => {
    expect(validatePasswordMatch({ ...complete, first_name: '', confirmPassword: '' })).toEqual({
      confirmPassword: MATCH,
    })
    expect(validatePasswordMatch({ ...complete, password: '' })).toBeUndefined()
    expect(validatePasswordMatch(complete)).toBeUndefined()
  })

  it('names the invalid fields', () => {
    expect(validateSignIn('sign-in', { ...complete, email: '', password: '' })?.fieldErrors).toEqual({
      email: '',
      password: '',
    })
  })

  it('also reports what the first of two different passwords lacks', () => {
    const typed = { password: 'Aa1-', confirmPassword: 'Aa1' }
    expect(validateSignIn('register', { ...complete, ...typed })).toEqual({
      message: MATCH,
      fieldErrors: { confirmPassword: '', password: MIX },
    })
    expect(validateSignIn('register', { ...complete, confirmPassword: 'Aa1' })?.fieldErrors).toEqual({
      confirmPassword: '',
    })
  })
})

describe('explainRejection', () => {
  const refusal = (status: number, error: string, code: ProblemCode = 'internal') =>
    new ApiError({ error, code, request_id: 'r' }, { status })
  const LOCKED = 'Account temporarily locked due to security measures. Please try again later.'

  it.each([
    [
      'no connection',
      new NetworkError(undefined),
      'Unable to connect to server. Please check your connection and try again.',
    ],
    [
      '429 with any text',
      refusal(429, 'Account locked'),
      'Too many attempts. Please wait a few minutes before trying again.',
    ],
    [
      '403 with any text',
      refusal(403, 'Rate limit'),
      'Account access is restricted. Please contact support if you believe this is an error.',
    ],
    [
      'an account that a dispute has locked',
      refusal(
        403,
        'This account is locked because a change of its email address is disputed.',
        'account_disabled',
      ),
      'This account is locked because a change of its email address is disputed.',
    ],
    [
      'a rate limit by its text',
      refusal(503, 'Rate limit exceeded, account locked'),
      'Rate limit exceeded. Please wait a moment before trying again.',
    ],
    ['a lock', refusal(423, 'Account temporarily locked due to failed attempts.'), LOCKED],
    ['a block', refusal(401, 'This address is blocked. Password must be changed.'), LOCKED],
    ['a weak password', refusal(422, 'That is a weak password'), 'That is a weak password'],
    [
      'a password rule',
      refusal(422, 'Password must be 128 characters or fewer'),
      'Password must be 128 characters or fewer',
    ],
    ['a wrong password', refusal(401, 'Invalid email or password'), 'Invalid email or password'],
    ['no text', refusal(500, ''), 'An error occurred. Please try again.'],
    ['something else', new TypeError('undefined is not a function'), 'An error occurred. Please try again.'],
  ])('explains %s', (_, error, message) => {
    expect(getSignInErrorMessage('sign-in', error)).toBe(message)
  })

  it('reports a taken email address on registration only', () => {
    const taken = refusal(409, 'An account with this email already exists', 'conflict')
    expect(getSignInErrorMessage('register', taken)).toBe(
      'An account with this email already exists. Please try logging in instead.',
    )
    expect(getSignInErrorMessage('sign-in', taken)).toBe('An account with this email already exists')
  })

  it('does not quote a proxy that responds instead of the server', () => {
    const page = new ApiError(
      { error: 'The server responded with status 502', code: 'unavailable', request_id: '' },
      { status: 502, ours: false },
    )
    expect(getSignInErrorMessage('sign-in', page)).toBe('An error occurred. Please try again.')
  })
})
