/** Two-step verification, with Chromium's virtual authenticator; passkeys need a domain, so not at 127.0.0.1. */
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, expectAccessible, expectNoSidewaysScroll, PASSWORD, signIn, test } from '#e2e/fixtures'
import { ADMIN_PASSWORD, ADMIN_PATH, adminUrl } from '#e2e/panel'

const port = process.env.E2E_PORT ?? '4391'

test.use({
  baseURL: `http://localhost:${port}`,
  // The browser's own log lines about wrong codes, and about calls awaiting a confirmation.
  expectedErrors: [/status of (401|403|422)/],
})

/** A secret's code, `steps` of 30 seconds from now: each counts once, and the next one is accepted early. */
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
    /** Whether it confirms immediately, or waits for a touch. */
    confirms: (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    verifies: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

const factors = (page: Page) => page.getByRole('region', { name: 'Two-step verification' })
const dialog = (page: Page) => page.getByRole('dialog')

async function confirmWithPassword(page: Page, password: string) {
  await expect(dialog(page).getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
}

/** Sets up an authenticator app from the list of factors; returns the secret and the recovery codes. */
async function addCodes(page: Page, confirm?: () => Promise<void>) {
  await factors(page).getByRole('button', { name: 'Set up an authenticator app' }).click()
  await confirm?.()
  const code = dialog(page).getByRole('img', { name: 'QR code for an authenticator app' })
  await expect(code.locator('rect'), 'white in both themes').toHaveAttribute('fill', '#fff')
  const secret = ((await dialog(page).locator('code').textContent()) ?? '').replace(/\s/g, '')
  await dialog(page).getByLabel('One-time code').fill(codeOf(secret))
  await dialog(page).getByRole('button', { name: 'Turn on authenticator app' }).click()
  const sheet = factors(page).getByRole('region', { name: 'Save your recovery codes' })
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
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step verification' })).toBeVisible()
}

test.describe('a response that is lost', () => {
  test.use({ expectedErrors: [/status of (403|404)|ERR_FAILED/] })

  test('one-time codes are on even if the response to their first code was lost', async ({ page }) => {
    await signIn(page)
    await page.goto('/access/settings/security')
    let isLost = false
    await page.route('**/api/v1/user/factors/totp/confirm', async (route) => {
      if (isLost) return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await factors(page).getByRole('button', { name: 'Set up an authenticator app' }).click()
    await confirmWithPassword(page, PASSWORD)
    const secret = ((await dialog(page).locator('code').textContent()) ?? '').replace(/\s/g, '')
    await dialog(page).getByLabel('One-time code').fill(codeOf(secret))
    await dialog(page).getByRole('button', { name: 'Turn on authenticator app' }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Turn on authenticator app' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(factors(page)).toContainText('Authenticator app is on.')
    await expect(factors(page), 'the recovery codes went with the response').toContainText(
      'generate a new set',
    )
  })
})

test('one-time codes: set up with a confirmation, sign in, and sign in with a recovery code', async ({
  page,
}) => {
  const { email } = await signIn(page)
  await page.goto('/access/settings/security')
  await expect(factors(page)).toContainText('Two-step verification is off')
  const { secret, recoveryCodes, sheet } = await addCodes(page, async () => {
    await expect(dialog(page)).toContainText('You are confirmingSet up an authenticator app')
    // Left with Escape, and requested again.
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    const begin = factors(page).getByRole('button', { name: 'Set up an authenticator app' })
    await expect(factors(page).getByRole('alert')).toHaveText('Please confirm your identity.')
    await begin.press('Enter')
    const password = dialog(page).getByLabel('Password', { exact: true })
    await expect(password, 'the one field').toBeFocused()
    await confirmWithPassword(page, 'Wrong-Vein-7788')
    await expect(dialog(page).getByRole('alert')).toHaveText('Incorrect password')
    await expect(password).toBeFocused()
    await expect(password).toHaveAccessibleDescription(/Incorrect password/)
    await expectAccessible(page, 'dialog[open]')
    await confirmWithPassword(page, PASSWORD)
    // Left again: the focus returns to where it started, and the next secret is a new one.
    await expect(dialog(page).getByRole('heading', { name: 'Set up an authenticator app' })).toBeVisible()
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
    await expect(dialog(page).getByRole('alert')).toContainText('Incorrect code.')
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
  await sheet.getByLabel('I have saved these codes').check()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await expect(factors(page)).toContainText('10 of 10 codes remaining')

  await signOut(page)
  await enterPassword(page, email)
  // A reload in the middle starts over.
  await page.reload()
  await enterPassword(page, email)
  await expectAccessible(page, 'main')
  await page.getByLabel('One-time code').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Incorrect or already used code.')
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
  await expect(factors(page)).toContainText('9 of 10 codes remaining')
  await factors(page).getByRole('button', { name: 'Generate new recovery codes' }).click()
  await expect(factors(page).getByRole('button', { name: 'Replace the 9 remaining codes' })).toBeVisible()
  await factors(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(factors(page)).toContainText('9 of 10 codes remaining')
  await factors(page).getByRole('button', { name: 'Generate new recovery codes' }).click()
  await factors(page).getByRole('button', { name: 'Replace the 9 remaining codes' }).click()
  await expect(sheet.getByRole('listitem')).toHaveCount(10)
  const [unseen = ''] = await sheet.getByRole('listitem').allInnerTexts()

  // The page is closed before the codes are saved.
  await signOut(page)
  await enterPassword(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(unseen)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/access/dashboard')
  const strip = page.getByRole('region', { name: 'Recovery codes', exact: true })
  await strip.getByRole('link', { name: 'Generate new codes' }).click()
  await expect(factors(page)).toContainText('You have not confirmed that you saved your codes')
  await expectAccessible(page, 'main')
  await factors(page).getByRole('button', { name: 'Generate new recovery codes' }).click()
  await sheet.getByLabel('I have saved these codes').check()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(factors(page)).toContainText('10 of 10 codes remaining')
  await expect(strip).toBeHidden()
})

test('a passkey: added, signs in alone and as the second step, and is removed', async ({ page }) => {
  const device = await addAuthenticator(page)
  const { email } = await signIn(page)
  await page.goto('/access/settings/security')
  // Left while the browser asks: the prompt ends, so a later touch adds nothing.
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
  await expect(factors(page)).toContainText('You have no recovery codes. Generate a set now')

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL('/access/dashboard')

  await signOut(page)
  await enterPassword(page, email)
  // No one answers the prompt: another method stays available, and so does this one.
  await device.confirms(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeVisible()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('No passkey was selected. Please try again.')
  await device.confirms(true)
  await enterPassword(page, email)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/access/dashboard')

  // The sign-in with a second factor counts as a confirmation.
  await page.goto('/access/settings/security')
  await factors(page).getByRole('button', { name: 'Remove Work laptop' }).click()
  await factors(page).getByRole('button', { name: 'Remove Work laptop' }).click()
  await expect(factors(page)).toContainText('Two-step verification is off')
})

test('an expired challenge leads back to the form', { tag: '@full' }, async ({ page, sql }) => {
  const { email, user } = await signIn(page)
  await page.goto('/access/settings/security')
  const { secret } = await addCodes(page, () => confirmWithPassword(page, PASSWORD))
  await signOut(page)
  await enterPassword(page, email)
  await sql`update challenges set expires_at = now() where user_id = ${user.id}`
  await page.getByLabel('One-time code').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The request expired')
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('a confirmation that is not given leaves everything as it was', { tag: '@full' }, async ({ page }) => {
  await signIn(page)
  await page.goto('/access/settings/security')
  await factors(page).getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(dialog(page).getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(factors(page).getByRole('alert')).toHaveText('Please confirm your identity.')
  await expect(factors(page)).toContainText('Two-step verification is off')
})

test('an administrator sets up a passkey and signs in with it', async ({ page, sql }) => {
  const username = `keeper-${crypto.randomUUID().slice(0, 8)}`
  await sql`
    insert into admins (username, email, password_hash)
    select ${username}, ${`${username}@example.com`}, password_hash from admins order by id limit 1`
  await addAuthenticator(page)
  const login = async () => {
    await page.goto(adminUrl('/login'))
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  await login()
  await expect(page).toHaveURL(new RegExp(`/${ADMIN_PATH}/admin$`))
  await page.goto(adminUrl('/settings'))
  await addPasskey(page, 'Security key', () => confirmWithPassword(page, ADMIN_PASSWORD))
  await expectAccessible(page, 'main')

  await page.evaluate(() => localStorage.clear())
  await login()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(new RegExp(`/${ADMIN_PATH}/admin$`))

  await page.evaluate(() => localStorage.clear())
  await page.goto(adminUrl('/login'))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(new RegExp(`/${ADMIN_PATH}/admin$`))

  // The three sessions of one browser differ by how they were signed in.
  await page.goto(adminUrl('/settings'))
  const sessions = page.getByRole('region', { name: 'Active sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')
  await expect(sessions.getByRole('listitem').first()).toContainText('with a passkey')
  const second = sessions.getByRole('listitem').filter({ hasText: 'with a password and a passkey' })
  await second.getByRole('button', { name: /^Sign out / }).click()
  await expect(sessions.getByRole('status')).toContainText('Signed out: ')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
})

test('the second step and the factors fit a phone @mobile', { tag: '@full' }, async ({ page }) => {
  const { email } = await signIn(page)
  await page.goto('/access/settings/security')
  await addCodes(page, () => confirmWithPassword(page, PASSWORD))
  await expectNoSidewaysScroll(page)
  await signOut(page)
  await enterPassword(page, email)
  await expectNoSidewaysScroll(page)
})
