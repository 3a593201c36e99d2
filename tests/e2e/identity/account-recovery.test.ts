/**
 * Account access and recovery through email links, received by a real SMTP server. On a separate server, in one worker:
 * on the others emails wait in the outbox, as on an installation without a mail server.
 */
import type { Browser, Page } from '@playwright/test'
import { test } from '#e2e/email-fixtures'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makeEmail,
  PASSWORD,
  register,
  signIn,
} from '#e2e/fixtures'
import { ADMIN_PATH } from '#e2e/panel'

test.describe.configure({ mode: 'default' })

const NEW_PASSWORD = 'Zircon grain 7!'
const CONFIRM = /^Confirm your email address/
const RESET = /^Reset your password/

/** A device that the account was not used with. */
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'

/** A page in a browser that knows nothing of the other one. */
const openElsewhere = async (browser: Browser, baseURL: string | undefined): Promise<Page> =>
  (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()

/** Opens a link as email scanners do: the address without its fragment, and the call behind it, by GET. */
async function scan(page: Page, link: string, call: string): Promise<void> {
  const [path, token] = link.split('#token=')
  expect((await page.request.get(path ?? '')).status()).toBe(200)
  expect((await page.request.get(`/api/v1${call}?token=${token}`)).status()).toBe(405)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const statusWith = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/access/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Access Platform' }).click()
}

test.describe('a forgotten password', () => {
  // A link that is followed again, and a rejected password.
  test.use({ expectedErrors: [/status of 42[29]|ERR_INTERNET_DISCONNECTED/] })

  test('is replaced from the sign-in page through the emailed link in another browser, once', {
    tag: '@every-width',
  }, async ({ page, browser, baseURL, mailing }) => {
    const { email } = await register(page)
    await page.goto('/access/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveTitle('Forgot your password? · Lodefield')
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(statusWith(page, `If an account exists for ${email}`)).toBeFocused()
    await expectAccessible(page)

    const link = await mailing.linkFor(email, RESET)
    for (const call of ['/auth/password/reset', '/auth/links/check']) await scan(page, link, call)
    const other = await openElsewhere(browser, baseURL)
    await other.goto(link)
    await expect(heading(other)).toHaveText('Set a new password')
    await expect(other, 'the token is not left in the address').not.toHaveURL(/token/)
    await expect(other.getByText(email, { exact: true })).toBeVisible()
    await expectNoSidewaysScroll(other)
    const set = other.getByRole('button', { name: 'Set New Password' })
    const fill = async (password: string, again = password) => {
      await other.getByLabel('New Password').fill(password)
      await other.getByLabel('Confirm Password').fill(again)
    }
    await set.click()
    await expect(other.getByRole('alert')).toHaveText('Enter a new password')
    await fill(NEW_PASSWORD, 'another')
    await set.click()
    await expect(other.getByRole('alert')).toHaveText('Passwords do not match')
    await fill('Password1!')
    await expect(other.getByLabel('New Password')).toHaveAccessibleDescription(/less common/)
    // The name in the email.
    await fill(`${email.split('@')[0]}1!`.replace('investor', 'Investor'))
    await set.click()
    await expect(other.getByRole('alert')).toHaveText(/^Password must be different from the site name/)
    await expectAccessible(other)
    await other.reload()
    await fill(NEW_PASSWORD)
    await other.context().setOffline(true)
    await set.click()
    await expect(other.getByRole('alert')).toContainText('Unable to connect')
    await other.context().setOffline(false)
    // The typed text is still there.
    await set.click()
    await expect(other.getByText('Sign in with your new password.')).toBeVisible()
    await other.getByRole('link', { name: 'Sign In', exact: true }).click()
    await signInByForm(other, email, NEW_PASSWORD)
    await expect(other).toHaveURL('/access/dashboard')
    await other.context().close()

    // It says so before anything is typed.
    await page.goto(link)
    await expect(statusWith(page, 'has already been used')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Set New Password' })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Request a New Link' }).click()
    await expect(page).toHaveURL('/access/forgot-password')
  })

  test('without its token explains what to do, and requested too often how long to wait', {
    tag: '@full',
  }, async ({ page }) => {
    await page.goto('/access/reset-password')
    await expect(page.getByText('Open it again from our email', { exact: false })).toBeVisible()
    await page.route('**/auth/password/forgot', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '90' },
        json: { error: 'Rate limit exceeded.', code: 'rate_limited', request_id: 'r' },
      }),
    )
    await page.goto('/access/forgot-password')
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(page.getByRole('alert')).toHaveText('Rate limit exceeded. You can try again in 2 minutes.')
  })

  test('of an administrator does not lead to the panel', { tag: '@full' }, async ({ page, sql, mailing }) => {
    const username = `admin-${crypto.randomUUID().slice(0, 8)}`
    const email = makeEmail('admin')
    await sql`insert into admins (username, email, password_hash) values (${username}, ${email}, '!')`
    await page.goto(`/${ADMIN_PATH}/admin/login`)
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(page.getByText('we have emailed a password reset link')).toBeVisible()
    await expectAccessible(page)
    await page.goto(await mailing.linkFor(email, RESET))
    await page.getByLabel('New Password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set New Password' }).click()
    await expect(page.getByText('from the administrator sign-in page')).toBeVisible()
    expect(await page.content()).not.toContain(ADMIN_PATH)
    await sql`update admins set is_active = false where username = ${username}`
  })
})

