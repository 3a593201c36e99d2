import type { Page } from '@playwright/test'
import {
  blockStorage,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makeEmail,
  PASSWORD,
  register,
  signIn,
  test,
} from '#e2e/fixtures'

const TOGGLE_TO_REGISTER = "Don't have an account? Create one"
const TOGGLE_TO_SIGN_IN = 'Already have an account? Sign in'

const form = (page: Page) => page.getByRole('main').locator('form')
const field = (page: Page, name: string) => form(page).locator(`[name="${name}"]`)
const alertOf = (page: Page) => form(page).getByRole('alert')
const submitButton = (page: Page) => form(page).locator('button[type="submit"]')

async function openRegistration(page: Page) {
  await page.goto('/access/login')
  await page.getByRole('button', { name: TOGGLE_TO_REGISTER }).click()
}

async function fillIn(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

const newcomer = () => ({
  first_name: 'Nadia',
  last_name: 'Sol',
  email: makeEmail('nadia'),
  password: PASSWORD,
  confirmPassword: PASSWORD,
})

/** The positions of the text and of the parts next to the form, in whole pixels. */
const positionsOf = (page: Page) =>
  page.evaluate(() =>
    ['h1', 'h1 + p', 'aside'].map((part) => {
      const { x, y, width, height } = document.querySelector(`main ${part}`)?.getBoundingClientRect() ?? {}
      return [x, y, width, height].map((pixels) => Math.round(pixels ?? Number.NaN))
    }),
  )

for (const width of [390, 1440]) {
  test(`the text is shown at ${width} px before the script runs, and does not move when the form appears`, {
    tag: '@full',
  }, async ({ page }) => {
    const pending = Promise.withResolvers<void>()
    await page.route('**/_astro/app.*.js', async (route) => {
      await pending.promise
      await route.continue()
    })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/access/login')
    await expect(page.getByRole('heading', { name: 'Access Platform', level: 1 })).toBeVisible()
    await expect(
      page.getByText('Sign in to view your portfolio, transactions and market data.'),
    ).toBeVisible()
    await expect(form(page), 'nothing can be typed that would be lost').toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    const before = await positionsOf(page)
    pending.resolve()
    await expect(field(page, 'email')).toBeVisible()
    expect(await positionsOf(page)).toEqual(before)
  })
}

/** Responds to the call instead of the server, in its format. */
async function respond(page: Page, path: string, status: number, error: string, code = 'internal') {
  await page.route(`**/api/v1${path}`, (route) =>
    route.fulfill({ status, json: { error, code, request_id: 'r-1' } }),
  )
}

test.describe('registration', () => {
  test('creates an account, shows a message, and opens the dashboard signed in', async ({ page, sql }) => {
    const values = newcomer()
    await page.clock.install()
    await openRegistration(page)
    await fillIn(page, values)
    await page.clock.pauseAt(Date.now() + 60_000)
    await submitButton(page).click()
    await expect(form(page).getByRole('status').filter({ hasText: 'Account created' })).toHaveText(
      'Account created successfully! Redirecting to your dashboard...',
    )
    await page.clock.runFor(1_499)
    await expect(page).toHaveURL('/access/login')
    await page.clock.runFor(1)
    await page.clock.resume()
    await expect(page).toHaveURL('/access/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Nadia')
    await expect(page.getByRole('banner').locator('summary').filter({ hasText: 'Nadia S.' })).toBeVisible()
    const [row] = await sql`select first_name, last_name from users where email = ${values.email}`
    expect(row).toEqual({ first_name: 'Nadia', last_name: 'Sol' })
    await page.goBack()
    await expect(page, 'the form is not a step of the history').not.toHaveURL('/access/login')
  })

  test('is sent once however often the button is pressed', { tag: '@full' }, async ({ page, sql }) => {
    const values = newcomer()
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/auth/register') && sent.push(request.url()))
    const waiting = Promise.withResolvers<void>()
    await page.route('**/auth/register', async (route) => {
      await waiting.promise
      await route.continue()
    })
    await openRegistration(page)
    await fillIn(page, values)
    await submitButton(page).dblclick()
    await expect(submitButton(page)).toHaveText('Creating Account...')
    waiting.resolve()
    await expect(page).toHaveURL('/access/dashboard')
    expect(sent).toHaveLength(1)
    expect(await sql`select id from users where email = ${values.email}`).toHaveLength(1)
  })

  test('has its own URL', { tag: '@full' }, async ({ page }) => {
    await page.goto('/access/register')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account')
    await expect(submitButton(page)).toHaveText('Create Account')
    await page.getByRole('button', { name: 'Already have an account? Sign in' }).click()
    await expect(submitButton(page)).toHaveText('Access Platform')
  })

  test('shows one error at a time before anything is sent', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/auth/') && sent.push(request.url()))
    await openRegistration(page)
    for (const [values, message, focused, said] of [
      [{}, 'First name and last name are required', 'first_name'],
      [{ first_name: 'Nadia' }, 'First name and last name are required', 'last_name'],
      [{ last_name: 'Sol' }, 'Email and password are required', 'email'],
      [{ email: 'nadia@example.com' }, 'Email and password are required', 'password'],
      // Both are wrong: the focus goes to the first on the page.
      [{ password: 'short' }, 'Passwords do not match', 'password', /^Password must be at least 8/],
      [{ password: PASSWORD }, 'Passwords do not match', 'confirmPassword'],
      [
        { password: 'short', confirmPassword: 'short' },
        'Password must be at least 8 characters long and contain a mix of letters, numbers, and special characters',
        'password',
      ],
      [
        { password: 'orebody-47', confirmPassword: 'orebody-47' },
        'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character',
        'password',
      ],
    ] as const) {
      await fillIn(page, values)
      await submitButton(page).click()
      await expect(alertOf(page)).toHaveText(message)
      await expect(field(page, focused)).toBeFocused()
      await expect(field(page, focused)).toHaveAccessibleDescription(said ?? new RegExp(message.slice(0, 40)))
    }
    // A missing or wrong value in another field is reported there at the same time.
    await fillIn(page, { first_name: '', email: '', password: '', confirmPassword: '' })
    await submitButton(page).click()
    await expect(alertOf(page)).toHaveText('First name and last name are required')
    await expect(field(page, 'email')).toHaveAccessibleDescription(/Email is required/)
    await expect(field(page, 'password')).toHaveAccessibleDescription(/Password is required/)
    await fillIn(page, { first_name: 'Nadia', last_name: 'Sol' })
    await expect(alertOf(page), 'not above the form either, once it is corrected').toHaveCount(0)
    await fillIn(page, { email: 'nadia', password: 'short', confirmPassword: 'short' })
    await submitButton(page).click()
    await expect(alertOf(page)).toHaveText(/^Password must be at least 8 characters long/)
    await expect(field(page, 'email')).toHaveAccessibleDescription(/Must be an email address/)
    await expect(field(page, 'email')).toBeFocused()
    await fillIn(page, { first_name: '', email: 'nadia', password: PASSWORD, confirmPassword: 'short' })
    await submitButton(page).click()
    await expect(alertOf(page)).toHaveText('First name and last name are required')
    await expect(field(page, 'email')).toHaveAccessibleDescription(/Must be an email address/)
    await expect(field(page, 'confirmPassword')).toHaveAccessibleDescription(/Passwords do not match/)
    expect(sent).toEqual([])
  })

  test('shows which of the rules a password meets, and agrees with itself about a refused one', async ({
    page,
  }) => {
    await openRegistration(page)
    await expect(form(page).getByText('Min 8 chars, mixed case, numbers, symbols')).toBeVisible()
    await expect(
      form(page).getByText('Must include: uppercase, lowercase, number, and special character'),
    ).toBeVisible()
    const rules = form(page).getByRole('listitem')
    await field(page, 'password').fill('Orebody4')
    await expect(rules).toHaveText([
      '8 to 128 characters: met',
      'an uppercase letter: met',
      'a lowercase letter: met',
      'a number: met',
      'a special character: not met yet',
      'Not a common or leaked password: not met yet',
    ])
    await expect(form(page).getByText('4 of 6 password rules met')).toBeAttached()
    await field(page, 'password').fill('Winter2026!')
    await expect(rules.last()).toHaveText('Not a common or leaked password: not met')
    await expect(
      form(page).getByText(/^5 of 6 password rules met. Password must be less common/),
    ).toBeAttached()
    await field(page, 'password').fill(PASSWORD)
    await expect(rules.last()).toHaveText('Not a common or leaked password: met')
    await expect(form(page).getByText('6 of 6 password rules met')).toBeAttached()
  })

  test('says that a password is a common one or the name in the email while it is typed', {
    tag: '@full',
  }, async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await openRegistration(page)
    await fillIn(page, newcomer())
    const password = field(page, 'password')
    await expect.poll(() => sent).toContain('/common-passwords.txt')
    for (const [text, message] of [
      ['Password1!', /less common/],
      ['P@ssw0rd1', /less common/],
      ['Lodefield1!', /different from the site name/],
    ] as const) {
      await password.fill(text)
      await expect(password).toHaveAccessibleDescription(message)
    }
    await fillIn(page, {
      email: 'nadia.sol@example.com',
      password: 'Nadia.Sol1!',
      confirmPassword: 'Nadia.Sol1!',
    })
    await submitButton(page).click()
    await expect(alertOf(page), 'said once').toHaveText(/^Password must be different from the site name/)
    await password.fill('Aa1!aaaa')
    await expect(alertOf(page)).toHaveCount(0)
    await expect(password).not.toHaveAccessibleDescription(/Password must/)
    expect(
      sent.filter((path) => path.endsWith('/auth/register')),
      'nothing is sent before',
    ).toEqual([])
  })

  test.describe('rejected by the server', () => {
    test.use({ expectedErrors: [/status of (409|422)|net::ERR_FAILED/] })

    test('shows that an email address is taken', async ({ page }) => {
      const { email } = await register(page)
      await openRegistration(page)
      await fillIn(page, { ...newcomer(), email: email.toUpperCase() })
      await submitButton(page).click()
      await expect(alertOf(page)).toHaveText(
        'An account with this email already exists. Please try logging in instead.',
      )
      await expect(field(page, 'first_name')).toHaveValue('Nadia')
    })

    test("shows the server's message for a password equal to the email address, and for a common one", {
      tag: '@full',
    }, async ({ page }) => {
      const email = makeEmail('Nadia1')
      const password = `N${email.slice(1)}`
      await openRegistration(page)
      await fillIn(page, { ...newcomer(), email, password, confirmPassword: password })
      await submitButton(page).click()
      await expect(alertOf(page)).toHaveText(/^Password must /)

      // Without its list the meter says nothing, and the server rejects it.
      await page.route('**/common-passwords.txt', (route) => route.abort())
      await openRegistration(page)
      await fillIn(page, { ...newcomer(), password: 'Password1!', confirmPassword: 'Password1!' })
      await expect(form(page).getByText('5 of 6 password rules met')).toBeAttached()
      await submitButton(page).click()
      await expect(alertOf(page), 'said once').toHaveText(/^Password must be less common/)
      await expect(field(page, 'password')).toBeFocused()
      await expect(field(page, 'password')).toHaveAccessibleDescription(/less common/)
    })

    test('errors of fields', { tag: '@full' }, async ({ page }) => {
      await openRegistration(page)
      await test.step('clears the error of a field while it is edited', async () => {
        await fillIn(page, { ...newcomer(), email: 'nadia' })
        await submitButton(page).click()
        await expect(field(page, 'email')).toHaveAttribute('aria-invalid', 'true')
        await field(page, 'last_name').fill('Solberg')
        await expect(field(page, 'email')).toHaveAttribute('aria-invalid', 'true')
        await field(page, 'email').fill('nadia@')
        await expect(field(page, 'email')).not.toHaveAttribute('aria-invalid')
        await expect(field(page, 'email')).not.toHaveAccessibleDescription(/Enter a valid email address/)
      })
      await test.step('shows an invalid email address beside the field', async () => {
        await openRegistration(page)
        await fillIn(page, { ...newcomer(), email: 'nadia' })
        await submitButton(page).click()
        await expect(field(page, 'email')).toBeFocused()
        await expect(field(page, 'email')).toHaveAccessibleDescription(/Enter a valid email address/)
      })
    })
  })
})

