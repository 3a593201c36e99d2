import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { profile } from '#contract/identity/profile'
import { portfolio } from '#contract/portfolio/portfolio'
import { installFakeBrowser } from '#core/browser/test-browser'
import type { SignedInCall } from './internal/signed-in-api.ts'

interface Seen {
  path: string
  bearer: string | null
  csrf: string | null
  body: unknown
}

/** A real server on loopback; the page's origin is set to it. */
let server: ReturnType<typeof Bun.serve>
let seen: Seen[]
let respond: (request: Seen) => Response | Promise<Response>
let browser: ReturnType<typeof installFakeBrowser>
const realFetch = globalThis.fetch

const user = { id: 7, first_name: 'Ada', last_name: 'Byron', email: 'ada@lodefield.example' }
const refuse = (status: number, code: string, error: string) =>
  Response.json({ error, code, request_id: 'r-1' }, { status })
const expired = () => refuse(401, 'session_expired', 'Session expired. Please sign in again.')

/** A JWT with the claims that the client reads; it expires in `seconds`. */
function makeToken(name: string, seconds = 900): string {
  const claims = { sub: name, exp: Math.floor(Date.now() / 1000) + seconds }
  return `head.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.sign`
}

function renewed(token: string, refreshToken = 'next-refresh') {
  return Response.json({ access_token: token, refresh_token: refreshToken, expires_in: 900, user })
}

function store(token: string, refreshToken = 'refresh') {
  localStorage.setItem('token', token)
  localStorage.setItem('refreshToken', refreshToken)
  localStorage.setItem('user', JSON.stringify(user))
}

/** Loads a fresh client, as each page does, so that no in-memory state outlives a test. */
async function loadClient() {
  vi.resetModules()
  const [{ callInvestor }, { takeMessage }] = await Promise.all([
    import('./investor-api.ts'),
    import('#core/session/investor-session-termination'),
  ])
  return { callInvestor, takeMessage: takeMessage }
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
const pathsSeen = () => seen.map(({ path }) => path)
const storedTokens = () => [localStorage.getItem('token'), localStorage.getItem('refreshToken')]

beforeEach(() => {
  seen = []
  server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      const bearer = request.headers.get('authorization')
      const body: unknown = await request.json().catch(() => undefined)
      const csrf = request.headers.get('x-csrf-token')
      const call = { path: pathname.replace('/api/v1', ''), bearer, csrf, body }
      seen.push(call)
      return respond(call)
    },
  })
  browser = installFakeBrowser(server.url.origin)
  const reach = (path: RequestInfo | URL, init?: RequestInit) =>
    realFetch(typeof path === 'string' ? new URL(path, server.url) : path, init)
  vi.stubGlobal('fetch', reach)
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await server.stop(true)
})