test.describe('the email of a new account', () => {
  // Links that are followed again or too late.
  test.use({ expectedErrors: [/status of 422/] })

  test('is requested by a banner until the link was followed and a button pressed', {
    tag: '@every-width',
  }, async ({ page, sql, mailing }) => {
    const { email } = await signIn(page, { confirmed: false })
    await page.goto('/access/dashboard')
    await expect(page.getByText('Confirm your email address and verify your identity')).toBeVisible()
    await expect(page.getByText('subscribe once your email address is confirmed')).toBeVisible()
    const strip = page.getByRole('region', { name: 'Your verification' })
    await expect(strip).toContainText(email)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await strip.getByRole('button', { name: 'Resend link' }).click()
    await expect(strip.getByRole('status')).toHaveText('Link sent.')

    // An earlier link, and then this one in the same tab, where only the fragment differs; and a reload.
    await page.goto(`/access/confirm-email#token=i${'A'.repeat(43)}`)
    await expect(page).toHaveURL('/access/confirm-email')
    await expect(statusWith(page, 'has already been used'), 'as a used one').toBeFocused()
    const link = await mailing.linkFor(email, CONFIRM)
    await scan(page, link, '/auth/email/confirm')
    await page.evaluate((href) => location.assign(href), link)
    await expect(page).toHaveURL('/access/confirm-email')
    await page.reload()
    await expect(heading(page)).toHaveText('Confirm your email address')
    await expect(strip, 'the page asks, and not the strip too').toHaveCount(0)
    expect((await sql`select email_confirmed from users where email = ${email}`)[0]).toEqual({
      email_confirmed: false,
    })
    const confirm = page.getByRole('button', { name: 'Confirm This Address' })
    await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible()
    await confirm.click()
    await expect(statusWith(page, `Your email address ${email} is confirmed.`)).toBeFocused()
    // After a reload the link is used, and the address confirmed.
    await page.reload()
    await expect(statusWith(page, 'has already been used')).toBeFocused()
    await expect(page.getByText(`${email} is already confirmed.`)).toBeVisible()
    await expect(confirm).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to the Dashboard' }).click()
    await expect(heading(page)).toContainText('Welcome back')
    await expect(page.getByText('Verify your identity. Required before')).toBeVisible()
    await expect(strip).not.toContainText(email)
    await expect(strip.getByRole('link', { name: 'Start Now' })).toBeVisible()
  })

  test('can be requested again where the address is shown', { tag: '@full' }, async ({ page, mailing }) => {
    const { email } = await signIn(page, { confirmed: false })
    await page.goto('/access/settings/security')
    const own = page.getByRole('region', { name: 'Email address' })
    await expect(own).toContainText('Not confirmed yet')
    await expect(own).toContainText('You cannot subscribe until your address is confirmed.')
    await expect(page.getByText('This site does not send email yet').filter({ visible: true })).toHaveCount(0)
    const before = await mailing.linkFor(email, CONFIRM)
    await own.getByRole('button', { name: 'Resend link' }).click()
    await expect(own.getByText('Link sent.')).toBeVisible()
    await expect.poll(() => mailing.linkFor(email, CONFIRM)).not.toBe(before)
    await expectAccessible(page)
  })

  test('is confirmed where another account is signed in, whose own link comes late and is sent anew', async ({
    page,
    sql,
    mailing,
  }) => {
    const other = await register(page, { confirmed: false })
    const own = await signIn(page, { confirmed: false })
    const confirm = page.getByRole('button', { name: 'Confirm This Address' })
    await page.goto(await mailing.linkFor(other.email, CONFIRM))
    await confirm.click()
    const password = page.getByRole('textbox', { name: 'Password' })
    await expect(password, 'the mailbox alone is not enough').toHaveAccessibleDescription(
      /Enter your password/,
    )
    await password.fill('Guessed-one-1!')
    await confirm.click()
    await expect(password).toHaveAccessibleDescription(/Incorrect password/)
    await expectAccessible(page)
    await password.fill(PASSWORD)
    await confirm.click()
    await expect(statusWith(page, `You are signed in to another account, ${own.email}.`)).toBeFocused()

    const link = await mailing.linkFor(own.email, CONFIRM)
    await sql`update account_links set expires_at = now() where user_id = ${own.user.id}`
    await page.goto('/robots.txt')
    await page.goto(link)
    await expect(statusWith(page, 'This link has expired.')).toBeFocused()
    await expect(page.getByText(`${own.email} is not confirmed yet.`)).toBeVisible()
    await page.getByRole('button', { name: 'Send a New Link' }).click()
    await expect(statusWith(page, 'Link sent.')).toBeVisible()
    await expect.poll(() => mailing.linkFor(own.email, CONFIRM)).not.toBe(link)
    await page.evaluate((href) => location.assign(href), await mailing.linkFor(own.email, CONFIRM))
    await confirm.click()
    await expect(statusWith(page, `Your email address ${own.email} is confirmed.`)).toBeFocused()
  })

  test('is shown as confirmed here once confirmed on another device, also for a verified account', {
    tag: '@full',
  }, async ({ page, sql }) => {
    const { user } = await signIn(page, { confirmed: false, verified: true })
    await page.goto('/access/settings')
    const strip = page.getByRole('region', { name: 'Email address' })
    await expect(strip).toBeVisible()
    await sql`update users set email_confirmed = true where id = ${user.id}`
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(strip).toHaveCount(0)
  })
})

