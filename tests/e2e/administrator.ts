/** The administrator of the server under test, and functions to sign in. */
import { expect, type Page } from '@playwright/test'
import type { AdminSignedIn } from '#contract/identity/admin-account'
import { ADMIN_PASSWORD, ADMIN_PATH, ADMIN_USERNAME, adminUrl } from './panel.ts'

const API_BASE = '/api/v1'

export interface SignedInAdministrator {
  token: string
  refreshToken: string
  user: AdminSignedIn['user']
  /** Calls `{adm}/…` as the administrator, without the browser, and returns the body of a success. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of the body it requests
  call: (method: string, path: string, body?: unknown) => Promise<any>
}

/** Signs an administrator in through the API. The browser is not signed in by it. */
export async function openAdministrator(page: Page): Promise<SignedInAdministrator> {
  const response = await page.request.post(`${API_BASE}/auth/login`, {
    headers: { 'x-admin-path': ADMIN_PATH },
    data: { username: ADMIN_USERNAME, password: ADMIN_PASSWORD },
  })
  expect(response.status(), await response.text()).toBe(200)
  const { access_token, refresh_token, user } = (await response.json()) as AdminSignedIn
  return {
    token: access_token,
    refreshToken: refresh_token,
    user,
    call: async (method, path, data) => {
      const headers = { authorization: `Bearer ${access_token}` }
      const called = await page.request.fetch(`${API_BASE}${adminUrl(path)}`, { method, headers, data })
      expect(called.ok(), `${method} ${path}: ${await called.text()}`).toBe(true)
      return called.json()
    },
  }
}

/**
 * Blocks the panel's event stream, so that its lists stay as loaded. Otherwise concurrent tests would cause refetches
 * between any two steps.
 */
export const blockEvents = (page: Page): Promise<unknown> => page.route('**/admin/events', () => {})

/** Signs the browser in as an administrator, in all its tabs, without the login page. */
export async function signInAdmin(page: Page): Promise<SignedInAdministrator> {
  const administrator = await openAdministrator(page)
  const { token, refreshToken, user } = administrator
  await page.goto('/robots.txt')
  await page.evaluate((entries) => Object.assign(localStorage, entries), {
    adminToken: token,
    adminRefreshToken: refreshToken,
    adminUser: JSON.stringify(user),
    adminPathSecret: ADMIN_PATH,
  })
  return administrator
}