describe('a call of an investor', () => {
  it('carries the access token and returns the response body', async () => {
    const { callInvestor } = await loadClient()
    const token = makeToken('first')
    store(token)
    respond = () => Response.json({ user })
    expect(await callInvestor(profile.get)).toEqual({ user })
    expect(seen).toEqual([{ path: '/user/profile', bearer: `Bearer ${token}`, csrf: null, body: undefined }])
  })

  it('is not sent without a session', async () => {
    const { callInvestor } = await loadClient()
    expect(await failureOf(callInvestor(profile.get))).toMatchObject({
      message: 'Authentication required',
      status: 401,
    })
    expect(seen).toEqual([])
    expect(browser.visits).toEqual([])
  })

  it('refreshes a rejected token and is repeated with the new one', async () => {
    const { callInvestor } = await loadClient()
    const [old, fresh] = [makeToken('old'), makeToken('fresh')]
    store(old)
    respond = ({ path, bearer }) => {
      if (path === '/auth/refresh') return renewed(fresh)
      return bearer === `Bearer ${fresh}` ? Response.json({ success: true, user }) : expired()
    }
    await callInvestor(profile.update, { body: { first_name: 'Augusta' } })
    expect(pathsSeen()).toEqual(['/user/profile', '/auth/refresh', '/user/profile'])
    expect(seen[1]?.body).toEqual({
      refresh_token: 'refresh',
      renewal_id: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(seen[2]?.body).toEqual({ first_name: 'Augusta' })
    expect(storedTokens()).toEqual([fresh, 'next-refresh'])
  })

  it('refreshes a token that is about to expire before sending it', async () => {
    const { callInvestor } = await loadClient()
    store(makeToken('old', 5))
    respond = ({ path }) => (path === '/auth/refresh' ? renewed(makeToken('fresh')) : Response.json({ user }))
    await callInvestor(profile.get)
    await callInvestor(profile.get)
    expect(pathsSeen()).toEqual(['/auth/refresh', '/user/profile', '/user/profile'])
  })

  it('does not refresh repeatedly when the clock is wrong', async () => {
    const { callInvestor } = await loadClient()
    store(makeToken('old', -9000))
    respond = ({ path }) =>
      path === '/auth/refresh' ? renewed(makeToken('fresh', -8000)) : Response.json({ user })
    await callInvestor(profile.get)
    await callInvestor(profile.get)
    expect(pathsSeen().filter((path) => path === '/auth/refresh')).toHaveLength(1)
  })

  it('shares one token refresh among calls that are rejected together', async () => {
    const { callInvestor } = await loadClient()
    const fresh = makeToken('fresh')
    store(makeToken('old'))
    respond = ({ path, bearer }) => {
      if (path === '/auth/refresh') return renewed(fresh)
      return bearer === `Bearer ${fresh}` ? Response.json({ user }) : expired()
    }
    await Promise.all(Array.from({ length: 5 }, () => callInvestor(profile.get)))
    expect(pathsSeen().filter((path) => path === '/auth/refresh')).toHaveLength(1)
  })

  it('repeats a token refresh under the same id if the response was lost, and uses a new id the next time', async () => {
    const ids: unknown[] = []
    let isLost = true
    respond = ({ path, body }) => {
      if (path !== '/auth/refresh') return Response.json({ user })
      ids.push((body as { renewal_id?: unknown }).renewal_id)
      return isLost ? new Response('', { status: 502 }) : renewed(makeToken('fresh', 5))
    }
    store(makeToken('old', 5))
    await failureOf((await loadClient()).callInvestor(profile.get))
    isLost = false
    // Another page: no in-memory state is left from the first one.
    const { callInvestor } = await loadClient()
    await callInvestor(profile.get)
    store(makeToken('old again', 5))
    await callInvestor(profile.get)
    expect(ids).toHaveLength(3)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  it('uses the token that another tab has stored in the meantime', async () => {
    const { callInvestor } = await loadClient()
    const fresh = makeToken('from-another-tab')
    store(makeToken('old'))
    respond = ({ bearer }) => {
      if (bearer === `Bearer ${fresh}`) return Response.json({ user })
      store(fresh, 'another-refresh')
      return expired()
    }
    await callInvestor(profile.get)
    expect(pathsSeen()).toEqual(['/user/profile', '/user/profile'])
  })
})

describe('a session that has ended', () => {
  it('is cleared when its token refresh is rejected, and the sign-in page gives the reason and returns to the page', async () => {
    const { callInvestor, takeMessage } = await loadClient()
    store(makeToken('old'))
    respond = expired
    const failures = await Promise.all([1, 2].map(() => failureOf(callInvestor(portfolio.get))))
    for (const failure of failures) {
      expect(failure).toMatchObject({ message: 'Session expired. Please sign in again.' })
    }
    expect(localStorage.getItem('user')).toBeNull()
    expect(storedTokens()).toEqual([null, null])
    expect(browser.visits[0]).toBe('/access/login?next=%2Faccess%2Fdashboard%3Ftab%3Dmarket')
    expect(browser.visits, 'left once').toHaveLength(1)
    expect(takeMessage()).toBe('Session expired. Please sign in again.')
    expect(takeMessage(), 'returned once').toBeUndefined()
  })

  it('is cleared when the refreshed token is rejected too', async () => {
    const { callInvestor } = await loadClient()
    store(makeToken('old'))
    respond = ({ path }) => (path === '/auth/refresh' ? renewed(makeToken('fresh')) : expired())
    await failureOf(callInvestor(portfolio.get))
    expect(pathsSeen()).toHaveLength(3)
    expect(browser.visits).toHaveLength(1)
  })

  it('is cleared when the account is disabled, with the server’s message', async () => {
    const { callInvestor, takeMessage } = await loadClient()
    store(makeToken('old'))
    respond = () => refuse(403, 'account_disabled', 'This account is disabled. Please contact support.')
    await failureOf(callInvestor(portfolio.get))
    expect(localStorage.getItem('token')).toBeNull()
    expect(takeMessage()).toBe('This account is disabled. Please contact support.')
  })

  it('is not cleared by another error', async () => {
    const { callInvestor } = await loadClient()
    const token = makeToken('first')
    store(token)
    respond = () => refuse(403, 'csrf', 'The form is too old. Reload the page.')
    expect(await failureOf(callInvestor(portfolio.get))).toMatchObject({ code: 'csrf' })
    expect(storedTokens()).toEqual([token, 'refresh'])
    expect(browser.visits).toEqual([])
  })

  for (const [what, status, code] of [
    ['is down', 503, 'unavailable'],
    ['limits the rate', 429, 'rate_limited'],
  ] as const) {
    it(`survives a token refresh while the server ${what}`, async () => {
      const { callInvestor } = await loadClient()
      const token = makeToken('old')
      store(token)
      respond = ({ path }) => (path === '/auth/refresh' ? refuse(status, code, 'Later.') : expired())
      expect(await failureOf(callInvestor(portfolio.get))).toMatchObject({ code })
      expect(storedTokens()).toEqual([token, 'refresh'])
      expect(browser.visits).toEqual([])
    })
  }

  it('survives a lost connection during the token refresh', async () => {
    const { callInvestor } = await loadClient()
    const token = makeToken('old')
    store(token)
    respond = async ({ path }) => {
      if (path === '/auth/refresh') await server.stop(true)
      return expired()
    }
    expect(await failureOf(callInvestor(portfolio.get))).toMatchObject({
      message: 'The server could not be reached',
    })
    expect(storedTokens()).toEqual([token, 'refresh'])
    expect(browser.visits).toEqual([])
  })

  it('is not restored by a token refresh that was in flight during sign-out', async () => {
    const { callInvestor } = await loadClient()
    store(makeToken('old'))
    respond = ({ path }) => {
      if (path !== '/auth/refresh') return expired()
      browser.changeInOtherTab('token', null)
      browser.changeInOtherTab('refreshToken', null)
      browser.changeInOtherTab('user', null)
      return renewed(makeToken('fresh'))
    }
    await failureOf(callInvestor(portfolio.get))
    expect(storedTokens()).toEqual([null, null])
  })

  it('does not affect a session that another user started in another tab', async () => {
    const { callInvestor } = await loadClient()
    store(makeToken('old'))
    const other = makeToken('other')
    respond = () => {
      store(other, 'other-refresh')
      localStorage.setItem('user', JSON.stringify({ ...user, id: 8 }))
      return expired()
    }
    expect(await failureOf(callInvestor(portfolio.get))).toMatchObject({ code: 'unauthenticated' })
    expect(pathsSeen(), 'nothing is sent in the other name').toEqual(['/user/portfolio'])
    expect(storedTokens()).toEqual([other, 'other-refresh'])
  })
})

describe('a call that needs a CSRF token', () => {
  const body = { pending_investments: '$HALL' }
  let tokens: number
  let accepted: string
  let sent: (string | null)[]

  beforeEach(() => {
    store(makeToken('first'))
    tokens = 0
    accepted = 'csrf-1'
    sent = []
    respond = ({ path, csrf }) => {
      if (path === '/csrf-token') {
        tokens += 1
        return Response.json({ csrf_token: `csrf-${tokens}` })
      }
      sent.push(csrf)
      return csrf === accepted
        ? Response.json({ success: true })
        : refuse(403, 'csrf', 'The form is too old.')
    }
  })

  it('fetches the token once and sends it', async () => {
    const { callInvestor } = await loadClient()
    await callInvestor(portfolio.requestInvestment, { body })
    await callInvestor(portfolio.requestInvestment, { body })
    expect(tokens).toBe(1)
    expect(sent).toEqual(['csrf-1', 'csrf-1'])
  })

  it('replaces a rejected token and is repeated once', async () => {
    const { callInvestor } = await loadClient()
    await callInvestor(portfolio.requestInvestment, { body })
    accepted = 'csrf-2'
    await callInvestor(portfolio.requestInvestment, { body })
    expect(sent).toEqual(['csrf-1', 'csrf-1', 'csrf-2'])
    accepted = 'none'
    expect(await failureOf(callInvestor(portfolio.requestInvestment, { body }))).toMatchObject({
      code: 'csrf',
    })
    expect(sent).toHaveLength(5)
  })

  it('leaves the token out of other calls', async () => {
    const { callInvestor } = await loadClient()
    await callInvestor(portfolio.requestInvestment, { body })
    await failureOf(callInvestor(profile.get))
    expect(sent).toEqual(['csrf-1', null])
  })
})

describe('a call that is interrupted', () => {
  /** Counts the requests a call sends over a connection that breaks every time. */
  async function countAttempts(send: (callInvestor: SignedInCall) => Promise<unknown>): Promise<number> {
    const { callInvestor } = await loadClient()
    store(makeToken('first'))
    let attempts = 0
    vi.stubGlobal('fetch', () => {
      attempts += 1
      // Chromium's wording: ky retries errors that it recognizes as network failures.
      return Promise.reject(new TypeError('Failed to fetch'))
    })
    expect(await failureOf(send(callInvestor))).toMatchObject({ message: 'The server could not be reached' })
    return attempts
  }

  it('is repeated once if it is a read', async () => {
    expect(await countAttempts((callInvestor) => callInvestor(profile.get))).toBe(2)
  })

  it('is not repeated if it is a write', async () => {
    const send = (callInvestor: SignedInCall) => callInvestor(profile.update, { body: { first_name: 'Ada' } })
    expect(await countAttempts(send)).toBe(1)
  })
})

describe('a call without a response', () => {
  it('is a network failure', async () => {
    const { callInvestor } = await loadClient()
    store(makeToken('first'))
    await server.stop(true)
    expect(await failureOf(callInvestor(profile.get))).toMatchObject({
      message: 'The server could not be reached',
    })
  })

  it('rejects with the abort reason when it is aborted', async () => {
    const { callInvestor } = await loadClient()
    store(makeToken('first'))
    const aborter = new AbortController()
    respond = async () => {
      aborter.abort(new Error('left the page'))
      return Response.json({ user })
    }
    expect(await failureOf(callInvestor(profile.get, {}, { signal: aborter.signal }))).toMatchObject({
      message: 'left the page',
    })
  })
})
