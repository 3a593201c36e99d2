/**
 * Getting into an account and back into it by the links of mails, which a real SMTP server has received. On a server of
 * its own, in one worker: on the others mails wait in the outbox, as on an installation without a mail server.
 */
import type { Browser, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makeEmail,
  PASSWORD,
  register,
  signIn,
} from './fixtures.ts'
import { ADMIN_PATH } from './panel.ts'
import { test } from './with-mail.ts'

test.describe.configure({ mode: 'default' })

const NEW_PASSWORD = 'Zircon grain 7!'
const CONFIRM = /^Confirm your email address/
const RESET = /^Choose a new password/

/** Of a device that the account was not used with. */
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'

/** A page in a browser that knows nothing of the other one. */
const openElsewhere = async (browser: Browser, baseURL: string | undefined): Promise<Page> =>
  (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()

/** Opens a link as scanners of mails do: the address without its fragment, and the call behind it, by GET. */
async function scan(page: Page, link: string, call: string): Promise<void> {
  const [path, token] = link.split('#token=')
  expect((await page.request.get(path ?? '')).status()).toBe(200)
  expect((await page.request.get(`/api/v1${call}?token=${token}`)).status()).toBe(405)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const statusWith = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/access/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Access Platform' }).click()
}

test.describe('a forgotten password', () => {
  // A link that is followed again, and a password that is refused.
  test.use({ expectedErrors: [/status of 42[29]|ERR_INTERNET_DISCONNECTED/] })

  test('is replaced from the sign-in page by the mailed link in another browser, once', {
    tag: '@every-width',
  }, async ({ page, browser, baseURL, mailing }) => {
    const { email } = await register(page)
    await page.goto('/access/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveTitle('Forgot your password? · Lodefield')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the Link' }).click()
    await expect(statusWith(page, `If there is an account for ${email}`)).toBeFocused()
    await expectAccessible(page)

    const link = await mailing.linkFor(email, RESET)
    for (const call of ['/auth/password/reset', '/auth/links/check']) await scan(page, link, call)
    const other = await openElsewhere(browser, baseURL)
    await other.goto(link)
    await expect(heading(other)).toHaveText('Choose a new password')
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
    await expect(other.getByRole('alert')).toHaveText(/^Password must be more than the name/)
    await expectAccessible(other)
    await other.reload()
    await fill(NEW_PASSWORD)
    await other.context().setOffline(true)
    await set.click()
    await expect(other.getByRole('alert')).toContainText('Unable to connect')
    await other.context().setOffline(false)
    // What was typed is still there.
    await set.click()
    await expect(other.getByText('Sign in with the new one.')).toBeVisible()
    await other.getByRole('link', { name: 'Sign In', exact: true }).click()
    await signInByForm(other, email, NEW_PASSWORD)
    await expect(other).toHaveURL('/access/dashboard')
    await other.context().close()

    // It says so before anything is typed.
    await page.goto(link)
    await expect(statusWith(page, 'used already')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Set New Password' })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Ask for a New Link' }).click()
    await expect(page).toHaveURL('/access/forgot-password')
  })

  test('without its token says what to do, and asked for too often how long to wait', async ({ page }) => {
    await page.goto('/access/reset-password')
    await expect(page.getByText('Open the link from our mail again', { exact: false })).toBeVisible()
    await page.route('**/auth/password/forgot', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '90' },
        json: { error: 'Rate limit exceeded.', code: 'rate_limited', request_id: 'r' },
      }),
    )
    await page.goto('/access/forgot-password')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByRole('button', { name: 'Send the Link' }).click()
    await expect(page.getByRole('alert')).toHaveText('Rate limit exceeded. You can try again in 2 minutes.')
  })

  test('of an administrator leads to no address of the panel', async ({ page, sql, mailing }) => {
    const username = `admin-${crypto.randomUUID().slice(0, 8)}`
    const email = makeEmail('admin')
    await sql`insert into admins (username, email, password_hash) values (${username}, ${email}, '!')`
    await page.goto(`/${ADMIN_PATH}/admin/login`)
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the Link' }).click()
    await expect(page.getByText('a link is on its way')).toBeVisible()
    await expectAccessible(page)
    await page.goto(await mailing.linkFor(email, RESET))
    await page.getByLabel('New Password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set New Password' }).click()
    await expect(page.getByText('at your own address of the administration')).toBeVisible()
    expect(await page.content()).not.toContain(ADMIN_PATH)
    await sql`update admins set is_active = false where username = ${username}`
  })
})

