import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makeEmail,
  PASSWORD,
  register,
  signIn,
  test,
} from './fixtures.ts'
import { ADMIN_PATH } from './panel.ts'

const NEW_PASSWORD = 'Zircon grain 7!'

/** The link in the newest mail to an address: without a mail server it waits in the outbox, where a newcomer finds it. */
async function linkFor(sql: Sql, email: string, kind: string): Promise<string> {
  const find = async () => {
    const [mail] = await sql`
      select body from outbox where lower(recipient) = lower(${email}) and kind = ${kind} order by id desc limit 1`
    return /https?:\S+(\/access\/\S+#token=\S+)/.exec(mail?.body ?? '')?.[1] ?? ''
  }
  await expect.poll(find).not.toBe('')
  return find()
}

async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/access/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Access Platform' }).click()
}

test.describe('a forgotten password', () => {
  test('is replaced from the sign-in page by the mailed link, once', { tag: '@every-width' }, async ({
    page,
    sql,
  }) => {
    const { email } = await register(page)
    await page.goto('/access/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveTitle('Forgot your password? · Lodefield')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the Link' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: `If there is an account for ${email}` }),
    ).toBeFocused()
    await expectAccessible(page)

    const link = await linkFor(sql, email, 'reset_password')
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
    await expect(page, 'the token is not left in the address').not.toHaveURL(/token/)
    await expectNoSidewaysScroll(page)
    await page.getByLabel('New Password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Set New Password' }).click()
    await expect(page.getByText('Sign in with the new one.')).toBeVisible()
    await page.getByRole('link', { name: 'Sign In', exact: true }).click()
    await signInByForm(page, email, NEW_PASSWORD)
    await expect(page).toHaveURL('/access/dashboard')
  })

  test('is told why a password is not taken, and keeps the link', async ({ page, sql }) => {
    const { email } = await register(page)
    await page.request.post('/api/v1/auth/password/forgot', { data: { email } })
    await page.goto(await linkFor(sql, email, 'reset_password'))
    const set = page.getByRole('button', { name: 'Set New Password' })
    await set.click()
    await expect(page.getByRole('alert')).toHaveText('Enter a new password')
    await page.getByLabel('New Password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm Password').fill('another')
    await set.click()
    await expect(page.getByRole('alert')).toHaveText('Passwords do not match')
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
    await set.click()
    await expect(page.getByText('Your password is changed.')).toBeVisible()
  })

  test.describe('with a link that was used', () => {
    test.use({ expectedErrors: [/status of 422/] })
    test('offers a new one', async ({ page, sql }) => {
      const { email } = await register(page)
      await page.request.post('/api/v1/auth/password/forgot', { data: { email } })
      const link = await linkFor(sql, email, 'reset_password')
      const token = link.split('#token=')[1]
      await page.request.post('/api/v1/auth/password/reset', { data: { token, password: NEW_PASSWORD } })
      await page.goto(link)
      await page.getByLabel('New Password').fill(PASSWORD)
      await page.getByLabel('Confirm Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Set New Password' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'used already' })).toBeFocused()
      await page.getByRole('link', { name: 'Ask for a New Link' }).click()
      await expect(page).toHaveURL('/access/forgot-password')
    })
  })

  test('without its token says what to do', async ({ page }) => {
    await page.goto('/access/reset-password')
    await expect(page.getByText('Open the link from our mail again', { exact: false })).toBeVisible()
  })

  test('of an administrator leads to no address of the panel', async ({ page, sql }) => {
    const username = `admin-${crypto.randomUUID().slice(0, 8)}`
    const email = makeEmail('admin')
    await sql`insert into admins (username, email, password_hash) values (${username}, ${email}, '!')`
    await page.goto(`/${ADMIN_PATH}/admin/login`)
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the Link' }).click()
    await expect(page.getByText('a link is on its way')).toBeVisible()
    await expectAccessible(page)
    await page.goto(await linkFor(sql, email, 'reset_password'))
    await page.getByLabel('New Password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set New Password' }).click()
    await expect(page.getByText('at your own address of the administration')).toBeVisible()
    expect(await page.content()).not.toContain(ADMIN_PATH)
    await sql`update admins set is_active = false where username = ${username}`
  })
})