test.describe('a mail', () => {
  test.use({ expectedErrors: [/status of 4(22|01|04)/] })

  test('is stopped by its reader, and reports a sign-in from a new device', async ({
    page,
    sql,
    mailing,
  }) => {
    const { email, password, user } = await register(page)
    await sql`insert into notifications (user_id, category, type, title, message, email)
      values (${user.id}, 'transaction', 'info', 'Deposit booked', 'Your deposit was booked.', 'now')`
    await signInByForm(page, email, password)
    await expect(heading(page)).toHaveText('Welcome back, Ada')
    const stranger = await page.request.post('/api/v1/auth/user/login', {
      headers: { 'user-agent': SAFARI },
      data: { email, password },
    })
    expect(stranger.status()).toBe(200)

    const stop = await mailing.linkFor(email, /^Deposit booked/)
    // Twice: the second time they are already stopped.
    for (const _ of [1, 2]) {
      await page.goto('/robots.txt')
      await page.goto(stop)
      await expect(heading(page)).toHaveText('Unsubscribe')
      await expect(
        page.getByText('You will no longer receive emails about transactions.', { exact: false }),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await expect(page.getByText('You have unsubscribed from emails about transactions.')).toBeVisible()
    }
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Manage Email Preferences' }).click()
    await expect(page.getByLabel('Transactions by email')).toHaveValue('off')
    await page.goto('/access/unsubscribe#token=cut')
    await expect(statusWith(page, 'This link is incomplete.')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Manage Email Preferences' })).toBeVisible()

    const link = await mailing.linkFor(email, /^New sign-in/)
    await scan(page, link, '/auth/not-me')
    await page.goto(link)
    await expect(heading(page)).toHaveText('This was not me')
    for (const fact of ['Sign-in from a new device or country', 'Safari 18 on macOS']) {
      await expect(page.getByRole('definition').filter({ hasText: fact })).toBeVisible()
    }
    await expect(
      page.getByRole('listitem').filter({ hasText: 'You will be signed out on all devices' }),
    ).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Any pending account closure' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Secure My Account' }).click()
    await expect(statusWith(page, 'We have emailed you a link')).toBeFocused()
    await page.reload()
    await expect(statusWith(page, 'has already been used')).toBeFocused()
    await page.getByRole('link', { name: 'Reset Password' }).click()
    await expect(page).toHaveURL('/access/forgot-password')
    await page.goto('/access/dashboard')
    await expect(page).toHaveURL(/\/access\/login/)
    await page.goto(await mailing.linkFor(email, /^Signed out everywhere/))
    await expect(heading(page)).toHaveText('Set a new password')
  })
})