test.describe('signing in', () => {
  test('opens the dashboard, and stores tokens and user under the three names', async ({ page }) => {
    const { email, user } = await register(page)
    await page.goto('/access/login')
    await fillIn(page, { email, password: PASSWORD })
    await submitButton(page).click()
    await expect(page).toHaveURL('/access/dashboard')
    const stored = await page.evaluate(() => ({ ...localStorage }))
    expect(stored.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(stored.refreshToken).toMatch(/^[\w-]{84}$/)
    expect(JSON.parse(stored.user ?? '')).toEqual({ ...user, underway: false })
  })

  test('requires both fields', { tag: '@full' }, async ({ page }) => {
    await page.goto('/access/login')
    await submitButton(page).click()
    await expect(alertOf(page)).toHaveText('Email and password are required')
    await expect(field(page, 'email')).toBeFocused()
  })

  test('works by keyboard alone, while the button shows that it is busy', { tag: '@full' }, async ({
    page,
  }) => {
    const { email } = await register(page)
    const waiting = Promise.withResolvers<void>()
    await page.route('**/api/v1/auth/user/login', async (route) => {
      await waiting.promise
      await route.continue()
    })
    await page.goto('/access/login')
    await field(page, 'email').focus()
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(submitButton(page)).toHaveText('Signing In...')
    await expect(submitButton(page)).toBeDisabled()
    await page.keyboard.press('Enter')
    waiting.resolve()
    await expect(page).toHaveURL('/access/dashboard')
  })

  for (const [next, lands] of [
    ['/access/dashboard?tab=investments', '/access/dashboard?tab=investments'],
    ['/docs/glossary', '/docs/glossary'],
    ['//evil.example/path', '/access/dashboard'],
    ['/\\evil.example', '/access/dashboard'],
    ['https://evil.example', '/access/dashboard'],
    ['javascript:alert(1)', '/access/dashboard'],
  ] as const) {
    test(`with next=${next} goes to ${lands}`, { tag: '@full' }, async ({ page }) => {
      const { email } = await register(page)
      await page.goto(`/access/login?next=${encodeURIComponent(next)}`)
      await fillIn(page, { email, password: PASSWORD })
      await submitButton(page).click()
      await expect(page).toHaveURL(lands)
    })
  }

  test('remembers the page that asked for it', { tag: '@full' }, async ({ page }) => {
    await page.goto('/proof')
    await page.getByRole('main').getByRole('link', { name: 'My Investments' }).first().click()
    await expect(page).toHaveURL(/\/access\/login\?next=/)
    await expect(submitButton(page)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/proof')
  })

  test('is skipped by a signed-in investor', { tag: '@full' }, async ({ page }) => {
    await signIn(page)
    await page.goto('/access/login')
    await expect(page).toHaveURL('/access/dashboard')
    await page.goto('/access/login?next=%2Faccess%2Fsettings')
    await expect(page).toHaveURL('/access/settings')
  })

  test.describe('when the server rejects it', () => {
    test.use({ expectedErrors: [/status of (401|403|423|429|500|502)|ERR_FAILED/] })

    test('a wrong password shows an error and does not navigate', async ({ page }) => {
      const { email } = await register(page)
      await page.goto('/access/login')
      await fillIn(page, { email, password: 'Wrong-one 1' })
      await submitButton(page).click()
      await expect(alertOf(page)).toHaveText('Invalid email or password')
      await expect(page).toHaveURL('/access/login')
      await expect(field(page, 'email'), 'the input stays').toHaveValue(email)
      await expect(submitButton(page)).toBeEnabled()
    })

    test('five wrong passwords lock the account, for the correct one too', async ({ page }) => {
      const { email } = await register(page)
      await page.goto('/access/login')
      for (let attempt = 1; attempt <= 5; attempt++) {
        await fillIn(page, { email, password: `Wrong-one ${attempt}` })
        const refused = page.waitForResponse('**/auth/user/login')
        await submitButton(page).click()
        expect((await refused).status()).toBe(401)
        await expect(alertOf(page)).toHaveText('Invalid email or password')
        await expect(submitButton(page)).toBeEnabled()
      }
      await fillIn(page, { email, password: PASSWORD })
      const locked = page.waitForResponse('**/auth/user/login')
      await submitButton(page).click()
      expect((await locked).status()).toBe(423)
      await expect(alertOf(page)).toHaveText(
        'Account temporarily locked due to security measures. Please try again later.',
      )
      await expect(page.getByText('to unlock it immediately by email')).toBeVisible()
      await expect(page).toHaveURL('/access/login')
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    })

    test('a disabled account shows its state, with the correct password', { tag: '@full' }, async ({
      page,
      sql,
    }) => {
      const { email } = await register(page)
      await sql`update users set is_active = false where email = ${email}`
      await page.goto('/access/login')
      await fillIn(page, { email, password: PASSWORD })
      await submitButton(page).click()
      await expect(alertOf(page)).toHaveText(
        'Account access is restricted. Please contact support if you believe this is an error.',
      )
    })

    test('each server response is shown in words, which get the focus', { tag: '@full' }, async ({
      page,
    }) => {
      for (const [status, error, message] of [
        [429, 'Slow down', 'Too many attempts. Please wait a few minutes before trying again.'],
        [401, 'Rate limit exceeded.', 'Rate limit exceeded. Please wait a moment before trying again.'],
        [
          401,
          'This address is blocked',
          'Account temporarily locked due to security measures. Please try again later.',
        ],
        [401, 'That is a weak password', 'That is a weak password'],
        [401, 'Password must be changed', 'Password must be changed'],
        [500, 'Something went wrong on our side.', 'Something went wrong on our side.'],
      ] as const) {
        await test.step(`${status} '${error}' reads '${message}'`, async () => {
          await respond(page, '/auth/user/login', status, error)
          await page.goto('/access/login')
          await fillIn(page, { email: 'ada@example.com', password: PASSWORD })
          await submitButton(page).click()
          await expect(alertOf(page)).toHaveText(message)
          await expect(alertOf(page)).toBeFocused()
        })
      }
      await test.step('how long to wait is said beside the fixed words, where the server names it', async () => {
        await page.route('**/api/v1/auth/user/login', (route) =>
          route.fulfill({
            status: 429,
            headers: { 'retry-after': '240' },
            json: { error: 'Slow down', code: 'rate_limited', request_id: 'r-1' },
          }),
        )
        await submitButton(page).click()
        await expect(form(page).getByRole('status').filter({ hasText: 'in 4 minutes' })).toBeVisible()
      })
    })

    test("a proxy's page reads 'An error occurred. Please try again.'", { tag: '@full' }, async ({
      page,
    }) => {
      await page.route('**/api/v1/auth/user/login', (route) =>
        route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>', contentType: 'text/html' }),
      )
      await page.goto('/access/login')
      await fillIn(page, { email: 'ada@example.com', password: PASSWORD })
      await submitButton(page).click()
      await expect(alertOf(page)).toHaveText('An error occurred. Please try again.')
    })

    test('a lost connection shows an error, and signing in works once it is back', { tag: '@full' }, async ({
      page,
    }) => {
      const { email } = await register(page)
      await page.goto('/access/login')
      await fillIn(page, { email, password: PASSWORD })
      await page.route('**/api/v1/auth/user/login', (route) => route.abort())
      await submitButton(page).click()
      await expect(alertOf(page)).toHaveText(
        'Unable to connect to server. Please check your connection and try again.',
      )
      await page.unroute('**/api/v1/auth/user/login')
      await submitButton(page).click()
      await expect(page).toHaveURL('/access/dashboard')
    })
  })
})

test.describe('the form', { tag: '@full' }, () => {
  test('works where storage is blocked, although no session can be stored', async ({ page }) => {
    await blockStorage(page)
    const { email, password } = await register(page)
    await page.goto('/access/login')
    await fillIn(page, { email, password })
    await submitButton(page).click()
    await expect(alertOf(page)).toHaveText('An error occurred. Please try again.')
  })

  test('each password', async ({ page }) => {
    await openRegistration(page)
    await test.step('each password can be shown and hidden', async () => {
      for (const [name, label] of [
        ['password', 'password'],
        ['confirmPassword', 'confirm password'],
      ] as const) {
        await field(page, name).fill(PASSWORD)
        await expect(field(page, name)).toHaveAttribute('type', 'password')
        await form(page)
          .getByRole('button', { name: `Show ${label}`, exact: true })
          .click()
        await expect(field(page, name)).toHaveAttribute('type', 'text')
        await form(page)
          .getByRole('button', { name: `Hide ${label}`, exact: true })
          .click()
        await expect(field(page, name)).toHaveAttribute('type', 'password')
        await expect(field(page, name)).toHaveValue(PASSWORD)
      }
    })
    await test.step('each password warns when Caps Lock is on', async () => {
      await openRegistration(page)
      const word = form(page).getByText('Caps Lock is on')
      for (const name of ['password', 'confirmPassword']) {
        await field(page, name).focus()
        await field(page, name).dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
        await expect(word).toHaveCount(1)
        expect(await word.evaluate((element) => element.closest('[role="status"]') !== null)).toBe(true)
        await field(page, name).dispatchEvent('keyup', { key: 'CapsLock', modifierCapsLock: false })
        await expect(word).toHaveCount(0)
        await field(page, name).dispatchEvent('keydown', { key: 'B', modifierCapsLock: true })
        await expect(word).toHaveCount(1)
        await field(page, 'email').focus()
        await expect(word, 'the field was left').toHaveCount(0)
      }
    })
  })

  test('the page of the form', async ({ page }) => {
    await page.goto('/access/login')
    await test.step('links to the terms and the privacy policy', async () => {
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute(
        'href',
        '/legal/terms-of-service',
      )
      await expect(main.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
        'href',
        '/legal/privacy-policy',
      )
    })
    await test.step('each field has the autocomplete value for password managers', async () => {
      await expect(field(page, 'email')).toHaveAttribute('autocomplete', 'username')
      await expect(field(page, 'password')).toHaveAttribute('autocomplete', 'current-password')
      await page.getByRole('button', { name: TOGGLE_TO_REGISTER }).click()
      await expect(field(page, 'first_name')).toHaveAttribute('autocomplete', 'given-name')
      await expect(field(page, 'last_name')).toHaveAttribute('autocomplete', 'family-name')
      for (const name of ['password', 'confirmPassword']) {
        await expect(field(page, name)).toHaveAttribute('autocomplete', 'new-password')
      }
    })
    await test.step('a toggle clears the error and all fields', async () => {
      await page.goto('/access/login')
      await fillIn(page, { email: 'ada@example.com' })
      await submitButton(page).click()
      await expect(alertOf(page)).toBeVisible()
      await page.getByRole('button', { name: TOGGLE_TO_REGISTER }).click()
      await expect(alertOf(page)).toBeHidden()
      await expect(submitButton(page)).toHaveText('Create Account')
      await expect(field(page, 'first_name')).toBeFocused()
      for (const name of ['first_name', 'last_name', 'email', 'password', 'confirmPassword']) {
        await expect(field(page, name)).toHaveValue('')
      }
      await fillIn(page, newcomer())
      await page.getByRole('button', { name: TOGGLE_TO_SIGN_IN }).click()
      await expect(submitButton(page)).toHaveText('Access Platform')
      for (const name of ['email', 'password']) await expect(field(page, name)).toHaveValue('')
      await expect(field(page, 'first_name')).toHaveCount(0)
    })
    await test.step('is accessible in both modes and fits 320 px', async () => {
      await page.goto('/access/login')
      await submitButton(page).click()
      await expect(alertOf(page)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: TOGGLE_TO_REGISTER }).click()
      await field(page, 'password').fill('Orebody4')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
  })
})