test.describe('the email of a new account', () => {
  test('is asked for by a strip until the link was followed, which takes a press of a button', {
    tag: '@every-width',
  }, async ({ page, sql }) => {
    const { email } = await signIn(page, { confirmed: false })
    await page.goto('/access/settings')
    const strip = page.getByRole('region', { name: 'Your verification' })
    await expect(strip).toContainText(email)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await strip.getByRole('button', { name: 'Send it again' }).click()
    await expect(strip.getByRole('status')).toHaveText('The link is on its way.')

    // An earlier link, and then this one in the same tab, where only the fragment differs; and a reload.
    await page.goto(`/access/confirm-email#token=i${'A'.repeat(43)}`)
    await expect(page).toHaveURL('/access/confirm-email')
    const link = await linkFor(sql, email, 'confirm_email')
    await page.evaluate((href) => location.assign(href), link)
    await expect(page).toHaveURL('/access/confirm-email')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address')
    expect((await sql`select email_confirmed from users where email = ${email}`)[0]).toEqual({
      email_confirmed: false,
    })
    await page.getByRole('button', { name: 'Confirm This Address' }).click()
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back')
    await expect(strip).not.toContainText(email)
    await expect(strip.getByRole('link', { name: 'Start Now' })).toBeVisible()
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

test.describe('the security settings', () => {
  test.describe('of the password', () => {
    // A wrong password, and the calls of the ended session.
    test.use({ expectedErrors: [/status of 4(22|01)/] })
    test('change it, keep this session and end the others', { tag: '@every-width' }, async ({
      page,
      browser,
    }) => {
      const { email, password } = await signIn(page)
      const other = await (await browser.newContext()).newPage()
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
    test.use({ expectedErrors: [/status of 40[13]/] })
    test('change the email by a link to the new one, and the former one takes it back', async ({
      page,
      sql,
    }) => {
      const { email, password } = await signIn(page)
      const changed = makeEmail('changed')
      await page.goto('/access/settings/security')
      const panel = page.getByRole('region', { name: 'Email address' })
      await expect(panel.getByText('Confirmed')).toBeVisible()
      await panel.getByLabel('New Email Address').fill(changed)
      await panel.getByLabel('Password', { exact: true }).fill(password)
      await panel.getByRole('button', { name: 'Change Email' }).click()
      await expect(panel.getByText('Waits to be confirmed')).toBeVisible()
      await expect(panel).toContainText(changed)
      await expectAccessible(page)

      await page.goto(await linkFor(sql, changed, 'confirm_change'))
      await page.getByRole('button', { name: 'Confirm This Address' }).click()
      await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
      await page.goto('/access/settings')
      await expect(page.getByLabel('Email Address')).toHaveValue(changed)

      await page.goto(await linkFor(sql, email, 'email_changed'))
      await page.getByRole('button', { name: 'Restore My Address' }).click()
      await expect(page.getByText('Your address is restored')).toBeVisible()
      await page.goto('/access/dashboard')
      await expect(page, 'the session has ended').toHaveURL(/\/access\/login/)
      await page.goto(await linkFor(sql, email, 'email_restored'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
    })
  })

  test('cancel a change that waits', async ({ page, sql }) => {
    const { password, user } = await signIn(page)
    await sql`update sessions set confirmed_at = now() where user_id = ${user.id}`
    await page.goto('/access/settings/security')
    const panel = page.getByRole('region', { name: 'Email address' })
    await panel.getByLabel('New Email Address').fill(makeEmail('changed'))
    await panel.getByLabel('Password', { exact: true }).fill(password)
    await panel.getByRole('button', { name: 'Change Email' }).click()
    await panel.getByRole('button', { name: 'Cancel the change' }).click()
    await expect(panel.getByText('Waits to be confirmed')).toHaveCount(0)
    const open =
      await sql`select id from account_links where user_id = ${user.id} and kind = 'change' and used_at is null`
    expect(open).toEqual([])
  })
})
