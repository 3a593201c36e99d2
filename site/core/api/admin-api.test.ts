import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { adminStats } from '#contract/desk/admin-dashboard'
import { administrators } from '#contract/identity/admin-account'
import { installFakeBrowser } from '#core/browser/test-browser'

interface Seen {
  path: string
  bearer: string | null
  door: string | null
}

const SEGMENT = 'secret-segment-0123456789'
const admin = { id: 3, username: 'keeper', email: 'keeper@lodefield.example' }
let server: ReturnType<typeof Bun.serve>
let seen: Seen[]
let respond: (request: Seen) => Response
let browser: ReturnType<typeof installFakeBrowser>
const realFetch = globalThis.fetch

const expired = () =>
  Response.json({ error: 'Session expired.', code: 'session_expired', request_id: 'r-1' }, { status: 401 })
const refuse = (status: number, code: string) =>
  Response.json({ error: 'No.', code, request_id: 'r-1' }, { status })
const renewed = (token: string) =>
  Response.json({ access_token: token, refresh_token: 'next', expires_in: 900, user: admin })

/** Loads a fresh client, as each page does, so that no in-memory state outlives a test. */
async function loadClient() {
  vi.resetModules()
  const [{ callAdminApi }, session] = await Promise.all([
    import('./admin-api.ts'),
    import('#core/session/admin-session'),
  ])
  return { callAdmin: callAdminApi, ...session }
}

beforeEach(() => {
  seen = []
  server = Bun.serve({
    port: 0,
    fetch: (request) => {
      const { headers, url } = request
      const call = {
        path: new URL(url).pathname.replace('/api/v1', ''),
        bearer: headers.get('authorization'),
        door: headers.get('x-admin-path'),
      }
      seen.push(call)
      return respond(call)
    },
  })
  browser = installFakeBrowser(server.url.origin)
  Object.assign(location, { pathname: `/${SEGMENT}/admin`, search: '?d=users&page=2' })
  const reach = (path: RequestInfo | URL, init?: RequestInit) =>
    realFetch(typeof path === 'string' ? new URL(path, server.url) : path, init)
  vi.stubGlobal('fetch', reach)
  localStorage.setItem('adminToken', 'old')
  localStorage.setItem('adminRefreshToken', 'refresh')
  localStorage.setItem('adminUser', JSON.stringify(admin))
  localStorage.setItem('token', 'investor')
  localStorage.setItem('user', '{"id":7}')
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await server.stop(true)
})

const stored = () => ['adminToken', 'adminRefreshToken', 'adminUser'].map((key) => localStorage.getItem(key))

describe('a call of an administrator', () => {
  it('is sent to the secret path of the page’s URL, with the administrator’s token', async () => {
    const { callAdmin } = await loadClient()
    respond = () => Response.json({ user: admin })
    expect(await callAdmin(administrators.getProfile)).toEqual({ user: admin })
    expect(seen).toEqual([{ path: `/${SEGMENT}/admin/profile`, bearer: 'Bearer old', door: null }])
  })

  it('uses the stored secret path when the URL has none', async () => {
    const { callAdmin } = await loadClient()
    Object.assign(location, { pathname: '/gallery' })
    localStorage.setItem('adminPathSecret', 'kept-segment-0123456789')
    respond = () => Response.json({ user: admin })
    await callAdmin(administrators.getProfile)
    expect(seen[0]?.path).toBe('/kept-segment-0123456789/admin/profile')
  })

  it('refreshes its token with the secret path and leaves the investor’s session alone', async () => {
    const { callAdmin } = await loadClient()
    respond = ({ path, bearer }) => {
      if (path === '/auth/refresh') return renewed('fresh')
      return bearer === 'Bearer fresh' ? Response.json({ stats: {} }) : expired()
    }
    await callAdmin(adminStats.get)
    expect(seen.map(({ path, door }) => [path, door])).toEqual([
      [`/${SEGMENT}/admin/stats`, null],
      ['/auth/refresh', SEGMENT],
      [`/${SEGMENT}/admin/stats`, null],
    ])
    expect(stored()).toEqual(['fresh', 'next', JSON.stringify(admin)])
    expect(localStorage.getItem('token')).toBe('investor')
  })
})

describe('an administrator’s session', () => {
  it('is cleared when a 401 persists, and signing in returns to the same section', async () => {
    const { callAdmin, takeAdminEndSentence, consumeReturnUrl } = await loadClient()
    respond = expired
    await callAdmin(adminStats.get).catch(() => {})
    expect(stored()).toEqual([null, null, null])
    expect(browser.visits).toEqual([`/${SEGMENT}/admin/login`])
    expect(takeAdminEndSentence()).toBe('Session expired. Please sign in again.')
    expect(consumeReturnUrl()).toBe(`/${SEGMENT}/admin?d=users&page=2`)
    expect(consumeReturnUrl(), 'returned once').toBe(`/${SEGMENT}/admin`)
    expect(localStorage.getItem('token')).toBe('investor')
  })

  it('survives a 403 because of a network that is not allowed', async () => {
    const { callAdmin } = await loadClient()
    respond = ({ path }) => (path === '/auth/refresh' ? refuse(403, 'admin_network') : expired())
    await expect(callAdmin(adminStats.get)).rejects.toMatchObject({ code: 'admin_network' })
    expect(stored()[0]).toBe('old')
    expect(browser.visits).toEqual([])
  })

  it('exists if only the token is stored', async () => {
    localStorage.setItem('adminToken', `h.${btoa('{"sub":"3"}')}.s`)
    localStorage.removeItem('adminUser')
    const { adminSession } = await loadClient()
    expect(adminSession.read()?.user).toEqual({ id: 3, username: '', email: '' })
  })

  it('is signed out with the secret path, even when the server fails', async () => {
    const { signOutAdmin } = await loadClient()
    respond = () => refuse(500, 'internal')
    await signOutAdmin()
    expect(seen).toEqual([{ path: '/auth/logout', bearer: 'Bearer old', door: SEGMENT }])
    expect(stored()).toEqual([null, null, null])
    expect(browser.visits).toEqual([`/${SEGMENT}/admin/login`])
  })
})