test.describe('the security settings', () => {
  test.describe('of the password', () => {
    // A wrong password, and the calls of the ended session.
    test.use({ expectedErrors: [/status of 4(22|01)/] })
    test('change it, keep this session and end the others', { tag: '@every-width' }, async ({
      page,
      browser,
      baseURL,
    }) => {
      const { email, password } = await signIn(page)
      const other = await openElsewhere(browser, baseURL)
      await signInByForm(other, email, password)
      await expect(other).toHaveURL('/access/dashboard')

      await page.goto('/access/settings')
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Security' }).click()
      await expect(page).toHaveURL('/access/settings/security')
      await expect(page).toHaveTitle('Security · User Settings · Lodefield')
      const panel = page.getByRole('region', { name: 'Password', exact: true })
      await panel.getByLabel('Current Password').fill('Wrong-one-1!')
      await panel.getByLabel('New Password').fill(NEW_PASSWORD)
      await panel.getByLabel('Confirm Password').fill(NEW_PASSWORD)
      await panel.getByRole('button', { name: 'Change Password' }).click()
      await expect(panel.getByLabel('Current Password')).toBeFocused()
      await expect(panel.getByLabel('Current Password')).toHaveAccessibleDescription(
        /Current password is incorrect/,
      )
      await panel.getByLabel('Current Password').fill(password)
      await panel.getByRole('button', { name: 'Change Password' }).click()
      await expect(
        panel.getByRole('status').filter({ hasText: 'Your password has been changed.' }),
      ).toBeFocused()
      await expect(panel.getByLabel('Current Password')).toHaveValue('')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.reload()
      await expect(panel).toBeVisible()
      await other.goto('/access/settings')
      await expect(other).toHaveURL(/\/access\/login/)
      await other.context().close()
    })
  })

  test.describe('of the email', () => {
    // The required confirmation, and the calls of the ended sessions.
    test.use({ expectedErrors: [/status of 4(01|03|22)/] })
    test('change the email through a link to the new one, and the former one locks the account', async ({
      page,
      mailing,
    }) => {
      const { email, password } = await signIn(page)
      const changed = makeEmail('changed')
      await page.goto('/access/settings/security')
      const panel = page.getByRole('region', { name: 'Email address' })
      await expect(panel.getByText('Confirmed', { exact: true })).toBeVisible()
      // The current address, and no password: both are reported together.
      await panel.getByLabel('New Email Address').fill(email.toUpperCase())
      await panel.getByRole('button', { name: 'Change Email' }).click()
      await expect(panel.getByLabel('New Email Address')).toBeFocused()
      await expect(panel.getByRole('alert')).toHaveText([
        'This is already your email address',
        'Enter your current password',
      ])
      await panel.getByLabel('Password', { exact: true }).fill('Wrong-one-1!')
      await panel.getByLabel('New Email Address').fill(changed)
      await panel.getByRole('button', { name: 'Change Email' }).click()
      await expect(panel.getByRole('alert')).toContainText('Incorrect password')
      await expect(panel.getByLabel('Password', { exact: true })).toBeFocused()
      await panel.getByLabel('New Email Address').fill(changed)
      await panel.getByLabel('Password', { exact: true }).fill(password)
      await panel.getByRole('button', { name: 'Change Email' }).click()
      await expect(statusWith(page, `We sent a link to ${changed}.`)).toBeFocused()
      await expect(panel.getByText('Awaiting confirmation')).toBeVisible()
      await expect(panel).toContainText(changed)
      await expectAccessible(page)

      await page.goto(await mailing.linkFor(changed, /^Confirm your new email/))
      await expect(heading(page)).toHaveText('Confirm your new email address')
      await expect(page.getByRole('definition').filter({ hasText: changed })).toBeVisible()
      await expect(page.getByRole('definition').filter({ hasText: 'Ada (' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Confirm New Address' }).click()
      await expect(page.getByText(`${changed} is now the email address for your account.`)).toBeVisible()
      await page.goto('/access/settings')
      await expect(page.getByLabel('Email Address')).toHaveValue(changed)

      await page.goto(await mailing.linkFor(email, /^Your email address was changed/))
      await expect(heading(page)).toHaveText('Dispute the email change')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Lock the Account' }).click()
      await expect(statusWith(page, 'The account has been locked')).toBeFocused()
      await page.reload()
      await expect(statusWith(page, /already been used|has changed since/)).toBeFocused()
      await page.goto('/access/dashboard')
      await expect(page, 'the session has ended').toHaveURL(/\/access\/login/)
      await signInByForm(page, changed, password)
      await expect(page.getByRole('alert')).toContainText('a change of its email address is disputed')
    })
  })

  test.describe('in another tab and on another device', () => {
    test('changes are shown immediately: an email that is no longer pending, and a sign-in', async ({
      page,
      sql,
    }) => {
      const { email, password, user } = await signIn(page)
      await sql`update sessions set confirmed_at = now() where user_id = ${user.id}`
      const other = await page.context().newPage()
      const panelOf = (tab: Page) => tab.getByRole('region', { name: 'Email address' })
      await page.goto('/access/settings/security')
      await panelOf(page).getByLabel('New Email Address').fill(makeEmail('changed'))
      await panelOf(page).getByLabel('Password', { exact: true }).fill(password)
      await panelOf(page).getByRole('button', { name: 'Change Email' }).click()
      await expect(panelOf(page).getByText('Awaiting confirmation')).toBeVisible()
      await other.goto('/access/settings/security')
      await panelOf(other).getByRole('button', { name: 'Cancel change' }).click()
      await expect(panelOf(other).getByText('Awaiting confirmation')).toHaveCount(0)
      const open =
        await sql`select id from account_links where user_id = ${user.id} and kind = 'change' and used_at is null`
      expect(open).toEqual([])
      await expect(panelOf(page).getByText('Awaiting confirmation'), 'without a press').toHaveCount(0)
      const headers = { 'user-agent': SAFARI }
      await page.request.post('/api/v1/auth/user/login', { headers, data: { email, password } })
      await expect(page.getByRole('region', { name: 'Active sessions' })).toContainText('Safari 18 on macOS')
    })
  })
})
