import { expect, test } from 'vitest'
import type { ProblemCode } from '#contract/problem'
import { ApiError, NetworkError } from '#core/api/call-errors'
import { getAdminSignInErrorMessage } from './sign-in-messages.ts'

const refusal = (status: number, error: string, ours = true, code: ProblemCode = 'internal') =>
  new ApiError({ code, error, request_id: 'r-1' }, { status, ours })

test.each([
  [
    refusal(429, 'Rate limit exceeded. Please wait.'),
    'Too many login attempts. Your IP may be temporarily blocked. Please wait before trying again.',
  ],
  [
    refusal(403, 'This account is disabled.'),
    'Access denied. Admin panel access is restricted to authorized IPs and locations.',
  ],
  [refusal(404, 'Not found.'), 'Admin panel not found. Please check the URL.'],
  [
    refusal(503, 'Rate limit of the gateway'),
    'Rate limit exceeded. Please wait a moment before trying again.',
  ],
  [
    refusal(423, 'Account temporarily locked due to failed attempts. Try again in 15 minutes.'),
    'Account temporarily locked due to failed attempts. Please wait before trying again.',
  ],
  [refusal(401, 'Invalid username or password'), 'Invalid username or password'],
  [refusal(500, ''), 'Login failed. Please try again.'],
  [refusal(502, 'nginx says no', false), 'Login failed. Please try again.'],
  [new NetworkError(undefined), 'Login failed. Please try again.'],
  [new Error('a fault of ours'), 'Login failed. Please try again.'],
])('%s', (error, message) => expect(getAdminSignInErrorMessage(error)).toBe(message))
