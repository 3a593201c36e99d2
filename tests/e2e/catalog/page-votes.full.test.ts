import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '#e2e/fixtures'

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Was this page helpful?' })
const yes = (page: Page) => sectionOf(page).getByRole('button', { name: 'Yes' })
const no = (page: Page) => sectionOf(page).getByRole('button', { name: 'No', exact: true })
const status = (page: Page) => sectionOf(page).getByRole('status')

interface Counts {
  helpful: number
  not_helpful: number
}

/** Opens a page at its end, and reads its votes. */
async function openEnd(page: Page, slug: string): Promise<Counts> {
  const response = await page.request.get(`/api/v1/docs/${slug}/votes`)
  await page.goto(`/docs/${slug}`)
  await sectionOf(page).scrollIntoViewIfNeeded()
  await expect(status(page), 'it has started').not.toBeEmpty()
  return response.json()
}

const sentence = (helpful: number, all: number) =>
  `${helpful} of ${all} ${all === 1 ? 'reader' : 'readers'} found this page helpful.`

test.describe("'Was this page helpful?'", () => {
  test('counts a vote with the number the server has stored, shows it later and lets it be changed', async ({
    page,
  }) => {
    const before = await openEnd(page, 'token-lifecycle')
    const all = before.helpful + before.not_helpful
    await expect(status(page)).toHaveText(all === 0 ? 'No votes yet.' : sentence(before.helpful, all))
    await expect(yes(page)).toHaveAttribute('aria-pressed', 'false')
    await yes(page).focus()
    await page.keyboard.press('Enter')
    await expect(status(page)).toHaveText(`Thank you. ${sentence(before.helpful + 1, all + 1)}`)
    await expect(yes(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(yes(page)).toBeFocused()

    await openEnd(page, 'token-lifecycle')
    await expect(status(page)).toHaveText(sentence(before.helpful + 1, all + 1))
    await expect(yes(page)).toHaveAttribute('aria-pressed', 'true')
    await no(page).click()
    await expect(status(page)).toHaveText(`Thank you. ${sentence(before.helpful, all + 1)}`)
    await expect(yes(page)).toHaveAttribute('aria-pressed', 'false')
    await expect(no(page)).toHaveAttribute('aria-pressed', 'true')
  })

  test('is reached by Tab from the preceding text, and reserves its space', async ({ page }) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/docs/token-lifecycle')
      const section = sectionOf(page)
      const heightOf = async () => (await section.boundingBox())?.height ?? 0
      const before = await heightOf()
      await page
        .locator('.prose a[href]')
        .last()
        .evaluate((link: HTMLElement) => {
          link.focus({ preventScroll: true })
        })
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press('Tab')
        if (await yes(page).evaluate((button) => button === document.activeElement)) break
      }
      await expect(yes(page)).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(no(page)).toBeFocused()
      await expect(status(page)).toHaveText(/^No votes yet\.$|found this page helpful\.$/)
      expect(Math.abs((await heightOf()) - before), `at ${width}`).toBeLessThanOrEqual(1)
      const below = await section.evaluate((element) => {
        const { bottom } = element.getBoundingClientRect()
        return (
          bottom - Math.max(...[...element.children].map((child) => child.getBoundingClientRect().bottom))
        )
      })
      expect(below, `the space below it at ${width}`).toBeLessThanOrEqual(60)
    }
  })

  test('two clicks while a vote is in flight send one', async ({ page }) => {
    const pending = Promise.withResolvers<void>()
    let sent = 0
    await openEnd(page, 'glossary')
    await page.route('**/votes', async (route) => {
      sent += 1
      await pending.promise
      await route.continue()
    })
    await yes(page).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(status(page)).toHaveText('Saving your vote …')
    await expect(yes(page)).toHaveAttribute('aria-disabled', 'true')
    pending.resolve()
    await expect(status(page)).toContainText('Thank you.')
    await expect(yes(page)).not.toHaveAttribute('aria-disabled')
    expect(sent).toBe(1)
  })

  test('keeps a press from before its script has started, and counts it', async ({ page }) => {
    const pending = Promise.withResolvers<void>()
    await page.route('**/_astro/*lazy-enhancements*.js', async (route) => {
      await pending.promise
      await route.continue()
    })
    await page.goto('/docs/custody-and-segregation')
    await sectionOf(page).scrollIntoViewIfNeeded()
    await no(page).click()
    pending.resolve()
    await expect(status(page)).toContainText('Thank you.')
    await expect(no(page)).toHaveAttribute('aria-pressed', 'true')
  })

  test('a number that arrives after the vote leaves the thanks in place', async ({ page }) => {
    const pending = Promise.withResolvers<void>()
    await page.route('**/votes', async (route) => {
      if (route.request().method() === 'GET') await pending.promise
      await route.continue()
    })
    await page.goto('/docs/custody-and-segregation')
    await sectionOf(page).scrollIntoViewIfNeeded()
    await expect(yes(page)).toHaveAttribute('aria-pressed', 'false')
    await yes(page).click()
    await expect(status(page)).toContainText('Thank you.')
    const late = page.waitForResponse((response) => response.request().method() === 'GET')
    pending.resolve()
    await (await late).finished()
    await expect(status(page)).toContainText('Thank you.')
  })

  test('sends no request before its reader comes near', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('votes')) asked.push(request.url())
    })
    await page.goto('/docs/technical-documentation')
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
  })

  test('keeps its place while it is drawn, without an error in either theme', async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 320, height: 700 })
      await page.goto('/docs/custody-and-segregation')
      const reserved = (await sectionOf(page).boundingBox())?.height ?? 0
      await sectionOf(page).scrollIntoViewIfNeeded()
      await expect(status(page)).toHaveText(/vote|found this page helpful/)
      expect((await sectionOf(page).boundingBox())?.height).toBe(reserved)
      await expectAccessible(page, '[data-votes]')
    }
  })

  test.describe('when the server fails', () => {
    test.use({ expectedErrors: [/Failed to load resource/] })
    test('says that the vote was not saved, and saves it on the next try', async ({ page }) => {
      const before = await openEnd(page, 'market-notes-rare-earths')
      await page.route('**/votes', (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }))
      await yes(page).click()
      await expect(status(page)).toContainText('Your vote was not saved.')
      await expect(yes(page)).toHaveAttribute('aria-pressed', 'false')
      await page.unroute('**/votes')
      await status(page).getByRole('button', { name: 'Try again' }).click()
      await expect(status(page)).toHaveText(
        `Thank you. ${sentence(before.helpful + 1, before.helpful + before.not_helpful + 1)}`,
      )
      await expect(yes(page)).toBeFocused()
    })

    test('offers to load the number again', async ({ page }) => {
      await page.route('**/votes', (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }))
      await openEnd(page, 'reading-a-resource-statement')
      await expect(status(page)).toContainText('Votes could not be loaded.')
      await page.unroute('**/votes')
      await status(page).getByRole('button', { name: 'Try again' }).click()
      await expect(status(page)).toHaveText(/^No votes yet\.$|found this page helpful\.$/)
    })
  })
})

test('both commands of the proof have a button that copies them', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/proof#terminal')
  const buttons = page.getByRole('button', { name: 'Copy code' })
  await expect(buttons).toHaveCount(2)
  await buttons.first().click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^python3 check\.py proof\.json/)
})

test('a code block is copied by its button, which says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs/technical-documentation')
  await page.locator('.prose pre').first().scrollIntoViewIfNeeded()
  const block = page.locator('.code').first()
  const code = ((await block.locator('pre').textContent()) ?? '').trim()
  await block.getByRole('button', { name: 'Copy code' }).click()
  await expect(block.getByRole('status')).toHaveText('Code copied')
  await expect(block.getByRole('button')).toHaveText('Copied')
  expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe(code)
  await expectAccessible(page, '.code')
})
