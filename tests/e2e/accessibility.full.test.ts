import type { Locator, Page } from '@playwright/test'
import { describedPages } from './built-pages.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { expectNoShift, watchShifts } from './layout-shifts.ts'

const missing = ['/nothing', '/docs/nothing', '/legal/nothing', '/tokens/nothing']
const support = '/docs/help-support'

/** Loads a page including the content that waits for visibility or an idle browser. */
async function loadAll(page: Page, address: string, status: number) {
  const response = await page.goto(address)
  expect(response?.status()).toBe(status)
  const loading = page.locator('main [aria-busy="true"]')
  await expect(async () => {
    // Not by scrollIntoView, which moves the position that Tab continues from.
    await loading.evaluateAll(([part]) => part && window.scrollBy(0, part.getBoundingClientRect().top))
    await expect(loading).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  // A missing page keeps polling for what may be published in the meantime.
  if (status === 200) await page.waitForLoadState('networkidle')
  await page.evaluate(() => window.scrollTo(0, 0))
}

/** One `h1`, the landmarks, and a first tab stop that skips the navigation. */
async function expectStructure(page: Page) {
  await expect(page.locator('h1').filter({ visible: true })).toHaveCount(1)
  for (const landmark of ['banner', 'main', 'contentinfo'] as const)
    await expect(page.getByRole(landmark), landmark).toHaveCount(1)
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page).toHaveTitle(/\S/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
}

/** No horizontal scrolling, with text of the usual size and twice as large. */
async function expectToFit(page: Page) {
  for (const size of ['100%', '200%']) {
    await page.evaluate((value) => {
      document.documentElement.style.fontSize = value
    }, size)
    for (const width of [320, 768, 1440])
      await test.step(`text of ${size}, ${width} px`, () => expectNoSidewaysScroll(page, width))
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
}

function describePage(address: string, status = 200) {
  test(`${address} loads whole and is accessible: structure, axe in light and dark, no sideways scroll`, async ({
    page,
  }) => {
    await loadAll(page, address, status)
    await expectStructure(page)
    await expectAccessible(page)
    // Lower: lists that fit next to a text on a tall screen scroll.
    await page.setViewportSize({ width: 1280, height: 800 })
    await expectAccessible(page)
    await expectToFit(page)
  })
}

for (const address of describedPages) describePage(address)

test.describe('unknown URLs', () => {
  test.use({ expectedErrors: [/status of 404/] })
  for (const address of missing) describePage(address, 404)
})

test.describe('dialogs and menus in light and dark', () => {
  for (const [button, title] of [
    ['Start a chat', 'Live chat'],
    ['Submit a ticket', 'Support ticket'],
    ['Schedule a call', 'Schedule a call'],
  ] as const) {
    test(`the dialog ${title}`, async ({ page }) => {
      await page.goto(support)
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
      await expectAccessible(page)
    })
  }

  test.describe('after a rejection', () => {
    test.use({ expectedErrors: [/status of 422/] })

    test('a form with its banner and its field errors', async ({ page }) => {
      await page.goto(support)
      await page.getByRole('button', { name: 'Submit a ticket' }).click()
      const dialog = page.getByRole('dialog')
      for (const label of ['Name', 'Subject', 'Message']) await dialog.getByLabel(label).fill('  ')
      await dialog.getByLabel('Email').fill('noor@nowhere')
      await dialog.getByRole('button', { name: 'Submit ticket' }).click()
      await expect(dialog.getByText('Name is required')).toBeVisible()
      await expectAccessible(page, 'dialog[open]')
    })
  })

  test('a chat after a sent message', async ({ page }) => {
    await page.goto(support)
    await page.getByRole('button', { name: 'Start a chat' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Noor')
    await dialog.getByLabel('Message').fill('Who holds the gold?')
    await dialog.getByRole('button', { name: 'Send message' }).click()
    // The dialog closes once the message is stored.
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Start a chat' }).click()
    await expect(dialog.getByRole('log')).toContainText('Who holds the gold?')
    await expectAccessible(page, 'dialog[open]')
  })

  test('the preview of a report', async ({ page }) => {
    await page.clock.install()
    await page.goto('/docs/audit-reports')
    const preview = page.getByRole('button', { name: /^Preview/ }).first()
    // The code that opens it is loaded on hover.
    await preview.hover()
    await page.clock.pauseAt(Date.now() + 60_000)
    await preview.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Loading preview...')).toBeVisible()
    await page.clock.resume()
    await expect(dialog.getByRole('heading', { name: 'Key findings' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Full screen' }).click()
    await expectAccessible(page, 'dialog[open]')
  })

  test('search, with its results', async ({ page }) => {
    await page.goto('/legal/cookies')
    await page.getByRole('button', { name: 'Search this site' }).click()
    await page.getByRole('searchbox').fill('custody')
    await expect(page.getByRole('status').filter({ hasText: /\d+ results/ })).toBeVisible()
    await expectAccessible(page)
  })

  test('the Documentation menu', async ({ page }) => {
    await page.goto('/legal/cookies')
    await page.getByRole('navigation', { name: 'Main' }).getByText('Documentation').click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Audit reports' })).toBeVisible()
    await expectAccessible(page)
  })

  test('the mobile menu @mobile', async ({ page }) => {
    await page.goto('/legal/cookies')
    await page.getByRole('banner').locator('summary').filter({ visible: true }).tap()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Audit reports' })).toBeVisible()
    await expectAccessible(page)
  })
})

/** Presses Tab until the target has the focus; every stop before it must have its focus in view. */
async function tabTo(page: Page, target: Locator) {
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const shown = element.matches(':focus-visible') && outlineStyle !== 'none' && outlineWidth !== '0px'
      return { shown, is: element.outerHTML.slice(0, 120) }
    })
    expect(stop.shown, `the focus can be seen on ${stop.is}`).toBe(true)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab does not lead there')
}

test('a ticket can be submitted with Tab and Enter alone, starting in the address bar', async ({
  page,
  sql,
}) => {
  const email = `keyboard-${crypto.randomUUID()}@example.org`
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await tabTo(page, menu.locator('summary').filter({ hasText: 'Documentation' }))
  await page.keyboard.press('Enter')
  await tabTo(page, menu.getByRole('link', { name: 'Help and Support' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Help and Support' })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Submit a ticket' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Support ticket' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Noor Haddad')
  for (const [label, text] of [
    ['Email', email],
    ['Subject', 'By keyboard'],
    ['Message', 'Written without a mouse.'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label))
    await page.keyboard.type(text)
  }
  await tabTo(page, dialog.getByRole('button', { name: 'Submit ticket' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toBeFocused()
  await expect(dialog.getByText("Ticket submitted successfully! We'll contact you soon.")).toBeVisible()
  expect(await sql`select id from support_tickets where email = ${email}`).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Submit a ticket' })).toBeFocused()
})

test('the price ticker stands still with reduced motion', async ({ page }) => {
  const motion = () =>
    page.locator('.ticker-band').evaluate((band) => {
      const [running] = band.getAnimations().filter((animation) => animation.playState === 'running')
      return running ? Number(running.effect?.getComputedTiming().duration) : 0
    })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await expect.poll(motion).toBe(60_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(motion).toBe(0)
  await page.reload()
  await expect(page.locator('.ticker-band').getByText('Gold').first()).toBeAttached()
  expect(await motion()).toBe(0)
  // An animation would end with the next frame.
  const moving = () =>
    page.evaluate(
      () => document.getAnimations().filter((animation) => animation.playState === 'running').length,
    )
  await expect.poll(moving, 'running animations').toBe(0)
})

test('with reduced motion no element has a transition or an animation', async ({ page }) => {
  const moving = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => {
          const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
          return /[1-9]/.test(transitionDuration) || (animationName !== 'none' && animationDuration !== '0s')
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const address of ['/', '/docs/help-support', '/tokens', '/access/login']) {
    await page.goto(address)
    expect(await moving(), address).toEqual([])
  }
  await signIn(page)
  await page.goto('/access/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await moving(), 'dashboard').toEqual([])
})

for (const address of [
  '/',
  '/docs/investment-prospectus',
  support,
  '/legal/terms-of-service',
  '/docs/audit-reports',
  '/docs/investor-relations',
]) {
  test(`${address} moves nothing while it loads and is scrolled through @every-width`, async ({ page }) => {
    await page.addInitScript(watchShifts)
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    const height = await page.evaluate(() => document.body.scrollHeight)
    for (let top = 0; top < height; top += 600) {
      await page.evaluate(
        (to) =>
          new Promise((drawn) => {
            window.scrollTo(0, to)
            requestAnimationFrame(() => requestAnimationFrame(drawn))
          }),
        top,
      )
    }
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await expectNoShift(page)
  })
}
