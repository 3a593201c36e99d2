/** Passkeys and one-time codes, with Chromium's virtual authenticator; passkeys need a domain, so not at 127.0.0.1. */
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, expectAccessible, expectNoSidewaysScroll, PASSWORD, signIn, test } from './fixtures.ts'
import { ADMIN_PASSWORD, ADMIN_PATH, panel } from './panel.ts'

const port = process.env.E2E_PORT ?? '4391'

test.use({
  baseURL: `http://localhost:${port}`,
  // The browser's own lines about wrong codes, and about calls that wait for a confirmation.
  expectedErrors: [/status of (401|403|422)/],
})

/** The code of a secret, `steps` of 30 seconds from now: each counts once, and the next one is accepted early. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Gives the browser an authenticator that confirms everything, as a fingerprint reader would. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether it confirms at once, or waits for a touch. */
    confirms: (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    verifies: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

const factors = (page: Page) => page.getByRole('region', { name: 'Passkeys and one-time codes' })
const dialog = (page: Page) => page.getByRole('dialog')

async function confirmWithPassword(page: Page, password: string) {
  await expect(dialog(page).getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
}

/** Sets up one-time codes from the list of factors; returns the secret and the recovery codes. */
async function addCodes(page: Page, confirm?: () => Promise<void>) {
  await factors(page).getByRole('button', { name: 'Set up one-time codes' }).click()
  await confirm?.()
  const code = dialog(page).getByRole('img', { name: 'QR code for an authenticator app' })
  await expect(code.locator('rect'), 'white in both themes').toHaveAttribute('fill', '#fff')
  const secret = ((await dialog(page).locator('code').textContent()) ?? '').replace(/\s/g, '')
  await dialog(page).getByLabel('One-time code').fill(codeOf(secret))
  await dialog(page).getByRole('button', { name: 'Turn on one-time codes' }).click()
  const sheet = factors(page).getByRole('region', { name: 'Keep your recovery codes' })
  await expect(sheet).toBeVisible()
  const recoveryCodes = await sheet.getByRole('listitem').allInnerTexts()
  return { secret, recoveryCodes, sheet }
}

async function addPasskey(page: Page, name: string, confirm?: () => Promise<void>) {
  await factors(page).getByRole('button', { name: 'Add a passkey' }).click()
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await confirm?.()
  await expect(
    factors(page)
      .getByRole('status')
      .filter({ hasText: `"${name}" was added` }),
  ).toBeVisible()
}

async function signOut(page: Page) {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/access/login')
}

async function enterPassword(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Access Platform' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
}

test.describe('a response that is lost', () => {
  test.use({ expectedErrors: [/status of (403|404)|ERR_FAILED/] })

  test('one-time codes are on when the response to their first code was lost', async ({ page }) => {
    await signIn(page)
    await page.goto('/access/settings/security')
    let isLost = false
    await page.route('**/api/v1/user/factors/totp/confirm', async (route) => {
      if (isLost) return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await factors(page).getByRole('button', { name: 'Set up one-time codes' }).click()
    await confirmWithPassword(page, PASSWORD)
    const secret = ((await dialog(page).locator('code').textContent()) ?? '').replace(/\s/g, '')
    await dialog(page).getByLabel('One-time code').fill(codeOf(secret))
    await dialog(page).getByRole('button', { name: 'Turn on one-time codes' }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Turn on one-time codes' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(factors(page)).toContainText('One-time codes are on.')
    await expect(factors(page), 'the recovery codes went with the response').toContainText('make new ones')
  })
})

test('one-time codes: set up with a confirmation, sign in, and in with a recovery code', async ({ page }) => {
  const { email } = await signIn(page)
  await page.goto('/access/settings/security')
  await expect(factors(page)).toContainText('There is none yet')
  const { secret, recoveryCodes, sheet } = await addCodes(page, async () => {
    await expect(dialog(page)).toContainText('You confirmSet up one-time codes')
    // Left with Escape, and asked for again.
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    const begin = factors(page).getByRole('button', { name: 'Set up one-time codes' })
    await expect(factors(page).getByRole('alert')).toHaveText('Please confirm that it is you.')
    await begin.press('Enter')
    const password = dialog(page).getByLabel('Password', { exact: true })
    await expect(password, 'the one field').toBeFocused()
    await confirmWithPassword(page, 'Wrong-Vein-7788')
    await expect(dialog(page).getByRole('alert')).toHaveText('The password is not right')
    await expect(password).toBeFocused()
    await expect(password).toHaveAccessibleDescription(/The password is not right/)
    await expectAccessible(page, 'dialog[open]')
    await confirmWithPassword(page, PASSWORD)
    // Left again: the focus returns to where it was begun, and the next secret is another one.
    await expect(dialog(page).getByRole('heading', { name: 'Set up one-time codes' })).toBeVisible()
    const first = (await dialog(page).locator('code').textContent()) ?? ''
    await page.keyboard.press('Escape')
    await expect(begin).toBeFocused()
    await begin.press('Enter')
    await expect(dialog(page).locator('code')).not.toHaveText(first)
    await expect(dialog(page).getByRole('link', { name: /^Open in an authenticator app/ })).toHaveAttribute(
      'href',
      /^otpauth:\/\/totp\//,
    )
    const code = dialog(page).getByLabel('One-time code')
    await code.fill('000000')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toContainText('This code is not right')
    await expect(code).toBeFocused()
  })
  expect(recoveryCodes).toHaveLength(10)
  expect(recoveryCodes.map((code) => code[0]).join(''), 'not numbered').not.toBe('0123456789')
  await expect(sheet.getByRole('button', { name: 'Done' })).toBeDisabled()
  // They stay while something else is opened.
  await factors(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(sheet.getByRole('listitem')).toHaveText(recoveryCodes)
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await expectAccessible(page, 'main')
  await sheet.getByLabel('I have kept these codes').check()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await expect(factors(page)).toContainText('10 of 10 left')

  await signOut(page)
  await enterPassword(page, email)
  // A reload in the middle begins anew.
  await page.reload()
  await enterPassword(page, email)
  await expectAccessible(page, 'main')
  await page.getByLabel('One-time code').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This code is not right')
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await page.getByLabel('One-time code').fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/access/dashboard')

  await signOut(page)
  await enterPassword(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[4] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/access/dashboard')
  await page.goto('/access/settings/security')
  await expect(factors(page)).toContainText('9 of 10 left')
  await factors(page).getByRole('button', { name: 'Make new recovery codes' }).click()
  await expect(factors(page).getByRole('button', { name: 'End the 9 codes and make new ones' })).toBeVisible()
  await factors(page).getByRole('button', { name: 'Keep them' }).click()
  await expect(factors(page)).toContainText('9 of 10 left')
  await factors(page).getByRole('button', { name: 'Make new recovery codes' }).click()
  await factors(page).getByRole('button', { name: 'End the 9 codes and make new ones' }).click()
  await expect(sheet.getByRole('listitem')).toHaveCount(10)
  const [unseen = ''] = await sheet.getByRole('listitem').allInnerTexts()

  // The page is closed before the codes are kept.
  await signOut(page)
  await enterPassword(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(unseen)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/access/dashboard')
  const strip = page.getByRole('region', { name: 'Recovery codes', exact: true })
  await strip.getByRole('link', { name: 'Make new ones' }).click()
  await expect(factors(page)).toContainText('You have not said that you kept them')
  await expectAccessible(page, 'main')
  await factors(page).getByRole('button', { name: 'Make new recovery codes' }).click()
  await sheet.getByLabel('I have kept these codes').check()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(factors(page)).toContainText('10 of 10 left')
  await expect(strip).toBeHidden()
})

test('a passkey: added, signs in alone and as the second step, and is removed', async ({ page }) => {
  const device = await addAuthenticator(page)
  const { email } = await signIn(page)
  await page.goto('/access/settings/security')
  // Left while the browser asks: the prompt ends, so that a touch that comes later adds nothing.
  await page.evaluate(() => {
    const create = navigator.credentials.create.bind(navigator.credentials)
    navigator.credentials.create = (options) => {
      const note = (what: string) => document.body.classList.add(what)
      options?.signal?.addEventListener('abort', () => note('prompt-ended'))
      note('prompt-open')
      return create(options)
    }
  })
  await device.confirms(false)
  await factors(page).getByRole('button', { name: 'Add a passkey' }).click()
  await dialog(page).getByLabel('Name').fill('Left behind')
  await page.keyboard.press('Enter')
  await confirmWithPassword(page, PASSWORD)
  await expect(page.locator('body')).toHaveClass(/prompt-open/)
  await expect(dialog(page).getByRole('button', { name: 'Waiting for your device...' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(factors(page).getByRole('button', { name: 'Add a passkey' })).toBeFocused()
  await expect(page.locator('body')).toHaveClass(/prompt-ended/)
  await device.confirms(true)
  await addPasskey(page, 'Work laptop')
  await expect(factors(page).getByRole('listitem')).toContainText(['Work laptop'])
  await expect(factors(page)).toContainText('There are none. Make some now')

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL('/access/dashboard')

  await signOut(page)
  await enterPassword(page, email)
  // Nobody answers the prompt: another way stays open, and so does this one.
  await device.confirms(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeVisible()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('No passkey was chosen. You can try again.')
  await device.confirms(true)
  await enterPassword(page, email)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/access/dashboard')

  // The sign-in with a second factor counts as a confirmation.
  await page.goto('/access/settings/security')
  await factors(page).getByRole('button', { name: 'Remove Work laptop' }).click()
  await factors(page).getByRole('button', { name: 'Remove Work laptop' }).click()
  await expect(factors(page)).toContainText('There is none yet')
})

test('a challenge that is over leads back to the form', async ({ page, sql }) => {
  const { email, user } = await signIn(page)
  await page.goto('/access/settings/security')
  const { secret } = await addCodes(page, () => confirmWithPassword(page, PASSWORD))
  await signOut(page)
  await enterPassword(page, email)
  await sql`update challenges set expires_at = now() where user_id = ${user.id}`
  await page.getByLabel('One-time code').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('That took too long')
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('a confirmation that is not given leaves everything as it was', async ({ page }) => {
  await signIn(page)
  await page.goto('/access/settings/security')
  await factors(page).getByRole('button', { name: 'Set up one-time codes' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(factors(page).getByRole('alert')).toHaveText('Please confirm that it is you.')
  await expect(factors(page)).toContainText('There is none yet')
})

test('an administrator sets up a passkey and signs in with it', async ({ page, sql }) => {
  const username = `keeper-${crypto.randomUUID().slice(0, 8)}`
  await sql`
    insert into admins (username, email, password_hash)
    select ${username}, ${`${username}@example.com`}, password_hash from admins order by id limit 1`
  await addAuthenticator(page)
  const login = async () => {
    await page.goto(panel('/login'))
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  await login()
  await expect(page).toHaveURL(new RegExp(`/${ADMIN_PATH}/admin$`))
  await page.goto(panel('/settings'))
  await addPasskey(page, 'Security key', () => confirmWithPassword(page, ADMIN_PASSWORD))
  await expectAccessible(page, 'main')

  await page.evaluate(() => localStorage.clear())
  await login()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(new RegExp(`/${ADMIN_PATH}/admin$`))

  await page.evaluate(() => localStorage.clear())
  await page.goto(panel('/login'))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(new RegExp(`/${ADMIN_PATH}/admin$`))

  // The three sessions of one browser differ by how they were signed in.
  await page.goto(panel('/settings'))
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(sessions.getByRole('listitem').first()).toContainText('This one')
  await expect(sessions.getByRole('listitem').first()).toContainText('with a passkey')
  const second = sessions.getByRole('listitem').filter({ hasText: 'with a password and a passkey' })
  await second.getByRole('button', { name: /^Sign out / }).click()
  await expect(sessions.getByRole('status')).toContainText('Signed out: ')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
})

test('the second step and the factors fit a phone @mobile', async ({ page }) => {
  const { email } = await signIn(page)
  await page.goto('/access/settings/security')
  await addCodes(page, () => confirmWithPassword(page, PASSWORD))
  await expectNoSidewaysScroll(page)
  await signOut(page)
  await enterPassword(page, email)
  await expectNoSidewaysScroll(page)
})
