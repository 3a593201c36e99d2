/** Investors for browser tests: created through the API, each with a unique name and email address. */
import { expect, type Page } from '@playwright/test'
import type { SignedIn, User } from '#contract/identity/session'
import { openDatabase } from './database.ts'

export const PASSWORD = 'Ore-body 47 deep'

export interface Investor {
  user: User
  token: string
  refreshToken: string
  email: string
  password: string
}

export interface NewInvestor {
  first_name?: string
  last_name?: string
  email?: string
  password?: string
  /** Whether the email counts as confirmed, which it does unless this is false. */
  confirmed?: boolean
  /** Whether the identity counts as verified. */
  verified?: boolean
}

/** Spares a test the email and the verification, which have their own tests. */
async function mark(port: string, { id }: User, confirmed: boolean, verified: boolean): Promise<void> {
  const sql = openDatabase(port)
  if (confirmed) await sql`update users set email_confirmed = true where id = ${id}`
  if (verified) await sql`update users set is_verified = true where id = ${id}`
  await sql.end()
}

/** A unique email address. */
export const makeEmail = (name = 'investor'): string =>
  `${name}.${crypto.randomUUID().slice(0, 13)}@example.com`.toLowerCase()

/** Registers an investor. The browser is not signed in by it. */
export async function register(page: Page, details: NewInvestor = {}): Promise<Investor> {
  const { first_name = 'Ada', last_name = 'Reyes', email = makeEmail(), password = PASSWORD } = details
  const { confirmed = true, verified = false } = details
  const data = { first_name, last_name, email, password }
  const response = await page.request.post('/api/v1/auth/register', { data })
  expect(response.status(), await response.text()).toBe(201)
  const { access_token, refresh_token, user } = (await response.json()) as SignedIn
  if (confirmed || verified) await mark(new URL(response.url()).port, user, confirmed, verified)
  return {
    user: {
      ...user,
      email_confirmed: confirmed,
      must_confirm_email: confirmed ? undefined : user.must_confirm_email,
      is_verified: verified,
    },
    token: access_token,
    refreshToken: refresh_token,
    email,
    password,
  }
}

/** Stores a session in local storage, as signing in does. Leaves the page on a file of the site. */
export async function storeSession(page: Page, { token, refreshToken, user }: Investor): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate((entries) => Object.assign(localStorage, entries), {
    token,
    refreshToken,
    user: JSON.stringify(user),
  })
}

/** Registers an investor and signs the browser in, in all its tabs, without the sign-in page. */
export async function signIn(page: Page, details: NewInvestor = {}): Promise<Investor> {
  const investor = await register(page, details)
  await storeSession(page, investor)
  return investor
}
