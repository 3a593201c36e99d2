import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'

const address = '/access/settings'

const button = (page: Page) => page.getByRole('main').locator('button[type="submit"]')

async function open(page: Page) {
  const investor = await signIn(page, { first_name: 'Ada', last_name: 'Reyes' })
  await page.goto('/access/settings')
  await expect(page.getByLabel('First Name')).toHaveValue('Ada')
  return investor
}

test('shows the profile, with an email address that cannot be changed', async ({ page }) => {
  const { email } = await open(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Settings')
  await expect(page).toHaveTitle('User Settings · Lodefield')
  await expect(page.getByLabel('Last Name')).toHaveValue('Reyes')
  await expect(page.getByLabel('Phone Number')).toHaveAttribute('type', 'tel')
  await expect(page.getByLabel('LinkedIn Profile')).toHaveAttribute('type', 'url')
  await expect(page.getByLabel('Twitter Profile')).toHaveAttribute('type', 'url')
  await expect(page.getByLabel('Telegram Username')).toHaveAccessibleDescription('@yourusername')
  await expect(page.getByLabel('Email Address')).toHaveValue(email)
  await expect(page.getByLabel('Email Address')).not.toBeEditable()
  await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription(
    'Email address cannot be modified for security reasons',
  )
  await expect(page.getByRole('link', { name: 'change it under Security' })).toHaveAttribute(
    'href',
    '/access/settings/security',
  )
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/access/dashboard')
})

test('saves every field, shows a message for three seconds, and greets by the new name', async ({
  page,
  sql,
}) => {
  const { user } = await open(page)
  await page.getByLabel('First Name').fill('  Augusta ')
  await page.getByLabel('Phone Number').fill('+44 20 7946 0000')
  await page.getByLabel('LinkedIn Profile').fill('https://linkedin.example/in/augusta')
  await page.getByLabel('Twitter Profile').fill('https://x.example/augusta')
  await page.getByLabel('Telegram Username').fill('@augusta')
  await page.getByLabel('Country').selectOption('Switzerland')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await button(page).click()
  const success = page.getByText('Profile updated successfully!')
  await expect(success).toBeVisible()
  await expect(page.getByLabel('First Name'), 'as the server keeps it').toHaveValue('Augusta')
  await expect(page.getByRole('banner').locator('summary').filter({ hasText: 'Augusta R.' })).toBeVisible()
  const [row] = await sql`
    select first_name, last_name, phone, linkedin, twitter, telegram, country from users where id = ${user.id}`
  expect(row).toEqual({
    first_name: 'Augusta',
    last_name: 'Reyes',
    phone: '+44 20 7946 0000',
    linkedin: 'https://linkedin.example/in/augusta',
    twitter: 'https://x.example/augusta',
    telegram: '@augusta',
    country: 'Switzerland',
  })
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}') as object)
  expect(stored).toMatchObject({ id: user.id, first_name: 'Augusta', telegram: '@augusta' })
  await page.clock.runFor(2_500)
  await expect(success).toBeVisible()
  await page.clock.runFor(600)
  await expect(success).toBeHidden()
})

test('unsaved text returns after a sign-out in another tab, until it is discarded or saved', async ({
  page,
  context,
}) => {
  const { email, password } = await signIn(page)
  await page.goto(address)
  await page.getByLabel('Telegram Username').fill('@half')
  const other = await context.newPage()
  await other.goto('/docs/help-support')
  await other.locator('.user-menu > summary').click()
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('You were signed out in another tab or on another device.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Access Platform' }).click()
  await expect(page).toHaveURL(address)
  const note = page.getByText('Unsaved changes restored.')
  await expect(note).toBeVisible()
  await expect(page.getByLabel('Telegram Username')).toHaveValue('@half')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByLabel('Telegram Username')).toHaveValue('')
  await expect(note).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible()
  await expect(note).toHaveCount(0)

  await page.getByLabel('Telegram Username').fill('@whole')
  await page.reload()
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Telegram Username')).toHaveValue('@whole')
  await expect(note).toHaveCount(0)
})

test('shows the saved profile on return, before the refetch', { tag: '@full' }, async ({ page }) => {
  await open(page)
  await page.getByLabel('First Name').fill('Augusta')
  await button(page).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Augusta')
  // No response arrives.
  await page.route('**/api/v1/user/profile', () => {})
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Settings')
  await expect(page.getByLabel('First Name')).toHaveValue('Augusta')
})

test('is sent once however often the button is pressed, and shows that it is busy', { tag: '@full' }, async ({
  page,
}) => {
  await open(page)
  const waiting = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/api/v1/user/profile', async (route) => {
    sent += 1
    await waiting.promise
    await route.continue()
  })
  await page.getByLabel('Last Name').fill('Byron')
  await button(page).dblclick()
  await expect(button(page)).toHaveText('Saving...')
  await page.getByLabel('Last Name').press('Enter')
  waiting.resolve()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(button(page)).toHaveText('Save Changes')
  expect(sent).toBe(1)
})

test.describe('when saving fails', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of (422|500|502)|ERR_FAILED/] })

  test("each rejected field shows the server's message, and the input stays", async ({ page }) => {
    await open(page)
    await page.getByLabel('LinkedIn Profile').fill('linkedin')
    await page.getByLabel('Telegram Username').fill('no name')
    await page.getByLabel('Phone Number').fill('12')
    await button(page).click()
    await expect(page.getByLabel('LinkedIn Profile')).toHaveAccessibleDescription(
      'Enter a public web address starting with https:// or http://',
    )
    await expect(page.getByLabel('Telegram Username')).toHaveAccessibleDescription(
      /Enter a Telegram username/,
    )
    await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(/Enter a phone number/)
    await expect(page.getByLabel('Phone Number'), 'the first of them').toBeFocused()
    await expect(page.getByLabel('LinkedIn Profile')).toHaveValue('linkedin')
    await expectAccessible(page)
    await page.getByLabel('LinkedIn Profile').fill('https://linkedin.example/in/ada')
    await expect(page.getByLabel('LinkedIn Profile')).not.toHaveAttribute('aria-invalid')
  })

  for (const [what, respond, message] of [
    ['no connection', undefined, 'Unable to connect to server. Please check your connection and try again.'],
    [
      'a failure of the server',
      { status: 500, json: { error: 'Something went wrong.', code: 'internal', request_id: 'r' } },
      'Something went wrong.',
    ],
    [
      'a page of a proxy',
      { status: 502, body: '<h1>Bad Gateway</h1>' },
      'Failed to update profile. Please try again.',
    ],
  ] as const) {
    test(`${what} reads '${message}'`, async ({ page }) => {
      await open(page)
      await page.route('**/api/v1/user/profile', (route) =>
        respond ? route.fulfill(respond) : route.abort(),
      )
      await page.getByLabel('First Name').fill('Augusta')
      await button(page).click()
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(message)
      await expect(page.getByLabel('First Name')).toHaveValue('Augusta')
    })
  }
})

test('nothing is saved without a stored token', { tag: '@full' }, async ({ page }) => {
  await open(page)
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.getByLabel('First Name').fill('Augusta')
  await button(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Authentication required')
  await expect(page.getByLabel('First Name')).toHaveValue('Augusta')
})

test('is accessible and fits 320 px', { tag: '@full' }, async ({ page }) => {
  await open(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