test.describe('the email of a new account', () => {
  // Links that are followed again or too late.
  test.use({ expectedErrors: [/status of 422/] })

  test('is asked for by a strip until the link was followed, which takes a press of a button', {
    tag: '@every-width',
  }, async ({ page, sql, mailing }) => {
    const { email } = await signIn(page, { confirmed: false })
    await page.goto('/access/dashboard')
    await expect(page.getByText('You confirm your email and answer a few questions')).toBeVisible()
    await expect(page.getByText('subscribe with one once your email address is confirmed')).toBeVisible()
    const strip = page.getByRole('region', { name: 'Your verification' })
    await expect(strip).toContainText(email)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await strip.getByRole('button', { name: 'Send it again' }).click()
    await expect(strip.getByRole('status')).toHaveText('The link is on its way.')

    // An earlier link, and then this one in the same tab, where only the fragment differs; and a reload.
    await page.goto(`/access/confirm-email#token=i${'A'.repeat(43)}`)
    await expect(page).toHaveURL('/access/confirm-email')
    await expect(statusWith(page, 'used already'), 'as a used one').toBeFocused()
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
    await expect(statusWith(page, 'used already')).toBeFocused()
    await expect(page.getByText(`Nothing is left to do: ${email} is confirmed.`)).toBeVisible()
    await expect(confirm).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to the Dashboard' }).click()
    await expect(heading(page)).toContainText('Welcome back')
    await expect(page.getByText('You answer a few questions')).toBeVisible()
    await expect(strip).not.toContainText(email)
    await expect(strip.getByRole('link', { name: 'Start Now' })).toBeVisible()
  })

  test('can be asked for again where the address is shown', async ({ page, mailing }) => {
    const { email } = await signIn(page, { confirmed: false })
    await page.goto('/access/settings/security')
    const own = page.getByRole('region', { name: 'Email address' })
    await expect(own).toContainText('Not confirmed yet')
    await expect(own).toContainText('Subscriptions wait for it.')
    await expect(page.getByText('This site sends no mail yet').filter({ visible: true })).toHaveCount(0)
    const before = await mailing.linkFor(email, CONFIRM)
    await own.getByRole('button', { name: 'Send the link again' }).click()
    await expect(own.getByText('The link is on its way.')).toBeVisible()
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
    await expect(password).toHaveAccessibleDescription(/The password is not right/)
    await expectAccessible(page)
    await password.fill(PASSWORD)
    await confirm.click()
    await expect(statusWith(page, `You are signed in with another account, ${own.email}.`)).toBeFocused()

    const link = await mailing.linkFor(own.email, CONFIRM)
    await sql`update account_links set expires_at = now() where user_id = ${own.user.id}`
    await page.goto('/robots.txt')
    await page.goto(link)
    await expect(statusWith(page, 'This link has expired.')).toBeFocused()
    await expect(page.getByText(`${own.email} is not confirmed yet.`)).toBeVisible()
    await page.getByRole('button', { name: 'Send a New Link' }).click()
    await expect(statusWith(page, 'The link is on its way.')).toBeVisible()
    await expect.poll(() => mailing.linkFor(own.email, CONFIRM)).not.toBe(link)
    await page.evaluate((href) => location.assign(href), await mailing.linkFor(own.email, CONFIRM))
    await confirm.click()
    await expect(statusWith(page, `Your email address ${own.email} is confirmed.`)).toBeFocused()
  })

  test('is confirmed here once it was on another device, also of a verified account', async ({
    page,
    sql,
  }) => {
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
    // Twice: the second time they are stopped already.
    for (const _ of [1, 2]) {
      await page.goto('/robots.txt')
      await page.goto(stop)
      await expect(heading(page)).toHaveText('Stop these mails')
      await expect(page.getByText('This stops the mails about transactions.', { exact: false })).toBeVisible()
      await page.getByRole('button', { name: 'Stop These Mails' }).click()
      await expect(page.getByText('The mails about transactions are stopped.')).toBeVisible()
    }
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Choose What Is Mailed' }).click()
    await expect(page.getByLabel('Transactions by email')).toHaveValue('off')
    await page.goto('/access/unsubscribe#token=cut')
    await expect(statusWith(page, 'This link is not complete.')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Choose What Is Mailed' })).toBeVisible()

    const link = await mailing.linkFor(email, /^New sign-in/)
    await scan(page, link, '/auth/not-me')
    await page.goto(link)
    await expect(heading(page)).toHaveText('This was not me')
    for (const fact of ['A sign-in with a new device, or from a new country', 'Safari 18 on macOS']) {
      await expect(page.getByRole('definition').filter({ hasText: fact })).toBeVisible()
    }
    await expect(page.getByRole('listitem').filter({ hasText: 'All sessions end' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'A closing of the account' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'It Was Not Me: Secure My Account' }).click()
    await expect(statusWith(page, 'We have emailed you a link')).toBeFocused()
    await page.reload()
    await expect(statusWith(page, 'used already')).toBeFocused()
    await page.getByRole('link', { name: 'Choose a New Password' }).click()
    await expect(page).toHaveURL('/access/forgot-password')
    await page.goto('/access/dashboard')
    await expect(page).toHaveURL(/\/access\/login/)
    await page.goto(await mailing.linkFor(email, /^All sessions are ended/))
    await expect(heading(page)).toHaveText('Choose a new password')
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
      await expect(panel.getByLabel('Current Password')).toHaveAccessibleDescription(/not right/)
      await panel.getByLabel('Current Password').fill(password)
      await panel.getByRole('button', { name: 'Change Password' }).click()
      await expect(panel.getByRole('status').filter({ hasText: 'Your password is changed.' })).toBeFocused()
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
    // The confirmation that is asked for, and the calls of the ended sessions.
    test.use({ expectedErrors: [/status of 4(01|03|22)/] })
    test('change the email by a link to the new one, and the former one locks the account', async ({
      page,
      mailing,
    }) => {
      const { email, password } = await signIn(page)
      const changed = makeEmail('changed')
      await page.goto('/access/settings/security')
      const panel = page.getByRole('region', { name: 'Email address' })
      await expect(panel.getByText('Confirmed')).toBeVisible()
      // The present address, and no password: both are said at once.
      await panel.getByLabel('New Email Address').fill(email.toUpperCase())
      await panel.getByRole('button', { name: 'Change Email' }).click()
      await expect(panel.getByLabel('New Email Address')).toBeFocused()
      await expect(panel.getByRole('alert')).toHaveText([
        'This is your email address already',
        'Enter your current password',
      ])
      await panel.getByLabel('Password', { exact: true }).fill('Wrong-one-1!')
      await panel.getByLabel('New Email Address').fill(changed)
      await panel.getByRole('button', { name: 'Change Email' }).click()
      await expect(panel.getByRole('alert')).toContainText('is not right')
      await expect(panel.getByLabel('Password', { exact: true })).toBeFocused()
      await panel.getByLabel('New Email Address').fill(changed)
      await panel.getByLabel('Password', { exact: true }).fill(password)
      await panel.getByRole('button', { name: 'Change Email' }).click()
      await expect(statusWith(page, `A link was sent to ${changed}.`)).toBeFocused()
      await expect(panel.getByText('Awaiting confirmation')).toBeVisible()
      await expect(panel).toContainText(changed)
      await expectAccessible(page)

      await page.goto(await mailing.linkFor(changed, /^Confirm your new email/))
      await expect(heading(page)).toHaveText('Use this address to sign in')
      await expect(page.getByRole('definition').filter({ hasText: changed })).toBeVisible()
      await expect(page.getByRole('definition').filter({ hasText: 'Ada (' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Sign In With This Address' }).click()
      await expect(page.getByText(`${changed} is now the email address of your account.`)).toBeVisible()
      await page.goto('/access/settings')
      await expect(page.getByLabel('Email Address')).toHaveValue(changed)

      await page.goto(await mailing.linkFor(email, /^Your email address was changed/))
      await expect(heading(page)).toHaveText('Dispute the change of address')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Lock the Account' }).click()
      await expect(statusWith(page, 'The account is locked')).toBeFocused()
      await page.reload()
      await expect(statusWith(page, /used already|has changed since/)).toBeFocused()
      await page.goto('/access/dashboard')
      await expect(page, 'the session has ended').toHaveURL(/\/access\/login/)
      await signInByForm(page, changed, password)
      await expect(page.getByRole('alert')).toContainText('a change of its email address is in dispute')
    })
  })

  test.describe('in another tab and on another device', () => {
    test('what changes is shown at once: an email that waits no longer, and a sign-in', async ({
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
      await panelOf(other).getByRole('button', { name: 'Cancel the change' }).click()
      await expect(panelOf(other).getByText('Awaiting confirmation')).toHaveCount(0)
      const open =
        await sql`select id from account_links where user_id = ${user.id} and kind = 'change' and used_at is null`
      expect(open).toEqual([])
      await expect(panelOf(page).getByText('Awaiting confirmation'), 'without a press').toHaveCount(0)
      const headers = { 'user-agent': SAFARI }
      await page.request.post('/api/v1/auth/user/login', { headers, data: { email, password } })
      await expect(page.getByRole('region', { name: 'Where you are signed in' })).toContainText(
        'Safari 18 on macOS',
      )
    })
  })
})
